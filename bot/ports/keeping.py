"""Runs to look up, and errands that must survive until they are done."""

from collections.abc import Sequence
from typing import Protocol

from bot.records import Approval, Errand, Run, Waiting


class Runs(Protocol):
    """Projections for people: lists may lag a moment behind, single runs never do."""

    async def find(self, run: str) -> Run | None: ...

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        """Newest first."""
        ...

    async def asked_by(self, user: str, *, limit: int = 20) -> Sequence[Run]:
        """Those of one person, newest first."""
        ...

    async def waiting(self) -> Sequence[Waiting]:
        """Everything that waits for somebody, the one that expires first at the top."""
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
