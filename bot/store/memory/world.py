"""Everything the in-memory store keeps. Several stores on one world are several processes."""

import asyncio
from dataclasses import dataclass, field

from bot.ports import Front, NotRecorded
from bot.records import Audience, Delegation, Errand, Place
from bot.store.memory.book import Book
from bot.store.memory.room import Room


@dataclass
class Kept:
    errand: Errand
    waits_since: float
    done: bool = False


@dataclass
class World:
    rooms: dict[str, Room] = field(default_factory=dict)
    """Threads by their tag."""
    places: dict[str, Place] = field(default_factory=dict)
    """Where an approval belongs, by its id."""
    homes: dict[str, Place] = field(default_factory=dict)
    """Where a run belongs, by its id, oldest first."""
    waiting: dict[str, float] = field(default_factory=dict)
    """Threads to look after, by tag: since when."""
    errands: dict[str, Kept] = field(default_factory=dict)
    woken: list[Place] = field(default_factory=list)
    deadlines: dict[str, float] = field(default_factory=dict)
    """When to look at an approval, by its id."""
    running: set[asyncio.Task[None]] = field(default_factory=set)
    """What the workers are at."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something for a worker."""
    book: Book = field(default_factory=Book)
    """The audit."""
    asking: dict[str, Audience] = field(default_factory=dict)
    """What waits for somebody, by the id of the approval."""
    fronts: dict[str, Front] = field(default_factory=dict)
    """The Home of each person."""
    opened: dict[str, float] = field(default_factory=dict)
    """When somebody opened it."""
    delegations: dict[str, Delegation] = field(default_factory=dict)
    """By their id."""
    outage: bool = False
    """Set it to see what happens when the store is away."""

    def room(self, place: Place) -> Room:
        return self.rooms.setdefault(place.tag, Room())

    async def reach(self) -> None:
        """Let others go first, as a real store does; raises `NotRecorded` during an outage."""
        await asyncio.sleep(0)
        if self.outage:
            raise NotRecorded("the store is away")
