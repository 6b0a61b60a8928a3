"""Homes in memory."""

from collections.abc import Sequence
from dataclasses import replace

from bot.ports import Clock, Front, Section
from bot.store.memory.world import World


class MemoryHomes:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock

    async def opened(self, user: str) -> None:
        await self._world.reach()
        self._world.fronts[user] = Front()
        self._world.opened[user] = self._clock.now()

    async def turned(self, user: str, section: Section, page: int) -> None:
        await self._world.reach()
        pages = self._world.fronts.get(user, Front()).pages
        self._world.fronts[user] = Front({**pages, section: page})
        self._world.opened[user] = self._clock.now()

    async def look(self, user: str) -> Front:
        await self._world.reach()
        return self._world.fronts.get(user, Front())

    async def showed(self, user: str, digest: str) -> None:
        await self._world.reach()
        front = self._world.fronts.get(user, Front())
        self._world.fronts[user] = replace(front, shown=digest)

    async def lately(self, since: float) -> Sequence[str]:
        await self._world.reach()
        return [user for user, at in self._world.opened.items() if at > since]
