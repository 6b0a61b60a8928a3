"""What very many paused runs cost: memory of Redis, and the time to list what waits for somebody.

    python -m tests.bench.bench_paused [--runs 10000] [--turns 20] [--encrypted]

On a redis-server of its own, filled by `paused_runs`. The memory is that of whole threads: records,
state, conversation, request, indexes and audit; it is told by kind of key as well, with `T` for a
thread.

Two people look: one for whom everything waits, and one for whom three requests do. The channels and
people are known already, as they are but for once in a while. Times are the best of some: wall
clock, and the processor time of this process, which does not depend on who else is at work.
"""

import argparse
import asyncio
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from redis.asyncio import Redis

from bot.clock import WallClock
from bot.records import Command, Person
from bot.service.access.authority import Authority
from bot.service.lookup.homes import HomeDesk
from bot.service.lookup.overview import Overview
from bot.store import Store, open_store
from bot.store.codec import Seal
from bot.store.sealing import AesSeal
from bot.testing.directory import MemoryDirectory
from tests.bench.paused_runs import CHANNELS, EVERYBODY, filled
from tests.bench.redis_server import server
from tests.bot.service.looking_up import authority_on, home_desk, overview_on

TARGET = 5.0
"""Milliseconds."""
KINDS = 6
"""Of keys, that are told."""
PAGE = 1000
"""Keys asked about in one go."""
_THREAD = re.compile(r"^run:\{[^}]*\}")


@dataclass(frozen=True)
class Reading:
    """The ways in which somebody learns what waits."""

    store: Store
    authority: Authority
    desk: HomeDesk
    overview: Overview

    async def concerned(self, user: str) -> int:
        mine = await self.authority.concerned(await self.store.runs.audiences(), user)
        waiting = await self.store.runs.waiting_for([each.audience for each in mine], limit=5)
        return waiting.count

    async def home(self, user: str) -> str:
        return str((await self.desk.draw(user))[0]["text"]["text"])

    async def pending(self, user: str) -> str:
        who = Command(key="k", user=user, team="T1", channel="C0", text="pending")
        return (await self.overview.pending(0, who)).text


def reading(store: Store) -> Reading:
    people = {each: Person(id=each, kind="member") for each in (*EVERYBODY, "UFEW")}
    channels = {f"C{number}": EVERYBODY for number in range(CHANNELS)}
    directory = MemoryDirectory(
        people=people, channels=channels, groups={"S1": EVERYBODY, "S2": EVERYBODY}
    )
    clock = WallClock()
    return Reading(
        store,
        authority_on(store, directory, clock),
        home_desk(store, directory, clock),
        overview_on(store, directory, clock),
    )


async def best_of(work: Callable[[], Awaitable[object]], times: int = 7) -> tuple[float, float]:
    """Milliseconds by the clock, and of processor time."""
    wall, used = [], []
    for _ in range(times):
        began, before = time.perf_counter(), time.process_time()
        await work()
        wall.append(time.perf_counter() - began)
        used.append(time.process_time() - before)
    return min(wall) * 1e3, min(used) * 1e3


async def listed(there: Reading) -> list[str]:
    lines = []
    for user in ("UALL", "UFEW"):
        lines.append(f"for {user}, for whom {await there.concerned(user):,} wait:")
        ways = {
            "what waits": (lambda user=user: there.concerned(user)),
            "the Home": (lambda user=user: there.home(user)),
            "/agent pending": (lambda user=user: there.pending(user)),
        }
        for name, way in ways.items():
            wall, used = await best_of(way)
            lines.append(
                f"   {name:16} {wall:8.2f} ms, processor {used:8.2f} ms,"
                f" {wall / TARGET:6.2f} of the {TARGET:.0f} ms allowed"
            )
    return lines


async def by_kind(client: Redis) -> Counter[str]:
    """Bytes of memory."""
    kinds: Counter[str] = Counter()
    names = [name async for name in client.scan_iter(count=PAGE)]
    for first in range(0, len(names), PAGE):
        page = names[first : first + PAGE]
        asked = client.pipeline(transaction=False)
        for name in page:
            asked.memory_usage(name, samples=0)
        for name, size in zip(page, await asked.execute(), strict=True):
            kinds[_kind(name.decode())] += size or 0
    return kinds


def _kind(key: str) -> str:
    return ":".join(_THREAD.sub("T", key).split(":")[:2])


async def measure(folder: Path, runs: int, turns: int, seal: Seal | None) -> None:
    with server(folder) as url:
        async with (
            Redis.from_url(url) as client,
            open_store(url, clock=WallClock(), seal=seal) as store,
        ):
            before = (await client.info("memory"))["used_memory"]
            began = time.perf_counter()
            await filled(store, runs, turns)
            took = time.perf_counter() - began
            each = ((await client.info("memory"))["used_memory"] - before) / runs
            name = "sealed" if seal else "plain"
            print(
                f"{runs:,} paused runs of {turns} turns, {name}: {each / 1024:.1f} KiB each"
                f" ({took:.0f} s to fill)"
            )
            for kind, size in (await by_kind(client)).most_common(KINDS):
                print(f"   {kind:16} {size / runs:8,.0f} bytes a run")
            there = reading(store)
            for line in await listed(there):
                print(line, flush=True)


async def main(runs: int, turns: int, *, encrypted: bool) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    for seal in (None, AesSeal({"1": os.urandom(32)})) if encrypted else (None,):
        with tempfile.TemporaryDirectory() as name:
            await measure(Path(name), runs, turns, seal)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--encrypted", action="store_true", help="once more, with a key")
    given = parser.parse_args()
    asyncio.run(main(given.runs, given.turns, encrypted=given.encrypted))
