"""What the audit in memory keeps."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.audit import Link


@dataclass
class Book:
    days: dict[int, list[Link]] = field(default_factory=dict)
    """By days since the epoch."""
    last: Link | None = None
    known: set[str] = field(default_factory=set)
    """Ids of entries."""
    open: dict[str, int] = field(default_factory=dict)
    """Calls that are not over: number of their first entry."""
    policies: str = ""
    """Version of the last ones on record."""
    exported: int = 0
    """Up to this number everything is in files."""

    def links(self) -> Iterator[Link]:
        for day in sorted(self.days):
            yield from self.days[day]
