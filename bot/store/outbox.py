"""The outbox in Redis."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Due, Round
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

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[Round | None]:
        key, badge = keys.courier(place), secrets.token_hex(12)
        if not await self._hire(key, badge):
            yield None
            return
        try:
            async with renewed(partial(self._renew, key, badge), self._lease_ms / 1000):
                yield RedisRound(self._database, place, badge)
        finally:
            await surely(self._database.on_key(key, "release", badge))

    async def _hire(self, key: str, badge: str) -> bool:
        """A request that is sent again finds its own badge."""
        _, owner = await self._database.write(
            ("SET", key, badge, "NX", "PX", self._lease_ms), ("GET", key)
        )
        return bool(owner == badge.encode())

    async def _renew(self, key: str, badge: str) -> bool:
        return bool(await self._database.on_key(key, "extend", badge, self._lease_ms) == b"ok")

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        data = packed(self._database.codec, notice, keys.outbox(place))
        due = ("ZADD", keys.UNSETTLED, self._database.clock.now(), place.tag)
        key = f"told:{once}"
        await self._database.change(place, "tell", key, ONCE_MS, data, index=[due])


class RedisRound:
    """Bound to one badge: whoever has lost it without knowing does not act under the next one's,
    even if that is in the same process."""

    def __init__(self, database: Database, place: Place, badge: str) -> None:
        self._database = database
        self._place = place
        self._badge = badge

    async def next(self) -> Due | None:
        answer = await self._database.look(self._place, "next", self._badge, ONCE_MS)
        if not answer:
            return None
        since, tried, oldest = answer.split(b" ", 2)
        number, data = numbered(oldest)
        notice = unpacked(self._database.codec, NOTICE, data, keys.outbox(self._place))
        return Due(number, notice, since=float(since), tried=tried == b"1")

    async def delivered(self, number: int) -> bool:
        base = keys.base(self._place)
        told = self._database.script("tick_off", base, self._badge, number)
        (gone,) = await self._database.write(told)
        return bool(gone)
