"""How many approved runs two workers take up in a second, beside one.

    python -m tests.bench.bench_workers [--runs 400] [--rounds 2]

Runs wait for an approval on a real redis-server; all are approved, and all threads are woken before
the workers begin, so that nothing but Redis works beside them. The clock starts when each of them
has answered as many as it takes up at once, with its connections open, and stops at the last
answer. One and two workers take turns.

Where Redis shares two cores with the workers it sets a limit to what another worker can add: one
alone has a core of its own, and two have what Redis leaves of both. So the processor time of each
is told as well, which depends less on who else is at work, and the limit that follows from it.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from redis.asyncio import Redis

from bot.app import at_work
from bot.clock import WallClock
from bot.records import Decision, Place, Said
from bot.store import open_store
from bot.store.wakeups import CONCURRENCY
from tests.bench.redis_server import server
from tests.bench.slow_worker import DONE, READY, Channel, serving, used
from tests.flows.outside.processes import until

TARGET = 1.7
MOST = 2
"""Workers at once."""
LONG = 60.0
"""Seconds for the workers to get going."""
AT_ONCE = 20
"""Requests under way of this process."""


@dataclass(frozen=True)
class Round:
    speed: float
    """Runs in a second."""
    workers: tuple[float, ...]
    """Milliseconds of the processor for each run, by worker."""
    redis: float
    bench: float
    """Milliseconds of the processor for each run."""

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for each run, of everybody."""
        return sum(self.workers) + self.redis + self.bench


async def woken(url: str, runs: int, number: int) -> None:
    """Threads whose run has paused and was approved, and who have been woken for it."""
    places = [Place(channel="C1", thread=f"{number}.{each:06}") for each in range(runs)]
    async with (
        serving(url, Channel()) as (store, services),
        at_work(store, services),
    ):
        for place in places:
            said = Said(user="U1", text="act", ts=place.thread)
            await store.threads.post(place, said, once=place.thread)
            await store.wakeups.wake(place)

        async def all_wait() -> bool:
            return len(await store.runs.pending(limit=runs)) == runs

        await until(all_wait, "runs that wait", within=60)
        waiting = await store.runs.pending(limit=runs)
        await services.background.settle()
    async with open_store(url, clock=WallClock()) as store:
        for each in waiting:
            word = Decision(verdict="approved", by="U2", at=time.time(), digest=each.call.digest)
            await store.approvals.decide(each.request, word)
        room = asyncio.Semaphore(AT_ONCE)

        async def wake(place: Place) -> None:
            async with room:
                await store.wakeups.wake(place)

        await asyncio.gather(*map(wake, places))


@dataclass
class Worker:
    process: asyncio.subprocess.Process
    answered: int = 0
    used: float = 0.0
    """Seconds of the processor, when it was last heard of."""
    warm: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"begin\n")

    async def hears(self) -> list[str]:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().split()

    async def finishes(self, done: asyncio.Semaphore) -> None:
        """Count what it has answered, until it ends."""
        while words := await self.hears():
            if words[0] == DONE:
                self.answered, self.used = self.answered + 1, float(words[1])
                if self.answered == CONCURRENCY:
                    self.warm.set()
                done.release()


@asynccontextmanager
async def a_worker(url: str) -> AsyncIterator[Worker]:
    command = [sys.executable, "-W", "ignore", "-m", "tests.bench.slow_worker", url]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    worker = Worker(process)
    assert await worker.hears() == [READY]
    try:
        yield worker
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def taken_up(url: str, runs: int, workers: int, number: int) -> Round:
    await woken(url, runs, number)
    done = asyncio.Semaphore(0)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Redis.from_url(url))
        crew = [await stack.enter_async_context(a_worker(url)) for _ in range(workers)]
        listening = [asyncio.create_task(each.finishes(done)) for each in crew]
        for each in crew:
            each.begin()
        async with asyncio.timeout(LONG):
            await asyncio.gather(*(each.warm.wait() for each in crew))
        counted = runs - sum(each.answered for each in crew)
        began, before = time.perf_counter(), await shares(client, crew)
        for _ in range(runs):
            await done.acquire()
        took, after = time.perf_counter() - began, await shares(client, crew)
        for each in crew:
            each.process.terminate()
        await asyncio.gather(*listening)
    redis, bench, *mine = (
        (late - early) / counted * 1e3 for early, late in zip(before, after, strict=True)
    )
    return Round(speed=counted / took, workers=tuple(mine), redis=redis, bench=bench)


async def shares(client: Redis, crew: Sequence[Worker]) -> list[float]:
    """Seconds of the processor that Redis, this process and the workers have had."""
    info = await client.info("cpu")
    return [info["used_cpu_user"] + info["used_cpu_sys"], used(), *(each.used for each in crew)]


def told(workers: int, rounds: Sequence[Round]) -> str:
    def typical(numbers: Iterable[float]) -> str:
        return f"{statistics.median(numbers):.1f}"

    speeds = ", ".join(f"{each.speed:.1f}" for each in rounds)
    shares = [typical(each.workers[worker] for each in rounds) for worker in range(workers)]
    return (
        f"{workers} at work: {typical(each.speed for each in rounds)} runs a second ({speeds});"
        f" processor for a run: workers {' + '.join(shares)} ms,"
        f" Redis {typical(each.redis for each in rounds)} ms,"
        f" this bench {typical(each.bench for each in rounds)} ms"
    )


async def main(runs: int, rounds: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    found: dict[int, list[Round]] = {1: [], MOST: []}
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as url:
        for number in range(2 * rounds):
            workers = (1, MOST, MOST, 1)[number % 4]
            found[workers].append(await taken_up(url, runs, workers, number))
    for workers, each in found.items():
        print(told(workers, each))
    one, two = (statistics.median(each.speed for each in found[many]) for many in (1, MOST))
    alone = statistics.median(sum(each.workers) for each in found[1])
    limit = 2 * alone / statistics.median(each.cost for each in found[MOST])
    print(f"2 workers to 1: {two / one:.2f} (target {TARGET}; two cores allow {limit:.2f})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    asyncio.run(main(given.runs, given.rounds))
