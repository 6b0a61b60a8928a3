"""How long the store takes: `python -m tests.bench.bench_store [redis url]`.

Without a URL it runs on an embedded server, whose log is synced before every answer. Medians and
95th percentiles in milliseconds; the last column is the ratio to a bare PING on the same server.
"""

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.clock import WallClock
from bot.ports import Change
from bot.records import Call, Decision, Place, Request, Rule, Run, Said
from bot.store import Store, open_store
from bot.store.embedded import embedded

ROUNDS = 200
CROWD = 50
STATE = '{"items":[' + ",".join(f'{{"text":"step {n}"}}' for n in range(2000)) + "]}"


def a_request(number: int) -> Request:
    place = Place(channel="C1", thread=f"{number}.5")
    call = Call(
        run=f"run{number}",
        call_id="c",
        agent="Ops",
        tool="restart",
        arguments="{}",
        digest="d" * 64,
    )
    return Request(
        id=f"ap{number}",
        place=place,
        requester="U1",
        call=call,
        rule=Rule(name="default", approvers=("channel",), version="1"),
        asked_at=time.time(),
        expires_at=time.time() + 86_400,
    )


def a_run(request: Request) -> Run:
    return Run(
        id=request.call.run,
        place=request.place,
        requester="U1",
        agent="Ops",
        ask="restart",
        asked_ts="1.5",
        status="waiting",
        started_at=time.time(),
        updated_at=time.time(),
    )


async def timed(work: Callable[[int], Awaitable[object]]) -> list[float]:
    """Seconds of each round."""
    took: list[float] = []
    for number in range(ROUNDS):
        start = time.perf_counter()
        await work(number)
        took.append(time.perf_counter() - start)
    return took


async def threads(store: Store) -> dict[str, list[float]]:
    requests = [a_request(number) for number in range(ROUNDS)]

    async def post(number: int) -> None:
        said = Said(user="U1", text="go", ts="1.5")
        await store.threads.post(requests[number].place, said, once="1.5")

    async def turn(number: int) -> None:
        request = requests[number]
        async with store.threads.hold(request.place) as hold:
            assert hold is not None
            read = [entry for entry, _ in (await hold.read()).inbox]
            await hold.save(Change(run=a_run(request), state=STATE, requests=[request], read=read))

    async def decide(number: int) -> None:
        word = Decision(verdict="approved", by="U2", at=time.time())
        await store.approvals.decide(requests[number], word)

    results = {
        "ping": await timed(lambda _: store.ping()),
        "post": await timed(post),
        f"hold+read+save ({len(STATE) // 1000} KB)": await timed(turn),
        "decide": await timed(decide),
        "begin": [],
        "finish": [],
    }
    for request in requests:
        async with store.threads.hold(request.place) as hold:
            assert hold is not None
            start = time.perf_counter()
            begun = await hold.begin(request.call, gated=True)
            middle = time.perf_counter()
            await hold.finish(request.call, "ok", failed=False)
            assert begun.verdict == "go"
            results["begin"].append(middle - start)
            results["finish"].append(time.perf_counter() - middle)
    return results


async def wakes(sender: Store, worker: Store) -> list[float]:
    woken: asyncio.Queue[None] = asyncio.Queue()

    async def on_wake(place: Place) -> None:
        woken.put_nowait(None)

    async def on_deadline(approval: str) -> None:
        raise NotImplementedError

    async def wake(number: int) -> None:
        await sender.wakeups.wake(Place(channel="C2", thread=f"{number}.5"))
        await woken.get()

    async with worker.wakeups.work(on_wake, on_deadline):
        return await timed(wake)


async def click_to_tool(store: Store) -> tuple[list[float], float]:
    """From a decision to the moment at which the tool may start, by wake-up and journal: one after
    the other, and for `CROWD` at once until the last has started."""
    requests = [a_request(ROUNDS + number) for number in range(ROUNDS + CROWD)]
    started: asyncio.Queue[None] = asyncio.Queue()
    by_place = {request.place: request for request in requests}
    for request in requests:
        async with store.threads.hold(request.place) as hold:
            assert hold is not None
            await hold.save(Change(run=a_run(request), state=STATE, requests=[request]))

    async def on_wake(place: Place) -> None:
        async with store.threads.hold(place) as hold:
            if hold is None:
                return
            await hold.read()
            if (await hold.begin(by_place[place].call, gated=True)).verdict == "go":
                started.put_nowait(None)

    async def on_deadline(approval: str) -> None:
        raise NotImplementedError

    async def click(number: int) -> None:
        word = Decision(verdict="approved", by="U2", at=time.time())
        await store.approvals.decide(requests[number], word)
        await store.wakeups.wake(requests[number].place)
        await started.get()

    async with store.wakeups.work(on_wake, on_deadline):
        single = await timed(click)
        start = time.perf_counter()
        await asyncio.gather(*(click(ROUNDS + number) for number in range(CROWD)))
        return single, time.perf_counter() - start


async def idle(store: Store) -> float:
    """Share of a core that a worker with nothing to do takes."""

    async def nothing(_: object) -> None:
        return None

    async with store.wakeups.work(nothing, nothing):
        await asyncio.sleep(0.5)
        start = time.process_time()
        await asyncio.sleep(3)
        return (time.process_time() - start) / 3


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    if len(sys.argv) > 1:
        yield sys.argv[1]
        return
    with tempfile.TemporaryDirectory() as folder:
        async with embedded(Path(folder)) as url:
            yield url


def show(name: str, took: list[float], unit: float) -> None:
    median, slow = statistics.median(took), statistics.quantiles(took, n=20)[-1]
    print(f"{name:28} {median * 1e3:8.2f} {slow * 1e3:8.2f} {median / unit:8.1f}")


async def main() -> None:
    clock = WallClock()
    async with (
        server() as url,
        open_store(url, clock=clock) as one,
        open_store(url, clock=clock) as two,
    ):
        print(f"{'':28} {'median':>8} {'95 %':>8} {'x ping':>8}")
        results = await threads(one)
        results["wake, same process"] = await wakes(one, one)
        results["wake, through docket"] = await wakes(two, one)
        results["decision to tool"], crowd = await click_to_tool(one)
        unit = statistics.median(results["ping"])
        for name, took in results.items():
            show(name, took, unit)
        print(f"{CROWD} decisions at once: the last tool starts after {crowd * 1e3:.0f} ms")
        print(f"an idle worker takes {await idle(one):.1%} of a core")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"peak memory {peak:.0f} MiB")


if __name__ == "__main__":
    asyncio.run(main())
