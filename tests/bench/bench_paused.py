"""What very many paused runs cost: memory of Redis, and the time to list what waits for somebody.

    python -m tests.bench.bench_paused [--runs 10000] [--turns 20] [--encrypted]

On a redis-server of its own. The engine takes one run to its pause, turn by turn, each with a tool
whose output is a page of text; every other thread gets that run's state, conversation and request
under ids of its own, and its outbox is told, as the courier does it. So the memory is that of whole
threads: records, state, conversation, request, indexes and audit.

Two people look: one for whom everything waits, and one for whom three requests do. The channels and
people are known already, as they are but for once in a while. Times are the best of some: wall
clock, and the processor time of this process, which does not depend on who else is at work.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from bot.ports import Change, Thread
from bot.records import (
    AuditDue,
    Call,
    CardDue,
    Command,
    MessageRef,
    Person,
    Place,
    Request,
    Rule,
    Run,
)
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.delegates import Delegates
from bot.service.homes import HomeDesk
from bot.service.overview import Overview
from bot.service.sight import Sight
from bot.service.stretch import Stretch
from bot.store import Store, open_store
from bot.store.codec import Seal
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from core import Agent, RunConfig, Runner, RunState, function_tool
from core.testing import ScriptedModel, function_call
from tests.bench.bench_checkpoints import WallClock, agent, server

AT_ONCE = 20
"""Threads in work."""
CHANNELS = 20
EVERYBODY = frozenset({"UALL", *(f"U{number}" for number in range(50))})
FEW = 3
TARGET = 5.0
"""Milliseconds."""


@dataclass(frozen=True)
class Paused:
    """What the engine left behind."""

    state: str
    history: tuple[str, ...]


async def paused(store: Store, turns: int) -> Paused:
    """The one that the engine really ran."""
    place = Place(channel="C0", thread="0.5")

    @function_tool(needs_approval=True)
    async def restart(service: str, env: str) -> str:
        """Restart a service."""
        return "restarted"

    looking = agent(turns - 1)
    steps = [
        [function_call("look", {"service": f"s{n}"}, call_id=f"c{n}")] for n in range(turns - 1)
    ]
    steps.append([function_call("restart", {"service": "payments", "env": "prod"}, call_id="c")])
    ops: Agent[Any] = Agent(name="Ops", tools=[*looking.tools, restart], model=ScriptedModel(steps))
    async with store.threads.hold(place) as hold:
        assert hold is not None
        run = a_run(place, 0)
        stretch = Stretch(hold, Thread(), run, WallClock(), read=(), closing=asyncio.Event())
        await stretch.begin()

        async def checkpoint(state: RunState[Any, Any]) -> None:
            await stretch.checkpoint(state)

        config = RunConfig(checkpoint=checkpoint, run_id=run.id, tracing_disabled=True)
        result = await Runner.run(
            ops, run.ask, max_turns=turns, session=stretch.history, run_config=config
        )
        assert len(result.interruptions) == 1
        await stretch.pause(result.to_state(), [a_request(place, 0)], [])
        thread = await hold.read()
    assert thread.state is not None
    return Paused(thread.state, tuple(thread.history))


def a_run(place: Place, number: int) -> Run:
    return Run(
        id=f"run_{number:016x}",
        place=place,
        requester=f"U{number % 50}",
        agent="Ops",
        ask="look after everything",
        asked_ts=place.thread,
        status="waiting",
        started_at=time.time(),
        updated_at=time.time(),
        approvals=(_name(number),),
    )


def a_request(place: Place, number: int) -> Request:
    call = Call(
        run=f"run_{number:016x}",
        call_id="c",
        agent="Ops",
        tool="restart",
        arguments='{"service":"payments","env":"prod"}',
        digest=f"{number:064x}",
    )
    approvers = ["channel"], ["S1", "S2"], ["UALL", "U2"]
    few = ["UFEW"] if number < FEW else []
    return Request(
        id=_name(number),
        place=place,
        requester=f"U{number % 50}",
        call=call,
        description="Restart a service.",
        rule=Rule(name="policy 1", approvers=(*approvers[number % 3], *few), version="v" * 16),
        asked_at=time.time(),
        expires_at=time.time() + 86_400 + number,
    )


def _name(number: int) -> str:
    return f"ap_{number:022x}"


async def pauses(store: Store, like: Paused, number: int) -> None:
    """One more thread, told to everybody who must know."""
    place = Place(channel=f"C{number % CHANNELS}", thread=f"{number}.5")
    request = a_request(place, number)
    async with store.threads.hold(place) as hold:
        assert hold is not None
        await hold.save(
            Change(
                run=a_run(place, number),
                state=like.state.replace(f"run_{0:016x}", request.call.run),
                history=like.history,
                requests=[request],
            )
        )
    await told(store, place)


async def told(store: Store, place: Place) -> None:
    async with store.outbox.courier(place) as mine:
        assert mine
        while due := await mine.next():
            match due.notice:
                case AuditDue(entry=entry):
                    await store.audit.add(entry)
                case CardDue(approval=name):
                    standing = await store.approvals.find(name)
                    assert standing is not None
                    await store.runs.project(standing)
                    card = MessageRef(channel=place.channel, ts=f"{name}.1")
                    await store.approvals.posted(standing.request, card)
            await mine.delivered(due.number)


async def filled(store: Store, runs: int, turns: int) -> None:
    """Threads in which a run of so many turns waits."""
    like = await paused(store, turns)
    await told(store, Place(channel="C0", thread="0.5"))
    for first in range(1, runs, AT_ONCE):
        await asyncio.gather(
            *(pauses(store, like, number) for number in range(first, min(first + AT_ONCE, runs)))
        )


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
    clock, messenger = WallClock(), MemoryMessenger()
    authority = Authority(directory, Delegates(store.delegations, store.audit, clock))
    sight = Sight(directory, authority)
    desk = HomeDesk(
        homes=store.homes,
        runs=store.runs,
        approvals=store.approvals,
        authority=authority,
        sight=sight,
        messenger=messenger,
        background=Background(),
        clock=clock,
    )
    overview = Overview(
        runs=store.runs,
        approvals=store.approvals,
        sight=sight,
        messenger=messenger,
        audit=store.audit,
        command="/agent",
    )
    return Reading(store, authority, desk, overview)


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
        ways = {
            "what waits": (lambda user=user: there.concerned(user)),
            "the Home": (lambda user=user: there.home(user)),
            "/agent pending": (lambda user=user: there.pending(user)),
        }
        for name, way in ways.items():
            wall, used = await best_of(way)
            lines.append(
                f"   {name:15} for {user:5} {wall:8.2f} ms, processor {used:8.2f} ms,"
                f" {wall / TARGET:6.2f} of the {TARGET:.0f} ms allowed"
            )
    return lines


async def measure(folder: Path, runs: int, turns: int, seal: Seal | None) -> Sequence[str]:
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
            there = reading(store)
            count = await there.concerned("UALL"), await there.concerned("UFEW")
            kind = "sealed" if seal else "plain"
            head = f"{runs:,} paused runs of {turns} turns, {kind}: {each / 1024:.1f} KiB each"
            lines = await listed(there)
            return [f"{head}; {count[0]:,} and {count[1]:,} wait ({took:.0f} s to fill)", *lines]


def a_seal() -> Seal:
    from bot.store.sealing import AesSeal

    return AesSeal({"1": os.urandom(32)})


async def main(runs: int, turns: int, *, encrypted: bool) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    for seal in (None, a_seal()) if encrypted else (None,):
        with tempfile.TemporaryDirectory() as name:
            print("\n".join(await measure(Path(name), runs, turns, seal)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--encrypted", action="store_true", help="once more, with a key")
    given = parser.parse_args()
    asyncio.run(main(given.runs, given.turns, encrypted=given.encrypted))
