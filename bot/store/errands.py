"""Errands in Redis."""

import secrets
from collections.abc import Sequence

from bot.records import Errand
from bot.store import keys
from bot.store.database import SETTLES, Database
from bot.store.recording import ERRAND, packed, unpacked

AFTERLIFE_MS = 86_400_000
"""How long an errand that is done refuses its next delivery."""


class RedisErrands:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, errand: Errand) -> bool:
        key = keys.errand(errand.key)
        data = packed(self._database.codec, errand, key)
        life = int(self._database.retention * 1000)
        token = secrets.token_hex(12)
        _, answer = await self._database.write(
            ("ZADD", keys.ERRANDS, "NX", self._database.clock.now(), errand.key),
            self._database.script("keep_errand", key, token, data, life),
            durable="on replicas",
        )
        return bool(answer == b"new")

    async def done(self, key: str) -> None:
        await self._database.write(
            self._database.script("finish_errand", keys.errand(key), AFTERLIFE_MS),
            ("ZREM", keys.ERRANDS, key),
        )

    async def claim(self, *, older_than: float, limit: int = 100) -> Sequence[Errand]:
        now = self._database.clock.now()
        due = await self._database.on_key(keys.ERRANDS, "claim", now - older_than, limit, now)
        names = [name.decode() for name in due]
        records = await self._database.read_all(
            [("HGET", keys.errand(name), "errand") for name in names]
        )
        found: list[Errand] = []
        for name, data in zip(names, records, strict=True):
            if data is not None:
                found.append(unpacked(self._database.codec, ERRAND, data, keys.errand(name)))
            elif older_than >= SETTLES:
                await self._database.on_key(keys.ERRANDS, "forget", name, now)
        return found
