"""Nothing that two workers, two approvers, a deadline and a cancellation can do to a call makes it
run twice or unapproved, in memory and in Lua alike."""

import sys
from random import Random

import pytest

from bot.store.server_binary import find_server
from bot.testing import FakeClock
from tests.simulation.journal_sides import MemoryJournal, both, scene
from tests.simulation.journal_space import explore, walk


@pytest.mark.parametrize("effect", ["at_most_once", "idempotent"])
@pytest.mark.parametrize("required", [1, 2])
async def test_every_state_of_a_call_keeps_the_promises(
    required: int, effect: str, capsys: pytest.CaptureFixture[str]
) -> None:
    side = MemoryJournal(scene(required=required, effect=effect), FakeClock())
    await side.open()
    explored = await explore(side)
    with capsys.disabled():
        sys.stdout.write(f"\n{effect}, {required} to approve: {explored}\n")
    assert explored.states > 500


@pytest.mark.skipif(find_server() is None, reason="there is no server to start")
@pytest.mark.parametrize("required", [1, 2])
async def test_the_scripts_go_the_same_ways_as_the_double(required: int) -> None:
    """Some of the longest; the command walks all of them."""
    whole = scene(required=required, effect="at_most_once")
    alone = MemoryJournal(whole, FakeClock())
    await alone.open()
    ways = [way for way in (await explore(alone)).ways if len(way) > 8]
    async with both(whole) as sides:
        start = [await side.save() for side in sides]
        for way in Random(7).sample(ways, 8):
            for side, saved in zip(sides, start, strict=True):
                await side.load(saved)
            await walk(sides, way)
