"""Wake-ups reach a worker, here or elsewhere, now or later."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.ports import NotRecorded
from bot.records import Place
from bot.store import Store, World, memory_store, open_store
from bot.store.wakeups import CONCURRENCY

from .cutter import Cutter
from .rig import FakeClock, Rig, a_place


class Worker:
    """Notes what it is woken for."""

    def __init__(self) -> None:
        self.woken: asyncio.Queue[Place] = asyncio.Queue()
        self.reminded: asyncio.Queue[str] = asyncio.Queue()

    async def on_wake(self, place: Place) -> None:
        self.woken.put_nowait(place)

    async def on_deadline(self, approval: str) -> None:
        self.reminded.put_nowait(approval)


@pytest.fixture
async def other(rig: Rig) -> AsyncIterator[Store]:
    """Another process on the same data."""
    async with rig.open() as store:
        yield store


async def test_a_worker_wakes_for_its_own_process(store: Store) -> None:
    worker, place = Worker(), a_place()
    async with store.wakeups.work(worker.on_wake, worker.on_deadline):
        await store.wakeups.wake(place)
        assert await asyncio.wait_for(worker.woken.get(), 30) == place


async def test_a_process_rouses_its_own_worker_and_no_other(store: Store, other: Store) -> None:
    worker, place = Worker(), a_place()
    assert not store.wakeups.rouse(place)
    async with store.wakeups.work(worker.on_wake, worker.on_deadline):
        assert not other.wakeups.rouse(place)
        assert store.wakeups.rouse(place)
        assert await asyncio.wait_for(worker.woken.get(), 30) == place
    assert worker.woken.empty()


async def test_a_worker_wakes_for_another_process(store: Store, other: Store) -> None:
    worker, place = Worker(), a_place()
    async with store.wakeups.work(worker.on_wake, worker.on_deadline):
        await other.wakeups.wake(place)
        assert await asyncio.wait_for(worker.woken.get(), 30) == place


async def test_what_was_sent_before_there_was_a_worker_arrives(store: Store, other: Store) -> None:
    worker, place = Worker(), a_place()
    await other.wakeups.wake(place)
    async with store.wakeups.work(worker.on_wake, worker.on_deadline):
        assert await asyncio.wait_for(worker.woken.get(), 30) == place


async def test_a_wake_up_while_the_thread_is_in_work_is_not_lost(
    store: Store, other: Store
) -> None:
    place, woken, end = a_place(), asyncio.Queue[Place](), asyncio.Event()

    async def on_wake(place: Place) -> None:
        woken.put_nowait(place)
        await end.wait()

    async with store.wakeups.work(on_wake, Worker().on_deadline):
        await other.wakeups.wake(place)
        await asyncio.wait_for(woken.get(), 30)
        await other.wakeups.wake(place)
        assert await asyncio.wait_for(woken.get(), 30) == place
        end.set()


async def test_a_deadline_is_told_when_it_comes(rig: Rig, store: Store, other: Store) -> None:
    worker, place = Worker(), a_place()
    async with store.wakeups.work(worker.on_wake, worker.on_deadline):
        await other.wakeups.wake_at(place, "far", rig.clock.now() + 60)
        await other.wakeups.wake_at(place, "moved", rig.clock.now() + 60)
        await other.wakeups.wake_at(place, "moved", rig.clock.now() - 1)
        assert await asyncio.wait_for(worker.reminded.get(), 30) == "moved"
        assert worker.reminded.empty()


async def test_leaving_lets_the_running_ones_finish(store: Store, other: Store) -> None:
    begun, finished = asyncio.Queue[None](), []

    async def on_wake(place: Place) -> None:
        begun.put_nowait(None)
        await asyncio.sleep(0.05)
        finished.append(place)

    async with store.wakeups.work(on_wake, Worker().on_deadline):
        await store.wakeups.wake(a_place())
        await other.wakeups.wake(a_place())
        for _ in range(2):
            await asyncio.wait_for(begun.get(), 30)
    assert len(finished) == 2


async def test_a_handler_that_fails_does_not_end_the_worker(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good, woken = a_place(), a_place(), asyncio.Queue[Place]()

    async def on_wake(place: Place) -> None:
        if place == bad:
            raise RuntimeError("bug")
        woken.put_nowait(place)

    with caplog.at_level(logging.ERROR):
        async with store.wakeups.work(on_wake, Worker().on_deadline):
            await store.wakeups.wake(bad)
            await store.wakeups.wake(good)
            assert await asyncio.wait_for(woken.get(), 30) == good
    assert "failed" in caplog.text


async def test_a_flood_is_worked_off_in_portions(store: Store) -> None:
    places, done = {a_place() for _ in range(2 * CONCURRENCY)}, asyncio.Queue[Place]()

    async def on_wake(place: Place) -> None:
        await asyncio.sleep(0.01)
        done.put_nowait(place)

    async with store.wakeups.work(on_wake, Worker().on_deadline):
        await asyncio.gather(*(store.wakeups.wake(place) for place in places))
        async with asyncio.timeout(30):
            assert {await done.get() for _ in places} == places


@pytest.mark.redis
async def test_a_server_that_is_gone_is_not_recorded(redis_url: str, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        cutter = await stack.enter_async_context(Cutter(redis_url, tmp_path / "cut"))
        store = await stack.enter_async_context(open_store(cutter.url, clock=FakeClock()))
        cutter.down = True
        with pytest.raises(NotRecorded):
            await store.wakeups.wake(a_place())
        cutter.down = False


async def test_the_store_in_memory_can_be_away() -> None:
    world = World(outage=True)
    async with memory_store(FakeClock(), world=world) as store:
        with pytest.raises(NotRecorded):
            await store.ping()
        with pytest.raises(NotRecorded):
            await store.wakeups.wake(a_place())
