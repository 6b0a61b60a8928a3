"""Delegations in Redis: one hash, as small as the number of people who are away."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from bot.records import Delegation
from bot.store import keys
from bot.store.database import Database
from bot.store.recording import packed, unpacked

_DELEGATION = TypeAdapter(Delegation)


class RedisDelegations:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def give(self, delegation: Delegation) -> Delegation:
        data = packed(self._database.codec, delegation, keys.DELEGATIONS)
        _, known = await self._database.write(
            ("HSETNX", keys.DELEGATIONS, delegation.id, data),
            ("HGET", keys.DELEGATIONS, delegation.id),
        )
        return self._read(known or data)

    async def on_record(self) -> Sequence[Delegation]:
        found = map(self._read, await self._database.read("HVALS", keys.DELEGATIONS))
        return sorted(found, key=lambda each: (each.since, each.id))

    async def drop(self, delegation: str) -> None:
        await self._database.write(("HDEL", keys.DELEGATIONS, delegation))

    def _read(self, data: bytes) -> Delegation:
        return unpacked(self._database.codec, _DELEGATION, data, keys.DELEGATIONS)
