"""The outbox in Redis."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Due
from bot.records import Notice, Place
from bot.store import keys
from bot.store.database import Database
from bot.store.lease import renewed, surely
from bot.store.once import ONCE_MS
from bot.store.recording import NOTICE, numbered, packed, unpacked


class RedisOutbox:
    def __init__(self, database: Database, *, lease: float = 30.0) -> None:
        """`lease`: seconds after which a courier who has died is replaced."""
        self._database = database
        self._lease_ms = int(lease * 1000)
        self._badges: dict[str, str] = {}
        """Couriers of this process, by thread."""

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[bool]:
        key, badge = keys.courier(place), secrets.token_hex(12)
        if not await self._hire(key, badge):
            yield False
            return
        self._badges[place.tag] = badge
        try:
            async with renewed(partial(self._renew, key, badge), self._lease_ms / 1000):
                yield True
        finally:
            if self._badges.get(place.tag) == badge:
                del self._badges[place.tag]
            await surely(self._database.on_key(key, "release", badge))

    async def _hire(self, key: str, badge: str) -> bool:
        """A request that is sent again finds its own badge."""
        _, owner = await self._database.write(
            ("SET", key, badge, "NX", "PX", self._lease_ms), ("GET", key)
        )
        return bool(owner == badge.encode())

    async def _renew(self, key: str, badge: str) -> bool:
        return bool(await self._database.on_key(key, "extend", badge, self._lease_ms) == b"ok")

    async def next(self, place: Place) -> Due | None:
        badge = self._badges.get(place.tag, "")
        answer = await self._database.look(place, "next", badge, ONCE_MS)
        if not answer:
            return None
        since, tried, oldest = answer.split(b" ", 2)
        number, data = numbered(oldest)
        notice = unpacked(self._database.codec, NOTICE, data, keys.outbox(place))
        return Due(number, notice, since=float(since), tried=tried == b"1")

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        data = packed(self._database.codec, notice, keys.outbox(place))
        due = ("ZADD", keys.UNSETTLED, self._database.clock.now(), place.tag)
        key = f"told:{once}"
        await self._database.change(place, "tell", key, ONCE_MS, data, index=[due])

    async def delivered(self, place: Place, number: int) -> bool:
        (gone,) = await self._database.write(
            ("ZREMRANGEBYSCORE", keys.outbox(place), number, number)
        )
        return bool(gone)
