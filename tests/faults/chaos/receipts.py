"""What an acknowledgement is worth: one that was given while the store was away dies with its
process, which can tell nobody. Nothing here awaits.
"""

from collections.abc import Iterable, Mapping, Sequence

from bot.playground.delivery import Answer

EARLY = 450.0
"""Milliseconds; a front end that has not stored a thing by then acknowledges it all the same."""
STORES_WITHIN = 12.0
"""Seconds in which it has stored it, or has told that it could not."""

Ends = Mapping[str, Sequence[float]]
"""When each front end has ended, by its address."""


def taken(answers: Iterable[Answer]) -> bool:
    return any(answer.ok for answer in answers)


def gone(answers: Sequence[Answer], at: float, ends: Ends) -> bool:
    """Whether whoever took it may have died with it."""
    return taken(answers) and all(
        answer.elapsed_ms >= EARLY
        and any(at <= end <= at + STORES_WITHIN for end in ends.get(answer.front_end, ()))
        for answer in answers
        if answer.ok
    )
