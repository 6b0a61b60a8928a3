"""Who decides for whom while they are away."""

from collections.abc import Sequence
from typing import Protocol

from bot.records import Delegation


class Delegations(Protocol):
    """Every method raises `NotRecorded`."""

    async def give(self, delegation: Delegation) -> Delegation:
        """Put it on record; one with this id that is there already stays, and comes back."""
        ...

    async def on_record(self) -> Sequence[Delegation]:
        """All of them, oldest first, also those whose time is over until they are dropped."""
        ...

    async def drop(self, delegation: str) -> None:
        """By its id."""
        ...
