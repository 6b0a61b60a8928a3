"""Threads in Redis."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Hold, WrittenByNewer
from bot.records import Cancelled, Entry, Place
from bot.store import keys
from bot.store.database import Database
from bot.store.hold import RedisHold
from bot.store.lease import renewed, surely
from bot.store.looking_after import patience, waits_since
from bot.store.recording import packed
from bot.store.schema import SCHEMA

HEEDS = 1.0
"""Seconds after which a holder knows at the latest that its run was called off."""


class RedisThreads:
    def __init__(self, database: Database, *, lease: float = 30.0, schema: int = SCHEMA) -> None:
        """`lease`: seconds after which a holder that has died is given up. `schema`: what is
        understood here."""
        self._database = database
        self._lease = lease
        self._schema = schema

    async def post(self, place: Place, entry: Entry, *, once: str) -> bool:
        data = packed(self._database.codec, entry, keys.inbox(place))
        due = ("ZADD", keys.UNSETTLED, self._database.clock.now(), place.tag)
        off = entry.run if isinstance(entry, Cancelled) else ""
        (answer,) = await self._database.change(
            place, "post", once, keys.ONCE_MS, data, off, index=[due], durable="on replicas"
        )
        return bool(answer == b"new")

    async def heard(self, place: Place, *, once: str) -> bool:
        return bool(await self._database.read("EXISTS", keys.once(place, once)))

    async def knows(self, place: Place) -> bool:
        return bool(await self._database.read("HEXISTS", keys.head(place), "run"))

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncIterator[Hold | None]:
        answer, look = await self._database.change(
            place,
            "take",
            int(self._lease * 1000),
            self._schema,
            then=[self._database.looking(place, "read")],
        )
        first, _, second = answer.decode().partition(" ")
        if first == "newer":
            raise WrittenByNewer(float(second))
        if first == "busy":
            yield None
            return
        fence, version = int(first), int(second)
        hold = RedisHold(self._database, place, look, fence=fence, version=version)
        try:
            async with renewed(partial(self._renew, hold), min(self._lease / 3, HEEDS)):
                yield hold
        finally:
            if not hold.is_given_back:
                await surely(hold.give_back())

    async def _renew(self, hold: RedisHold) -> bool:
        life = int(self._lease * 1000)
        answer = await self._database.look(hold.place, "renew", hold.fence, life)
        standing, _, called_off = answer.decode().partition(" ")
        hold.learns(called_off, is_lost=standing == "lost")
        return bool(standing == "ok")

    async def unsettled(self, *, older_than: float, limit: int = 100) -> list[Place]:
        now, older_than = self._database.clock.now(), patience(older_than, self._lease)
        tags = await self._database.on_key(keys.UNSETTLED, "claim", now - older_than, limit, now)
        found: list[Place] = []
        for tag in tags:
            place = Place.of_tag(tag.decode())
            standing, ms = (await self._database.look(place, "look")).decode().split()
            if standing == "unsettled":
                found.append(place)
            since = waits_since(standing, int(ms) / 1000, now=now, older_than=older_than)
            if since is None:
                await self._database.on_key(keys.UNSETTLED, "forget", tag, now)
            elif since != now:
                await self._database.write(("ZADD", keys.UNSETTLED, "XX", since, tag))
        return found
