"""Who people are, and which groups and channels they belong to."""

from typing import Protocol, Self

from bot.records import Person


class DirectoryError(Exception):
    """It could not be checked; that is not the same as a no."""


class Directory(Protocol):
    """Answers may be up to 60 seconds old. Every method raises `DirectoryError`."""

    def within(self, seconds: float) -> Self:
        """The same, with answers that are no older than that."""
        ...

    async def person(self, user: str) -> Person: ...

    async def members(self, channel: str) -> frozenset[str]: ...

    async def group(self, group: str) -> frozenset[str]: ...
