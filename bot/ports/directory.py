"""Who people are, and which groups and channels they belong to."""

from typing import Protocol, Self

from bot.records import Person


class DirectoryError(Exception):
    """It could not be checked; that is not the same as a no. `permanent`: nor will it ever be."""

    def __init__(self, code: str, *, permanent: bool = False) -> None:
        super().__init__(code)
        self.permanent = permanent


class Directory(Protocol):
    """Answers may be up to 60 seconds old. Every method raises `DirectoryError`."""

    def within(self, seconds: float) -> Self:
        """The same, with answers that are no older than that."""
        ...

    async def person(self, user: str) -> Person: ...

    async def members(self, channel: str) -> frozenset[str]: ...

    async def is_shared(self, channel: str) -> bool:
        """Whether another organisation is in a channel (Slack Connect), or invited to it."""
        ...

    async def group(self, group: str) -> frozenset[str]: ...
