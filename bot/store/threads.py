"""Threads in Redis."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Hold
from bot.records import Cancelled, Entry, Place
from bot.store import keys
from bot.store.database import SETTLES, Database
from bot.store.hold import RedisHold
from bot.store.lease import renewed, surely
from bot.store.recording import packed

ONCE_MS = 7 * 86_400_000
"""How long a thread remembers what was posted: longer than anybody delivers anything again."""


class RedisThreads:
    def __init__(self, database: Database, *, lease: float = 30.0) -> None:
        """`lease`: seconds after which a holder that has died is given up."""
        self._database = database
        self._lease = lease

    async def post(self, place: Place, entry: Entry, *, once: str) -> bool:
        data = packed(self._database.codec, entry, keys.inbox(place))
        due = ("ZADD", keys.UNSETTLED, self._database.clock.now(), place.tag)
        off = entry.run if isinstance(entry, Cancelled) else ""
        (answer,) = await self._database.change(
            place, "post", once, ONCE_MS, data, off, index=[due]
        )
        return bool(answer == b"new")

    async def knows(self, place: Place) -> bool:
        return bool(await self._database.read("HEXISTS", keys.head(place), "run"))

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncIterator[Hold | None]:
        (answer,) = await self._database.change(place, "take", int(self._lease * 1000))
        if answer == b"busy":
            yield None
            return
        fence, version = map(int, answer.split())
        hold = RedisHold(self._database, place, fence=fence, version=version)
        try:
            async with renewed(partial(self._renew, hold), self._lease):
                yield hold
        finally:
            if not hold.is_given_back:
                await surely(hold.give_back())

    async def _renew(self, hold: RedisHold) -> bool:
        life = int(self._lease * 1000)
        return bool(await self._database.look(hold.place, "renew", hold.fence, life) == b"ok")

    async def unsettled(self, *, older_than: float, limit: int = 100) -> list[Place]:
        now = self._database.clock.now()
        tags = await self._database.on_key(keys.UNSETTLED, "claim", now - older_than, limit, now)
        found: list[Place] = []
        for tag in tags:
            place = Place.of_tag(tag.decode())
            standing = await self._database.look(place, "look")
            if standing == b"unsettled":
                found.append(place)
            elif standing == b"settled" and older_than >= SETTLES:
                await self._database.on_key(keys.UNSETTLED, "forget", tag, now)
        return found
