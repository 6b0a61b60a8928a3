"""Which acknowledgements die with their process, and no others."""

import pytest

from bot.playground.delivery import Answer
from tests.faults.chaos.receipts import gone

EARLY = Answer(status=200, elapsed_ms=502.0, front_end="a")
STORED = Answer(status=200, elapsed_ms=9.0, front_end="a")
REFUSED = Answer(status=503, elapsed_ms=502.0, front_end="a")


@pytest.mark.parametrize(
    ("answers", "ends", "lost"),
    [
        ([EARLY], {"a": [14.0]}, True),
        ([EARLY], {"a": []}, False),
        ([EARLY], {"a": [9.0, 30.0]}, False),
        ([EARLY], {"b": [14.0]}, False),
        ([STORED], {"a": [14.0]}, False),
        ([EARLY, STORED], {"a": [14.0]}, False),
        ([REFUSED], {"a": [14.0]}, False),
        ([], {"a": [14.0]}, False),
    ],
)
def test_gone_is_what_was_taken_before_it_was_stored_by_somebody_who_died(
    answers: list[Answer], ends: dict[str, list[float]], lost: bool
) -> None:
    assert gone(answers, 10.0, ends) is lost
