"""Threads in which a run waits for an approval, as many as are wanted.

The engine takes one run to its pause, turn by turn, each with a tool whose output is a page of
text; every other thread gets that run's state, conversation and request under ids of its own, and
its outbox is told, as the courier does it.
"""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from bot.clock import WallClock
from bot.ports import Change, Thread
from bot.records import AuditDue, Call, CardDue, MessageRef, Place, Request, Rule, Run
from bot.service.runs.stretch import Stretch
from bot.store import Store
from core import Agent, RunConfig, Runner, RunState, function_tool
from core.testing import ScriptedModel, function_call
from tests.bench.bench_checkpoints import agent

AT_ONCE = 20
"""Threads in work."""
CHANNELS = 20
EVERYBODY = frozenset({"UALL", *(f"U{number}" for number in range(50))})
FEW = 3


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
        due = mine.first if mine else None
        while mine and due:
            match due.notice:
                case AuditDue(entry=entry):
                    await store.audit.add(entry)
                case CardDue(approval=name):
                    standing = await store.approvals.find(name)
                    assert standing is not None
                    await store.runs.project(standing)
                    card = MessageRef(channel=place.channel, ts=f"{name}.1")
                    await store.approvals.posted(standing.request, card)
            due = await mine.next(due.number)


async def filled(store: Store, runs: int, turns: int) -> None:
    """Threads in which a run of so many turns waits."""
    like = await paused(store, turns)
    await told(store, Place(channel="C0", thread="0.5"))
    for first in range(1, runs, AT_ONCE):
        await asyncio.gather(
            *(pauses(store, like, number) for number in range(first, min(first + AT_ONCE, runs)))
        )
