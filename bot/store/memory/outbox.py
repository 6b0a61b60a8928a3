"""The outbox in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import Clock, Due
from bot.records import Notice, Place
from bot.store.memory.world import World


class MemoryOutbox:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._badges: dict[str, object] = {}
        """Couriers of this process, by thread."""

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[bool]:
        await self._world.reach()
        room = self._world.room(place)
        if room.courier is not None:
            yield False
            return
        mine = room.courier = self._badges[place.tag] = object()
        room.courier_until = None
        try:
            yield True
        finally:
            if self._badges.get(place.tag) is mine:
                del self._badges[place.tag]
            if room.courier is mine:
                room.courier = None

    async def next(self, place: Place) -> Due | None:
        await self._world.reach()
        room = self._world.room(place)
        badge = self._badges.get(place.tag)
        if badge is None or room.courier is not badge:
            return None
        if not room.outbox:
            room.courier = None
            return None
        number, notice = min(room.outbox.items())
        if room.hand[0] != number:
            room.hand = (number, self._clock.now(), badge)
        _, since, who = room.hand
        return Due(number, notice, since=since, tried=who is not badge)

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        await self._world.reach()
        room = self._world.room(place)
        if f"told:{once}" in room.seen:
            return
        room.seen.add(f"told:{once}")
        room.tell(notice)
        self._world.waiting[place.tag] = self._clock.now()

    async def delivered(self, place: Place, number: int) -> bool:
        await self._world.reach()
        return self._world.room(place).outbox.pop(number, None) is not None
