"""Delegations in memory."""

from collections.abc import Sequence

from bot.records import Delegation
from bot.store.memory.world import World


class MemoryDelegations:
    def __init__(self, world: World) -> None:
        self._world = world

    async def give(self, delegation: Delegation) -> Delegation:
        await self._world.reach()
        return self._world.delegations.setdefault(delegation.id, delegation)

    async def on_record(self) -> Sequence[Delegation]:
        await self._world.reach()
        found = self._world.delegations.values()
        return sorted(found, key=lambda each: (each.since, each.id))

    async def drop(self, delegation: str) -> None:
        await self._world.reach()
        self._world.delegations.pop(delegation, None)
