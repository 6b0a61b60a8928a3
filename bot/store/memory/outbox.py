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

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[bool]:
        await self._world.reach()
        room = self._world.room(place)
        if room.courier is not None:
            yield False
            return
        mine = room.courier = object()
        try:
            yield True
        finally:
            if room.courier is mine:
                room.courier = None

    async def next(self, place: Place) -> Due | None:
        await self._world.reach()
        room = self._world.room(place)
        if not room.outbox:
            room.courier = None
            return None
        number, notice = min(room.outbox.items())
        if room.hand[0] != number:
            room.hand = (number, self._clock.now(), room.courier)
        _, since, who = room.hand
        return Due(number, notice, since=since, tried=who is not room.courier)

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        await self._world.reach()
        room = self._world.room(place)
        if f"told:{once}" in room.seen:
            return
        room.seen.add(f"told:{once}")
        room.tell(notice)
        self._world.waiting[place.tag] = self._clock.now()

    async def delivered(self, place: Place, number: int) -> None:
        await self._world.reach()
        self._world.room(place).outbox.pop(number, None)
