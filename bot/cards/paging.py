"""Lists that are turned page by page, by a button or by a number after the command."""

from collections.abc import Sequence
from dataclasses import dataclass
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

    @classmethod
    def of(cls, entries: Sequence[T], wanted: int, name: Turning) -> Self:
        """The wanted page, or the last one there is."""
        pages = max(1, -(-len(entries) // PER_PAGE))
        number = min(max(wanted, 0), pages - 1)
        shown = entries[number * PER_PAGE : (number + 1) * PER_PAGE]
        return cls(name, shown, number, pages, len(entries))


def with_turning(message: Message, page: Page[T], command: str) -> Message:
    """With the buttons that turn it, when there is more than one page."""
    if page.pages == 1:
        return message
    how = code(f"{command} {page.name} {page.number + 2 if _has_next(page) else 1}")
    words = f"Page {page.number + 1} of {page.pages}, {page.count:,} in all; {how} shows another."
    ways = (("Previous page", page.number - 1), ("Next page", page.number + 1))
    turns = [
        b.button(text, action_id=turning_id(page.name, number), value="-", about=page.name)
        for text, number in ways
        if 0 <= number < page.pages
    ]
    more = (b.context(b.words(words)), b.actions(*turns))
    return Message(
        text=bounded(f"{bounded(message.text, 3_500)}\n{words}"),
        blocks=(*message.blocks, *more),
    )


def _has_next(page: Page[T]) -> bool:
    return page.number + 1 < page.pages
