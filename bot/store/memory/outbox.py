"""The outbox in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import Clock, Due, Round
from bot.records import Notice, Place
from bot.store.memory.world import World


class MemoryOutbox:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[Round | None]:
        await self._world.reach()
        room = self._world.room(place)
        if room.courier is not None:
            yield None
            return
        badge = room.courier = object()
        room.courier_until = None
        try:
            yield MemoryRound(self._world, self._clock, place, badge)
        finally:
            if room.courier is badge:
                room.courier = None

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        await self._world.reach()
        room = self._world.room(place)
        if f"told:{once}" in room.seen:
            return
        room.seen.add(f"told:{once}")
        room.tell(notice)
        self._world.waiting[place.tag] = self._clock.now()


class MemoryRound:
    def __init__(self, world: World, clock: Clock, place: Place, badge: object) -> None:
        self._world = world
        self._room = world.room(place)
        self._clock = clock
        self._badge = badge

    async def next(self) -> Due | None:
        await self._world.reach()
        room = self._room
        if room.courier is not self._badge:
            return None
        if not room.outbox:
            room.courier = None
            return None
        number, notice = min(room.outbox.items())
        if room.hand[0] != number:
            room.hand = (number, self._clock.now(), self._badge)
        _, since, who = room.hand
        return Due(number, notice, since=since, tried=who is not self._badge)

    async def delivered(self, number: int) -> bool:
        await self._world.reach()
        if self._room.courier is not self._badge:
            return False
        return self._room.outbox.pop(number, None) is not None
