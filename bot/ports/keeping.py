"""Runs to look up, and errands that must survive until they are done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.records import Approval, Audience, Errand, Onlookers, Place, Run

T = TypeVar("T")


@dataclass(frozen=True)
class Part(Generic[T]):
    """A page of a list."""

    count: int
    """Of how many."""
    shown: Sequence[T]
    """May lack those whose record has gone."""


class Runs(Protocol):
    """Projections for people: lists may lag a moment behind, single runs never do."""

    async def find(self, run: str) -> Run | None: ...

    async def latest_in(self, thread: Place) -> Run | None: ...

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        """Newest first."""
        ...

    async def asked_by(self, user: str, *, first: int = 0, limit: int = 20) -> Part[Run]:
        """Those of one person, newest first: a page of them."""
        ...

    async def onlookers(self) -> Sequence[Onlookers]:
        """Everybody who may look on at a run that is not over; each once."""
        ...

    async def unfinished(
        self, onlookers: Iterable[Onlookers], *, first: int = 0, limit: int
    ) -> Part[Run]:
        """Runs that are not over, for any of them, newest first: a page of it."""
        ...

    async def audiences(self) -> Sequence[Audience]:
        """Everybody for whom something waits; each audience once."""
        ...

    async def waiting_for(
        self, audiences: Iterable[Audience], *, first: int = 0, limit: int
    ) -> Part[Approval]:
        """What waits for any of them, the one that expires first at the top: a page of it."""
        ...

    async def project(self, approval: Approval) -> None:
        """Make the lists say how this approval stands; after every change of it."""
        ...

    async def pending(self, *, limit: int = 50) -> Sequence[Approval]:
        """Open approvals, the one that expires first at the top."""
        ...


class Errands(Protocol):
    async def keep(self, errand: Errand) -> bool:
        """Store it; False if one with this key was kept before. Raises `NotRecorded`."""
        ...

    async def done(self, key: str) -> None: ...

    async def claim(self, *, older_than: float, limit: int = 100) -> Sequence[Errand]:
        """Those nobody has finished for so many seconds, each handed to one caller at a time."""
        ...
