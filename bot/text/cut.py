"""Long text shown by its head and its tail, with the number of characters that are not shown."""

from dataclasses import dataclass

from bot.text.length import fitting, size, units


@dataclass(frozen=True)
class Cut:
    """`head`, the hidden middle and `tail` are the whole text."""

    head: str
    hidden: int = 0
    """Characters between head and tail."""
    tail: str = ""

    def __str__(self) -> str:
        if not self.hidden:
            return self.head + self.tail
        return f"{self.head}\n… {self.hidden:,} characters hidden …\n{self.tail}"


def cut(text: str, limit: int) -> Cut:
    """At most `limit` bytes of the text, two thirds of them from its head.

    Never cuts a `\\u{…}` in two. Escape afterwards: an escape that is cut shows something else.
    """
    if size(text) <= limit:
        return Cut(text)
    end = _before_escape(text, fitting(text, limit * 2 // 3, size))
    start = len(text) - fitting(text[::-1], limit - limit * 2 // 3, size)
    start = max(end, _after_escape(text, start))
    return Cut(text[:end], start - end, text[start:])


def clip(text: str, limit: int) -> str:
    """The beginning of a short text, in UTF-16 units; `…` when there was more."""
    if units(text) <= limit:
        return text
    return text[: _before_escape(text, fitting(text, limit - 1))] + "…"


def pieces(text: str, limit: int) -> list[str]:
    """The whole text in parts of at most `limit` bytes, cut after a line where there is one; joined
    they are the text."""
    parts: list[str] = []
    while size(text) > limit:
        end = _before_escape(text, fitting(text[:limit], limit, size))
        end = text.rfind("\n", end // 2, end) + 1 or end
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]


_WIDEST = 24
"""Longest `\\u{…}`."""


def _before_escape(text: str, at: int) -> int:
    start = text.rfind("\\u{", max(0, at - _WIDEST), at + 2)
    return start if 0 <= start < at and "}" not in text[start:at] else at


def _after_escape(text: str, at: int) -> int:
    if _before_escape(text, at) == at:
        return at
    end = text.find("}", at, at + _WIDEST)
    return at if end < 0 else end + 1
