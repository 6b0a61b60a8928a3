"""The outbox in Redis."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Due, LeaseLost, Round
from bot.records import Notice, Place
from bot.store import keys
from bot.store.command import Command
from bot.store.database import Database
from bot.store.lease import renewed, surely
from bot.store.recording import NOTICE, numbered, packed, unpacked


class RedisOutbox:
    def __init__(self, database: Database, *, lease: float = 30.0) -> None:
        """`lease`: seconds after which a courier who has died is replaced."""
        self._database = database
        self._lease_ms = int(lease * 1000)

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[Round | None]:
        key, badge = keys.courier(place), secrets.token_hex(12)
        # A request that is sent again finds its own badge.
        hire = ("SET", key, badge, "NX", "PX", self._lease_ms)
        _, hand = await self._database.write(hire, _next(self._database, place, badge))
        if hand in (b"", b"lost"):
            yield None
            return
        mine = RedisRound(self._database, place, badge, hand)
        try:
            async with renewed(partial(self._renew, key, badge), self._lease_ms / 3000):
                yield mine
        finally:
            if not mine.is_over:
                await surely(self._database.on_key(key, "release", badge))

    async def _renew(self, key: str, badge: str) -> bool:
        return bool(await self._database.on_key(key, "extend", badge, self._lease_ms) == b"ok")

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        data = packed(self._database.codec, notice, keys.outbox(place))
        due = ("ZADD", keys.UNSETTLED, self._database.clock.now(), place.tag)
        key = f"told:{once}"
        await self._database.change(place, "tell", key, keys.ONCE_MS, data, index=[due])


class RedisRound:
    """Bound to one badge: whoever has lost it without knowing does not act under the next one's,
    even if that is in the same process."""

    def __init__(self, database: Database, place: Place, badge: str, hand: bytes) -> None:
        """`hand`: what `next.lua` has handed out to begin with."""
        self._database = database
        self._place = place
        self._badge = badge
        self._hand = hand
        self.is_over = False

    @property
    def first(self) -> Due:
        return self._due(self._hand)

    async def next(self, told: int) -> Due | None:
        (hand,) = await self._database.write(_next(self._database, self._place, self._badge, told))
        self.is_over = hand in (b"", b"lost")
        if hand == b"lost":
            raise LeaseLost
        return None if self.is_over else self._due(hand)

    def _due(self, hand: bytes) -> Due:
        since, tried, oldest = hand.split(b" ", 2)
        number, data = numbered(oldest)
        notice = unpacked(self._database.codec, NOTICE, data, keys.outbox(self._place))
        return Due(number, notice, since=float(since), tried=tried == b"1")


def _next(database: Database, place: Place, badge: str, told: int = 0) -> Command:
    return database.looking(place, "next", badge, keys.ONCE_MS, told)
