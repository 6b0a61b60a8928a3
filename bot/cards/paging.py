"""Lists that are turned page by page, by a button or by a number after the command."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, Self, TypeVar

from bot.cards import blocks as b
from bot.cards.ids import turning_id
from bot.ports import Message
from bot.text import bounded, code

T = TypeVar("T")

Turning = Literal["status", "list", "pending"]
"""The subcommand a list belongs to."""
PER_PAGE = 10


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list."""

    name: Turning
    shown: Sequence[T]
    number: int
    """Counts from 0."""
    pages: int
    count: int
    """Of all entries."""
    among: int = 0
    """Set when they were only looked for among so many of the latest."""

    @classmethod
    def of(cls, entries: Sequence[T], wanted: int, name: Turning, *, among: int = 0) -> Self:
        """The wanted page, or the last one there is."""
        number = cls.last(len(entries), wanted)
        shown = entries[number * PER_PAGE : (number + 1) * PER_PAGE]
        return replace(cls.at(number, shown, len(entries), name), among=among)

    @classmethod
    def at(cls, number: int, shown: Sequence[T], count: int, name: Turning) -> Self:
        """A page that was looked up by itself, of `count` entries."""
        return cls(name, shown, number, _pages(count), count)

    @staticmethod
    def last(count: int, wanted: int) -> int:
        """The wanted page of so many entries, or the last one there is."""
        return min(max(wanted, 0), _pages(count) - 1)


def _pages(count: int) -> int:
    return max(1, -(-count // PER_PAGE))


def with_turning(message: Message, page: Page[T], command: str) -> Message:
    """With the buttons that turn it, when there is more than one page, and how far it reaches."""
    reach = ""
    if page.among:
        whole = code(f"{command} show ID")
        reach = f"Only the latest {page.among:,} runs are looked through; {whole} finds older ones."
    if page.pages == 1:
        return _with(message, reach) if reach else message
    how = code(f"{command} {page.name} {page.number + 2 if _has_next(page) else 1}")
    count = f"{page.count:,} {'listed' if reach else 'in all'}"
    words = f"Page {page.number + 1} of {page.pages}, {count}; {how} shows another. {reach}".strip()
    ways = (("Previous page", page.number - 1), ("Next page", page.number + 1))
    turns = [
        b.button(text, action_id=turning_id(page.name, number), value="-", about=page.name)
        for text, number in ways
        if 0 <= number < page.pages
    ]
    return _with(message, words, b.actions(*turns))


def _with(message: Message, words: str, *more: b.Block) -> Message:
    shown = message.blocks or (b.section(b.words(message.text)),)
    return Message(
        text=bounded(f"{bounded(message.text, 3_500)}\n{words}"),
        blocks=(*shown, b.context(b.words(words)), *more),
    )


def _has_next(page: Page[T]) -> bool:
    return page.number + 1 < page.pages
