"""What several tests find in front of them."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Change
from bot.records import CardDue, Place, Run
from bot.store import World, memory_store
from bot.testing import FakeClock
from tests.bot.store.rig import a_place, a_request, a_run
from tests.simulation.desk import Desk


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    world = World()
    async with memory_store(FakeClock(), world=world) as store:
        place: Place = a_place()
        run: Run = a_run(place, status="waiting")
        request = a_request(run)
        async with store.threads.hold(place) as hold:
            assert hold is not None
            due = CardDue(approval=request.id)
            await hold.save(Change(run=run, requests=[request], notices=[due]))
        yield Desk(store, world, request)
