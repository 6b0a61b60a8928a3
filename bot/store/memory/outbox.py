"""The outbox in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import Clock, Due, LeaseLost, Round
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
        if room.courier is not None or not room.outbox:
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
        self._first = self._oldest()

    @property
    def first(self) -> Due:
        return self._first

    async def next(self, told: int) -> Due | None:
        await self._world.reach()
        room = self._room
        if room.courier is not self._badge:
            raise LeaseLost
        room.outbox.pop(told, None)
        if room.outbox:
            return self._oldest()
        room.courier = None
        return None

    def _oldest(self) -> Due:
        room = self._room
        number, notice = min(room.outbox.items())
        if room.hand[0] != number:
            room.hand = (number, self._clock.now(), self._badge)
        _, since, who = room.hand
        return Due(number, notice, since=since, tried=who is not self._badge)
