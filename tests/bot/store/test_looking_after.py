"""Whoever died is relieved as soon as its lease allows; whoever is at work is left alone."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from bot.ports import Change
from bot.records import NoteDue, Place
from bot.store import Store, memory_store, open_store

from .rig import FakeClock, a_place, a_run, delivered, said


def opened(url: str | None, clock: FakeClock, lease: float) -> AbstractAsyncContextManager[Store]:
    if url is None:
        return memory_store(clock, lease=lease)
    return open_store(url, clock=clock, lease=lease)


async def is_found(store: Store, clock: FakeClock, after: float) -> bool:
    """Whether a run whose worker has just died is found after so many seconds."""
    place = a_place()
    async with store.threads.hold(place) as hold:
        assert hold is not None
        await hold.save(Change(run=a_run(place)))
    clock.advance(after)
    return place in await store.threads.unsettled(older_than=10)


async def test_where_leases_are_short_a_thread_is_looked_after_sooner(url: str | None) -> None:
    clock = FakeClock()
    async with opened(url, clock, lease=6) as store:
        assert await is_found(store, clock, after=6.5)
        assert not await is_found(store, clock, after=5.5)


async def test_where_leases_are_long_it_is_left_alone_for_as_long_as_was_asked(
    url: str | None,
) -> None:
    clock = FakeClock()
    async with opened(url, clock, lease=30) as store:
        assert not await is_found(store, clock, after=9.5)
        assert await is_found(store, clock, after=10.5)


async def test_an_outbox_is_left_to_its_courier_for_as_long_as_there_is_one(
    url: str | None,
) -> None:
    clock = FakeClock()
    async with opened(url, clock, lease=30) as store:
        place = a_place()
        await store.outbox.add(place, NoteDue(text="hello"), once="one")
        async with store.outbox.courier(place):
            clock.advance(11)
            assert place not in await store.threads.unsettled(older_than=10)
            clock.advance(30)
            assert place not in await store.threads.unsettled(older_than=10)
        clock.advance(41)
        assert place in await store.threads.unsettled(older_than=10)


@dataclass(frozen=True)
class Scene:
    """How a thread can stand when a sweeper comes by."""

    unread: bool
    untold: bool
    status: str
    held: bool
    courier: bool

    @asynccontextmanager
    async def on(self, store: Store, place: Place) -> AsyncIterator[None]:
        """Until it is left, by everybody who is at it."""
        async with AsyncExitStack() as stack:
            hold = await stack.enter_async_context(store.threads.hold(place))
            assert hold is not None
            if self.status:
                await hold.save(Change(run=a_run(place, status=self.status)))
            if not self.held:
                await stack.aclose()
            await store.threads.post(place, said("hello"), once="one")
            if not self.unread:
                await _read(store, place, hold)
            await delivered(store, place)
            if self.untold:
                await store.outbox.add(place, NoteDue(text="hello"), once="one")
            if self.courier:
                await stack.enter_async_context(store.outbox.courier(place))
            yield


async def _read(store: Store, place: Place, hold: Any) -> None:
    async with AsyncExitStack() as stack:
        mine = await stack.enter_async_context(store.threads.hold(place)) or hold
        numbers = [number for number, _ in (await mine.read()).inbox]
        await mine.save(Change(read=numbers))


EITHER = (False, True)
LOOKS = (4.0, 7.0, 9.5, 10.0, 12.0, 8.5, 31.0)
"""Seconds between two looks."""


async def found(store: Store, clock: FakeClock, scene: Scene) -> list[bool]:
    """At which looks the thread is found: while somebody may be at it, and once all have left."""
    place = a_place()
    seen = []
    async with scene.on(store, place):
        for pause in LOOKS:
            clock.advance(pause)
            seen.append(place in await store.threads.unsettled(older_than=10))
    for pause in LOOKS:
        clock.advance(pause)
        seen.append(place in await store.threads.unsettled(older_than=10))
    return seen


@pytest.mark.redis
@pytest.mark.parametrize("held", EITHER)
@pytest.mark.parametrize("status", ["", "running", "waiting"])
async def test_however_a_thread_stands_every_store_finds_it_at_the_same_looks(
    redis_url: str, status: str, held: bool
) -> None:
    clock, other = FakeClock(), FakeClock()
    async with (
        open_store(redis_url, clock=clock, lease=30) as store,
        memory_store(other, lease=30) as double,
    ):
        for unread, untold, courier in product(EITHER, EITHER, EITHER):
            scene = Scene(unread, untold, status, held, courier)
            expected = await found(store, clock, scene)
            assert (scene, await found(double, other, scene)) == (scene, expected)
