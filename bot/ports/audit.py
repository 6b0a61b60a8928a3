"""The audit: entries in one chain, each tied to the one before, kept by the day."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from bot.audit import Link
from bot.records import AuditEntry


class AuditBook(Protocol):
    """Where entries are written."""

    async def add(self, entry: AuditEntry) -> None:
        """Put it at the end of the chain; an entry whose id is there already is left out, and so is
        one about policies that are the last ones on record. Raises `NotRecorded`."""
        ...


class Audit(AuditBook, Protocol):
    """Every method raises `NotRecorded`."""

    async def of_run(self, run: str) -> Sequence[Link]:
        """What happened in a run, as it was written down."""
        ...

    def read(self, since: float = 0.0) -> AsyncIterator[Link]:
        """The chain from the first entry on that happened at or after that time, in seconds since
        the epoch, without a gap."""
        ...

    async def exported(self, first: int, last: int) -> None:
        """These numbers are in a file; it counts when all before `first` are in files too."""
        ...

    async def trim(self, before: float) -> int:
        """Drop whole days before that time that are exported; how many. The first day with an entry
        of a call that is not over stops it: one that waits, runs, or is in doubt."""
        ...
