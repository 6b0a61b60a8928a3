"""A directory of people, channels and groups that a test writes down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

from bot.ports import DirectoryError
from bot.records import Person

T = TypeVar("T")


@dataclass(frozen=True)
class MemoryDirectory:
    """Implements `Directory`; what is not written down cannot be looked up."""

    people: Mapping[str, Person] = field(default_factory=dict)
    channels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """User ids of everybody in a channel."""
    groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """User ids of everybody in a user group."""
    shared: frozenset[str] = frozenset()
    """Channels with another organisation in them."""

    def within(self, seconds: float) -> Self:
        return self

    async def person(self, user: str) -> Person:
        return _found(self.people, user)

    async def members(self, channel: str) -> frozenset[str]:
        return _found(self.channels, channel)

    async def is_shared(self, channel: str) -> bool:
        return channel in self.shared

    async def group(self, group: str) -> frozenset[str]:
        return _found(self.groups, group)


def _found(known: Mapping[str, T], name: str) -> T:
    try:
        return known[name]
    except KeyError:
        raise DirectoryError(f"{name} is not known") from None
