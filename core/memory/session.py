"""Sessions: where a conversation is kept between runs."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from core.memory.session_settings import SessionSettings
    from core.raw_items import TResponseInputItem


@runtime_checkable
class Session(Protocol):
    """A conversation that is kept."""

    session_id: str
    session_settings: SessionSettings | None = None

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""
        ...

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""
        ...

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away."""
        ...

    async def clear_session(self) -> None:
        """Take all items away."""
        ...


class SessionABC(abc.ABC):
    """A base for sessions."""

    session_id: str
    session_settings: SessionSettings | None = None

    @abc.abstractmethod
    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""

    @abc.abstractmethod
    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""

    @abc.abstractmethod
    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away."""

    @abc.abstractmethod
    async def clear_session(self) -> None:
        """Take all items away."""
