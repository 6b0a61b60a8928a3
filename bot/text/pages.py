"""Long Markdown in parts that Slack takes: cut between paragraphs, fences closed and reopened."""

import re
from collections.abc import Iterator, Sequence

from bot.text.cut import pieces
from bot.text.fences import Fence, fences
from bot.text.length import MESSAGE, size

ITEMS = 45
"""Headings and rules in one message; Slack refuses more than 50."""
_ROOM = 300
"""What closing and reopening a fence can take."""
_ITEM = re.compile(r" {0,3}(?:#{1,6}(?:\s|$)|([-*_])(?:[ \t]*\1){2,}[ \t]*$|(?:=+|-+)[ \t]*$)")


def pages(markdown: str) -> list[str]:
    """In order; none is blank, and every one has all its fences closed."""
    lines = [
        part for line in markdown.split("\n") for part in (pieces(line, MESSAGE - _ROOM) or [""])
    ]
    open_at = list(fences(lines))
    found: list[str] = []
    start = 0
    while start < len(lines):
        end = _end(lines, open_at, start)
        page = _page(lines[start:end], open_at[start], open_at[end])
        if page.strip():
            found.append(page)
        start = end
    return found


def _end(lines: Sequence[str], open_at: Sequence[Fence | None], start: int) -> int:
    """The line before which the page that begins at `start` ends."""
    taken, items, good = _size(open_at[start], "opening"), 0, start
    for index in range(start, len(lines)):
        fence = open_at[index]
        if fence is None and _starts_anew(lines, open_at, index) and taken >= MESSAGE // 4:
            good = index
        taken += size(lines[index]) + 1
        items += fence is None and _ITEM.match(lines[index]) is not None
        if taken + _size(open_at[index + 1], "closing") > MESSAGE or items > ITEMS:
            return good if good > start else max(index, start + 1)
    return len(lines)


def _starts_anew(lines: Sequence[str], open_at: Sequence[Fence | None], index: int) -> bool:
    """Whether a paragraph or a fence begins here."""
    return not lines[index].strip() or open_at[index + 1] is not None


def _size(fence: Fence | None, side: str) -> int:
    if fence is None:
        return 0
    return size(fence.opening if side == "opening" else fence.closing) + 1


def _page(lines: Sequence[str], before: Fence | None, after: Fence | None) -> str:
    return "\n".join(_framed(lines, before, after)).strip("\n" if not before else "")


def _framed(lines: Sequence[str], before: Fence | None, after: Fence | None) -> Iterator[str]:
    if before:
        yield before.opening
    yield from lines
    if after:
        yield after.closing
