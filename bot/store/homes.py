"""Homes in Redis: nothing of it is missed when it is lost."""

from collections.abc import Sequence

from bot.ports import Front
from bot.store import keys
from bot.store.database import Database

LIFE = 86_400
"""Seconds."""


class RedisHomes:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def opened(self, user: str, page: int) -> None:
        now, key = self._database.clock.now(), keys.home(user)
        await self._database.write(
            ("HSET", key, "page", page, "shown", ""),
            ("EXPIRE", key, LIFE),
            ("ZADD", keys.HOMES, now, user),
            ("ZREMRANGEBYSCORE", keys.HOMES, "-inf", now - LIFE),
        )

    async def look(self, user: str) -> Front:
        page, shown = await self._database.read("HMGET", keys.home(user), "page", "shown")
        return Front(page=int(page or 0), shown=(shown or b"").decode())

    async def showed(self, user: str, digest: str) -> None:
        await self._database.write(
            ("HSET", keys.home(user), "shown", digest), ("EXPIRE", keys.home(user), LIFE)
        )

    async def lately(self, since: float) -> Sequence[str]:
        users = await self._database.read("ZRANGEBYSCORE", keys.HOMES, f"({since}", "+inf")
        return [user.decode() for user in users]
