"""What is on record stays so, whether or not a worker could be told of it."""

import logging

import pytest

from bot.records import Place
from bot.service.waking import wake
from bot.store import World, memory_store
from bot.testing import FakeClock

PLACE = Place(channel="C1", thread="1.5")


async def test_who_cannot_be_woken_is_left_for_the_sweeper(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    async with memory_store(FakeClock(), world=world) as store:
        world.outage = True
        with caplog.at_level(logging.WARNING):
            await wake(store.wakeups, PLACE)
        world.outage = False
    assert f"{PLACE.tag} is left for the sweeper" in caplog.text
