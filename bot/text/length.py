"""Length as Slack may count it: a field in UTF-16 units, a whole message in bytes of UTF-8."""

from bisect import bisect_right
from collections.abc import Callable

Measure = Callable[[str], int]

MESSAGE = 9_000
"""Bytes of text in one message. Slack names 12,000 characters for some of it and no number for the
whole; it was seen to refuse from 10,600 bytes on."""


def units(text: str) -> int:
    """An emoji is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def size(text: str) -> int:
    """A letter is one to three, an emoji four; never less than `units`."""
    return len(text.encode("utf-8", "surrogatepass"))


def fitting(text: str, limit: int, measure: Measure = units) -> int:
    """How many characters from the start fit into the limit."""
    limit = max(0, limit)
    text = text[:limit]
    if measure(text) <= limit:
        return len(text)
    return bisect_right(range(limit), limit, limit // 4, key=lambda end: measure(text[:end])) - 1
