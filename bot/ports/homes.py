"""Who has the app's Home in front of them, and what it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Section = Literal["waiting", "asked", "running"]
"""A list of the Home: what waits for this person, what they asked for, what is at work."""


@dataclass(frozen=True)
class Front:
    """One person's Home."""

    pages: Mapping[Section, int] = field(default_factory=dict)
    """Which page of each list they have turned to; the first, where it is left out."""
    shown: str = ""
    """Digest of what was last put there; empty when that is not known."""


class Homes(Protocol):
    """Every method raises `NotRecorded`."""

    async def opened(self, user: str) -> None:
        """Somebody opened it; it begins with the first pages and is to be put there anew."""
        ...

    async def turned(self, user: str, section: Section, page: int) -> None:
        """Somebody turned to this page of one list; it is to be put there anew."""
        ...

    async def look(self, user: str) -> Front: ...

    async def showed(self, user: str, digest: str) -> None: ...

    async def lately(self, since: float) -> Sequence[str]:
        """Whoever opened it after that time, in seconds since the epoch."""
        ...
