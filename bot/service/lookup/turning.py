"""Turns to a page of a list that may have become shorter meanwhile."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.cards import Page, last_page
from bot.ports import Part

T = TypeVar("T")


async def turn_to(
    wanted: int, look: Callable[[int, int], Awaitable[Part[T]]], *, per: int
) -> Page[T]:
    """The wanted page, or the last one there is; `look` takes how many come before it, and how many
    are on it."""
    found = await look(wanted * per, per)
    number = last_page(found.count, wanted, per)
    if number != wanted:
        found = await look(number * per, per)
    return Page(found.shown, number, found.count, per=per)
