"""Who has the app's Home in front of them, and what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Front:
    """One person's Home."""

    page: int = 0
    """Which page of what waits for them they have turned to."""
    shown: str = ""
    """Digest of what was last put there; empty when that is not known."""


class Homes(Protocol):
    """Every method raises `NotRecorded`."""

    async def opened(self, user: str, page: int) -> None:
        """Somebody opened it, or turned to this page; what it shows is to be put there anew."""
        ...

    async def look(self, user: str) -> Front: ...

    async def showed(self, user: str, digest: str) -> None: ...

    async def lately(self, since: float) -> Sequence[str]:
        """Whoever opened it after that time, in seconds since the epoch."""
        ...
