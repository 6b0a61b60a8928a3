"""What it costs to find the runs that go on among very many that have ended."""

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from bot.ports import Change
from bot.records import Command, Person, Place, Run
from bot.service.homes import HomeDesk
from bot.service.overview import Overview
from bot.store import Store, open_store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from tests.bench.redis_server import server
from tests.bot.service.looking_up import home_desk, overview_on

GOING_ON = 100
ENDED = 10_000
THREADS = 50
ROUNDS = 40
MOST = 1.5
"""Times the work there is without those that have ended; of our own processor time, since others
may be at work on the machine."""

WHO = Command(key="k", user="UME", team="T", channel="C0", text="")


def a_run(place: Place, number: int, status: str) -> Run:
    return Run(
        id=f"{status}{number}",
        place=place,
        requester=f"U{number % 10}",
        agent="Ops",
        ask="restart it",
        asked_ts=place.thread,
        status=status,
        started_at=1_700_000_000.0 + number,
        updated_at=1_700_000_000.0,
    )


async def begin(store: Store) -> None:
    """Those that go on, half of which wait."""
    for number in range(GOING_ON):
        place = Place(channel=f"C{number % 10}", thread=f"{number}.5")
        await saved(store, place, a_run(place, number, ("running", "waiting")[number % 2]))


async def end(store: Store) -> None:
    """Very many later ones."""
    each = ENDED // THREADS
    places = [Place(channel=f"C{n % 10}", thread=f"{n}.7") for n in range(THREADS)]
    await asyncio.gather(
        *(
            saved(
                store, place, *(a_run(place, GOING_ON + n * each + m, "done") for m in range(each))
            )
            for n, place in enumerate(places)
        )
    )


async def saved(store: Store, place: Place, *runs: Run) -> None:
    async with store.threads.hold(place) as hold:
        assert hold is not None
        for run in runs:
            await hold.save(Change(run=run))


async def spent(desk: HomeDesk, lists: Overview) -> float:
    """Seconds for a Home and a list."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        blocks = await desk.draw("UME")
        listed = await lists.going_on(0, WHO)
        best = min(best, time.process_time() - began)
        assert f"At work now: {GOING_ON}" in str(blocks)
        assert f"{GOING_ON} in all" in listed.text
    return best


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
async def test_ten_thousand_runs_that_ended_since(tmp_path: Path) -> None:
    clock = FakeClock()
    directory = MemoryDirectory(
        people={"UME": Person(id="UME", kind="member")},
        channels={f"C{n}": frozenset({"UME"}) for n in range(10)},
    )
    with server(tmp_path, fsync="no") as url:
        async with open_store(url, clock=clock) as store:
            desk, lists = home_desk(store, directory, clock), overview_on(store, directory, clock)
            await begin(store)
            alone = await spent(desk, lists)
            await end(store)
            among = await spent(desk, lists)
    print(
        f"\n{GOING_ON} runs {alone * 1000:.1f} ms; {ENDED:,} ended since: ratio {among / alone:.2f}"
    )
    assert among < MOST * alone
