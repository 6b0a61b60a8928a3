"""What a Home costs us when very much waits."""

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from bot.ports import Change
from bot.records import Call, Person, Place, Request, Rule, Run
from bot.service.homes import HomeDesk
from bot.store import Store, open_store
from bot.store.embedded import embedded
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from tests.bot.service.looking_up import home_desk

WAITING = 1_000
AT_ONCE = 50
MOST = 0.1
"""Seconds of our own time, which is that of the processor: others may be at work on it."""


def a_request(number: int) -> tuple[Run, Request]:
    place = Place(channel=f"C{number % 20}", thread=f"{number}.5")
    run = Run(
        id=f"run{number}",
        place=place,
        requester=f"U{number % 50}",
        agent="Ops",
        ask="restart it",
        asked_ts=place.thread,
        status="waiting",
        started_at=float(number),
        updated_at=float(number),
    )
    call = Call(
        run=run.id,
        call_id="c",
        agent="Ops",
        tool="restart",
        arguments='{"service":"payments","env":"prod"}',
        digest=f"{number:064x}",
    )
    approvers = (("channel",), ("S1", "S2"), ("UME", "U2"))[number % 3]
    request = Request(
        id=f"approval{number}",
        place=place,
        requester=run.requester,
        call=call,
        rule=Rule(name="policy 1", approvers=approvers, version="v"),
        asked_at=1.0,
        expires_at=2_000_000_000.0 + number,
    )
    return run, request


async def filled(store: Store) -> None:
    """As many requests of others, and as many runs of this person."""
    for first in range(0, WAITING, AT_ONCE):
        await asyncio.gather(*(both(store, n) for n in range(first, first + AT_ONCE)))


async def both(store: Store, number: int) -> None:
    run, request = a_request(number)
    place = Place(channel="C0", thread=f"{number}.7")
    own = {"id": f"mine{number}", "place": place, "requester": "UME", "status": "running"}
    await keep(store, Change(run=run, state="{}", requests=[request]))
    await keep(store, Change(run=run.model_copy(update=own), state="{}"))


async def keep(store: Store, change: Change) -> None:
    assert change.run is not None
    async with store.threads.hold(change.run.place) as hold:
        assert hold is not None
        await hold.save(change)


def a_desk(store: Store, clock: FakeClock) -> HomeDesk:
    everybody = frozenset({"UME", *(f"U{n}" for n in range(50))})
    directory = MemoryDirectory(
        people={"UME": Person(id="UME", kind="member")},
        channels={f"C{n}": everybody for n in range(20)},
        groups={"S1": everybody, "S2": everybody},
    )
    return home_desk(store, directory, clock)


async def best_of(desk: HomeDesk, times: int = 5) -> float:
    spent: list[float] = []
    for _ in range(times):
        began = time.process_time()
        blocks = await desk.draw("UME")
        spent.append(time.process_time() - began)
        heads = [each["text"]["text"] for each in blocks if each["type"] == "header"]
        assert heads[:2] == ["Waiting for you: 1,000", "What you asked for: 1,000"]
    return min(spent)


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
async def test_a_thousand_requests_in_redis(tmp_path: Path) -> None:
    clock = FakeClock()
    async with embedded(tmp_path) as url, open_store(url, clock=clock) as store:
        await filled(store)
        spent = await best_of(a_desk(store, clock))
        print(f"\na Home with {WAITING:,} entries in a list: {spent * 1000:.1f} ms")
        assert spent < MOST
