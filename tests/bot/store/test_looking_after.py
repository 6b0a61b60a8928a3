"""Whoever died is relieved as soon as its lease allows; whoever is at work is left alone."""

import pytest

from bot.ports import Change
from bot.records import NoteDue
from bot.store import Store, open_store

from .rig import FakeClock, a_place, a_run

pytestmark = pytest.mark.redis


async def is_found(store: Store, clock: FakeClock, after: float) -> bool:
    """Whether a run whose worker has just died is found after so many seconds."""
    place = a_place()
    async with store.threads.hold(place) as hold:
        assert hold is not None
        await hold.save(Change(run=a_run(place)))
    clock.advance(after)
    return place in await store.threads.unsettled(older_than=10)


async def test_where_leases_are_short_a_thread_is_looked_after_sooner(redis_url: str) -> None:
    clock = FakeClock()
    async with open_store(redis_url, clock=clock, lease=6) as store:
        assert await is_found(store, clock, after=6.5)
        assert not await is_found(store, clock, after=5.5)


async def test_where_leases_are_long_it_is_left_alone_for_as_long_as_was_asked(
    redis_url: str,
) -> None:
    clock = FakeClock()
    async with open_store(redis_url, clock=clock, lease=30) as store:
        assert not await is_found(store, clock, after=9.5)
        assert await is_found(store, clock, after=10.5)


async def test_an_outbox_is_left_to_its_courier_for_as_long_as_there_is_one(
    redis_url: str,
) -> None:
    clock = FakeClock()
    async with open_store(redis_url, clock=clock, lease=30) as store:
        place = a_place()
        await store.outbox.add(place, NoteDue(text="hello"), once="one")
        async with store.outbox.courier(place):
            clock.advance(11)
            assert place not in await store.threads.unsettled(older_than=10)
            clock.advance(30)
            assert place not in await store.threads.unsettled(older_than=10)
        clock.advance(41)
        assert place in await store.threads.unsettled(older_than=10)
