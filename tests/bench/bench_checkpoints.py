"""What a checkpoint costs as a run gets longer, beside writing the whole state every time.

    python -m tests.bench.bench_checkpoints [--turns 100]

A run of that many turns, each with one tool whose output is a page of text, on a server of its own
with its log on disk. Counted are the bytes the server's log grows by; nobody waits for the disk, so
that none of them come later than what they belong to.

It is compared with two ways of writing the whole state. As plain JSON, which is what a checkpointer
does that knows nothing of what it keeps: the sum of those texts alone. And through everything else
we do, compression and conversation included, by rewriting the state at each checkpoint: so only
that is compared what writing pieces saves, and it is the stricter of the two. Either grows with the
length of the run; text of random numbers, as here, is hard to compress in small pieces.

What the log holds is told by kind: each command with the kind of its key, transactions aside.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from bot.clock import WallClock
from bot.ports import Change, Hold, Thread
from bot.records import Place, Run
from bot.service.runs.stretch import Stretch
from bot.store import open_store
from core import Agent, RunConfig, Runner, RunState, function_tool
from core.testing import ScriptedModel, assistant_message, function_call
from tests.bench.protocol import commands, size
from tests.bench.redis_server import server

WORDS = ("pod", "node", "restart", "replica", "timeout", "deploy", "ready", "failed", "scale")
KINDS = 6
"""Of what is in the log, that are told."""


@dataclass
class Costs:
    seconds: list[float] = field(default_factory=list)
    written: list[int] = field(default_factory=list)
    """Bytes of the server's log."""
    plain: int = 0
    """Bytes of all states before they were compressed."""

    def around(self, number: int, width: int = 6) -> tuple[float, float]:
        """Median seconds and mean bytes of the checkpoints around one."""
        near = slice(max(number - width // 2, 0), number + width // 2)
        return statistics.median(self.seconds[near]), statistics.mean(self.written[near])


@asynccontextmanager
async def held(url: str) -> AsyncIterator[tuple[Hold, Run]]:
    place = Place(channel="C1", thread="1.5")
    run = Run(
        id="r1",
        place=place,
        requester="U1",
        agent="Ops",
        ask="look after everything",
        asked_ts="1.5",
        status="running",
        started_at=1.0,
        updated_at=1.0,
    )
    async with (
        open_store(url, clock=WallClock()) as store,
        store.threads.hold(place) as hold,
    ):
        assert hold is not None
        yield hold, run


def agent(turns: int) -> Agent[Any]:
    dice = random.Random(7)

    @function_tool(effect="pure")
    async def look(service: str) -> str:
        """Look at a service."""
        return " ".join(f"{dice.choice(WORDS)}-{dice.randrange(10**6)}" for _ in range(60))

    steps = [[function_call("look", {"service": f"s{n}"}, call_id=f"c{n}")] for n in range(turns)]
    return Agent(
        name="Ops", tools=[look], model=ScriptedModel([*steps, [assistant_message("done")]])
    )


async def run(url: str, turns: int, *, whole: bool) -> Costs:
    costs = Costs()
    async with Redis.from_url(url) as client, held(url) as (hold, record):
        stretch = Stretch(hold, Thread(), record, WallClock(), read=(), closing=asyncio.Event())
        await stretch.begin()

        progress: list[object] = [None]

        async def rewrite(state: RunState[Any, Any]) -> None:
            now = len(state.model_responses), len(state.session_items), state.final is None
            if now == progress[0]:
                return
            progress[0] = now
            text = state.to_string(context_serializer=lambda _: {})
            costs.plain += len(text)
            await hold.save(Change(state=text, history=stretch.history.take_fresh()))

        async def size() -> int:
            return int((await client.info("persistence"))["aof_current_size"])

        async def checkpoint(state: RunState[Any, Any]) -> None:
            before, start = await size(), time.perf_counter()
            await (rewrite(state) if whole else stretch.checkpoint(state))
            costs.seconds.append(time.perf_counter() - start)
            after = await size()
            if after != before:
                costs.written.append(after - before)
            else:
                costs.seconds.pop()

        config = RunConfig(checkpoint=checkpoint, run_id="r1", tracing_disabled=True)
        await Runner.run(
            agent(turns),
            "look after everything",
            max_turns=turns + 1,
            session=stretch.history,
            run_config=config,
        )
    return costs


def by_kind(folder: Path) -> Counter[str]:
    """Bytes of the server's log."""
    kinds: Counter[str] = Counter()
    for file in folder.glob("appendonlydir/*.incr.aof"):
        for command in commands(file.read_bytes()):
            kinds[_kind(command)] += size(command)
    return kinds


def _kind(command: list[bytes]) -> str:
    name, *rest = (word.decode(errors="replace") for word in command[:2])
    key = rest[0].rpartition("}:")[2].split(":")[0] if rest else ""
    return f"{name} {key}".strip()


async def main(turns: int) -> None:
    costs, kinds = {}, Counter[str]()
    for whole in (True, False):
        with tempfile.TemporaryDirectory() as name, server(Path(name), fsync="no") as url:
            costs[whole] = await run(url, turns, whole=whole)
            kinds = by_kind(Path(name))
    for name, cost in (("whole state", costs[True]), ("what is new", costs[False])):
        print(f"{name}: {len(cost.written)} checkpoints, {sum(cost.written):,} bytes of log")
        for number in (10, turns):
            seconds, written = cost.around(number)
            print(f"   checkpoint {number:4}: {seconds * 1e3:6.2f} ms {written:8,.0f} bytes")
    for kind, written in kinds.most_common(KINDS):
        each = written / len(costs[False].written)
        print(f"   {kind:16} {written:8,} bytes, {each:6.1f} for a checkpoint")
    ours = costs[False]
    (early, small), (late, large) = ours.around(10), ours.around(turns)
    print(
        f"checkpoint {turns} to checkpoint 10: {late / early:.2f} time, {large / small:.2f} bytes"
    )
    new = sum(ours.written)
    print(f"whole states as JSON to log bytes: {costs[True].plain / new:.1f} : 1")
    print(f"whole states compressed to log bytes: {sum(costs[True].written) / new:.1f} : 1")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=100)
    asyncio.run(main(parser.parse_args().turns))
