"""How many approved runs two workers take up in a second, beside one.

    python -m tests.bench.bench_workers [--runs 150] [--rounds 2]

Runs wait for an approval on a real redis-server; all are approved, and all threads are woken at
once. Workers are processes of their own with the bot's services and a model that takes 50 ms for
each answer; what they would say to Slack stays in their memory, so that no stand-in is in their
way. Measured is from the first wake-up to the last answer. One and two take turns; the processor
time of the workers tells what a run costs however busy the machine is.
"""

import argparse
import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import at_work
from bot.lifetime import until_stopped
from bot.policy import Policies
from bot.ports import Message
from bot.records import Decision, MessageRef, Person, Place, Said
from bot.service.background import Background
from bot.service.policy_book import PolicyBook
from bot.store import Store, open_store
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from bot.wiring import Brain, Dependencies, Services, wire
from core import Agent, function_tool
from core.models.interface import Model
from core.models.multi_provider import MultiProvider
from core.testing import ScriptedModel, assistant_message, function_call
from tests.bench.bench_checkpoints import WallClock, server
from tests.flows.outside.processes import until

THINKS = 0.05
"""Seconds."""
TARGET = 1.7
READY, DONE, USED = "ready", "done", "used"
"""What a worker says: that it works, that it has answered, and its processor time."""
DIRECTORY = MemoryDirectory(
    people={each: Person(id=each, kind="member") for each in ("U1", "U2")},
    channels={"C1": frozenset({"U1", "U2"})},
)


class Slow(Model):
    """Calls the tool once, and says so then."""

    async def get_response(self, **request: Any) -> Any:
        return await (await self._script(request)).get_response(**request)

    async def stream_response(self, **request: Any) -> Any:
        async for event in (await self._script(request)).stream_response(**request):
            yield event

    @staticmethod
    async def _script(request: dict[str, Any]) -> ScriptedModel:
        await asyncio.sleep(THINKS)
        items = request["input"]
        ran = any(not isinstance(i, str) and i.get("type") == "function_call_output" for i in items)
        return ScriptedModel(
            [[assistant_message(DONE) if ran else function_call("act", {}, call_id="c")]]
        )


@function_tool(needs_approval=True)
async def act() -> str:
    """Act."""
    return "acted"


@asynccontextmanager
async def working(url: str, messenger: MemoryMessenger) -> AsyncIterator[tuple[Store, Services]]:
    agent = Agent[Any](name="Ops", model=Slow(), tools=[act])
    clock = WallClock()
    async with open_store(url, clock=clock) as store, Background() as background:
        deps = Dependencies(
            store=store,
            messenger=messenger,
            directory=DIRECTORY,
            bot_user="UBOT",
            brain=Brain(agent, MultiProvider(), PolicyBook(Policies.of())),
            background=background,
            clock=clock,
            command="/agent",
        )
        services = wire(deps)
        async with at_work(store, services):
            yield store, services


async def work(url: str) -> None:
    """Be a worker, until asked to stop."""

    def heard(_: MessageRef, message: Message) -> None:
        if message.text == DONE:
            print(DONE, flush=True)

    async with working(url, MemoryMessenger(watch=heard)):
        print(READY, flush=True)
        before = _used()
        await until_stopped(on_hangup=lambda: None)
    print(USED, _used() - before, flush=True)


def _used() -> float:
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return mine.ru_utime + mine.ru_stime


async def approved(url: str, runs: int, number: int) -> Sequence[Place]:
    """Threads whose run has paused, and was approved without anybody being woken."""
    places = [Place(channel="C1", thread=f"{number}.{each:06}") for each in range(runs)]
    async with working(url, MemoryMessenger()) as (store, services):
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
    return places


@dataclass
class Worker:
    process: asyncio.subprocess.Process
    used: float = 0.0
    """Seconds of the processor."""

    async def hears(self) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()

    async def finishes(self, left: asyncio.Semaphore) -> None:
        """Count what it has answered, until it ends."""
        while line := await self.hears():
            if line == DONE:
                left.release()
            elif line.startswith(USED):
                self.used = float(line.split()[1])


@asynccontextmanager
async def a_worker(url: str) -> AsyncIterator[Worker]:
    command = [sys.executable, "-m", "tests.bench.bench_workers", "--work", url]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    worker = Worker(process)
    assert await worker.hears() == READY
    try:
        yield worker
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def taken_up(url: str, runs: int, workers: int, number: int) -> tuple[float, float]:
    """Runs in a second, and ms of the processor for each."""
    places = await approved(url, runs, number)
    done = asyncio.Semaphore(0)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(url, clock=WallClock()))
        crew = [await stack.enter_async_context(a_worker(url)) for _ in range(workers)]
        listening = [asyncio.create_task(each.finishes(done)) for each in crew]
        began = time.perf_counter()
        await asyncio.gather(*map(store.wakeups.wake, places))
        for _ in places:
            await done.acquire()
        took = time.perf_counter() - began
        for each in crew:
            each.process.terminate()
        await asyncio.gather(*listening)
    return runs / took, sum(each.used for each in crew) / runs * 1e3


async def main(runs: int, rounds: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores")
    found: dict[int, list[float]] = {1: [], 2: []}
    costs: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as url:
        for number in range(2 * rounds):
            workers = (1, 2, 2, 1)[number % 4]
            speed, cost = await taken_up(url, runs, workers, number)
            found[workers].append(speed)
            costs[workers].append(cost)
    for workers, speeds in found.items():
        cost = statistics.median(costs[workers])
        print(
            f"{workers} at work: {statistics.median(speeds):6.1f} runs a second"
            f" ({', '.join(f'{each:.1f}' for each in speeds)}), processor {cost:.1f} ms a run"
        )
    ratio = statistics.median(found[2]) / statistics.median(found[1])
    print(f"2 workers to 1: {ratio:.2f} (target {TARGET})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--work", metavar="URL", help="be one of the workers")
    given = parser.parse_args()
    asyncio.run(work(given.work) if given.work else main(given.runs, given.rounds))
