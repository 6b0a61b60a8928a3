"""Lists that are turned page by page, by a button or by a number after the command."""

from collections.abc import Callable, Sequence
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

    shown: Sequence[T] = ()
    number: int = 0
    """Counts from 0."""
    count: int = 0
    """Of all entries."""
    among: int = 0
    """Set when they were only looked for among so many of the latest."""
    per: int = PER_PAGE
    """Entries on each page."""

    @classmethod
    def of(cls, entries: Sequence[T], wanted: int, *, among: int = 0, per: int = PER_PAGE) -> Self:
        """The wanted page, or the last one there is."""
        number = last_page(len(entries), wanted, per)
        shown = entries[number * per : (number + 1) * per]
        return cls(shown, number, len(entries), among, per)

    @property
    def pages(self) -> int:
        return _pages(self.count, self.per)


def last_page(count: int, wanted: int, per: int) -> int:
    """The wanted page of so many entries, or the last one there is."""
    return min(max(wanted, 0), _pages(count, per) - 1)


def turns(page: Page[T], leads_to: Callable[[int], str], about: str) -> b.Block:
    """The buttons that turn a page; `leads_to` names the one that leads to a page."""
    ways = (("Previous page", page.number - 1), ("Next page", page.number + 1))
    return b.actions(
        *(
            b.button(text, action_id=leads_to(number), value="-", about=about)
            for text, number in ways
            if 0 <= number < page.pages
        )
    )


def with_turning(message: Message, page: Page[T], name: Turning, command: str) -> Message:
    """With the buttons that turn it, when there is more than one page, and how far it reaches."""
    reach = ""
    if page.among:
        whole = code(f"{command} show ID")
        reach = f"Only the latest {page.among:,} runs are looked through; {whole} finds older ones."
    if page.pages == 1:
        return _with(message, reach) if reach else message
    other = page.number + 2 if page.number + 1 < page.pages else 1
    how = code(f"{command} {name} {other}")
    count = f"{page.count:,} {'listed' if reach else 'in all'}"
    words = f"Page {page.number + 1} of {page.pages}, {count}; {how} shows another. {reach}".strip()
    return _with(message, words, turns(page, lambda number: turning_id(name, number), name))


def _with(message: Message, words: str, *more: b.Block) -> Message:
    shown = message.blocks or (b.section(b.words(message.text)),)
    return Message(
        text=bounded(f"{bounded(message.text, 3_500)}\n{words}"),
        blocks=(*shown, b.context(b.words(words)), *more),
    )


def _pages(count: int, per: int) -> int:
    return max(1, -(-count // per))
