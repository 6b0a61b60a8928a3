"""Whatever goes wrong and in whatever order, the promises are kept and everything settles."""

import pytest

from tests.simulation.plans import Plans
from tests.simulation.schedule import play

SCHEDULES = 450
"""What fits into the suite; the command plays as many as one likes."""
_AT_ONCE = 25


@pytest.fixture(scope="module")
def plans() -> Plans:
    """Without what a tool costs to describe once."""
    return Plans()


@pytest.mark.parametrize("first", range(0, SCHEDULES, _AT_ONCE))
def test_no_schedule_breaks_a_promise(first: int, plans: Plans) -> None:
    verdicts = [play(seed, plans) for seed in range(first, first + _AT_ONCE)]
    assert {v.seed: v.violations for v in verdicts if v.violations} == {}


@pytest.mark.parametrize("seed", [9, 29, 528])
def test_a_seed_is_played_again_exactly(seed: int, plans: Plans) -> None:
    first, second = play(seed, plans), play(seed, Plans())
    assert (first.digest, first.steps) == (second.digest, second.steps)


def test_another_seed_is_another_schedule(plans: Plans) -> None:
    assert len({play(seed, plans).digest for seed in range(10)}) == 10


def test_the_trace_tells_what_happened(plans: Plans) -> None:
    verdict = play(29, plans, keep=True)
    assert any("clicks approve" in line for line in verdict.trace)
    assert verdict.digest == play(29, plans).digest
