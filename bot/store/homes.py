"""Homes in Redis: nothing of it is missed when it is lost."""

from collections.abc import Mapping, Sequence
from typing import get_args

from bot.ports import Front, Section
from bot.store import keys
from bot.store.database import Database

LIFE = 86_400
"""Seconds."""
_SECTIONS: tuple[Section, ...] = get_args(Section)


class RedisHomes:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def opened(self, user: str) -> None:
        await self._turned(user, dict.fromkeys(_SECTIONS, 0))

    async def turned(self, user: str, section: Section, page: int) -> None:
        await self._turned(user, {section: page})

    async def _turned(self, user: str, pages: Mapping[Section, int]) -> None:
        now, key = self._database.clock.now(), keys.home(user)
        turned = [each for pair in pages.items() for each in pair]
        await self._database.write(
            ("HSET", key, *turned, "shown", ""),
            ("EXPIRE", key, LIFE),
            ("ZADD", keys.HOMES, now, user),
            ("ZREMRANGEBYSCORE", keys.HOMES, "-inf", now - LIFE),
        )

    async def look(self, user: str) -> Front:
        kept = await self._database.read("HMGET", keys.home(user), *_SECTIONS, "shown")
        *numbers, shown = kept
        pages = {each: int(page or 0) for each, page in zip(_SECTIONS, numbers, strict=True)}
        return Front(pages, (shown or b"").decode())

    async def showed(self, user: str, digest: str) -> None:
        await self._database.write(
            ("HSET", keys.home(user), "shown", digest), ("EXPIRE", keys.home(user), LIFE)
        )

    async def lately(self, since: float) -> Sequence[str]:
        users = await self._database.read("ZRANGEBYSCORE", keys.HOMES, f"({since}", "+inf")
        return [user.decode() for user in users]
