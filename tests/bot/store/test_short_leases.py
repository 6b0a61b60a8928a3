"""Whoever died is relieved as soon as its lease allows, however long a sweeper would wait."""

import pytest

from bot.ports import Change
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
