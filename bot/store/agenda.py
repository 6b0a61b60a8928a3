"""What is due about open approvals: an index, cleaned by looking at the records behind it."""

from collections.abc import Awaitable, Callable

from bot.records import Approval
from bot.store import keys
from bot.store.database import SETTLES, Database

Load = Callable[[str, str], Awaitable[Approval | None]]
"""The approval of this key and id, if it is on record."""


class Agenda:
    def __init__(self, database: Database, load: Load) -> None:
        self._database = database
        self._load = load

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        found: list[str] = []
        members = await self._database.read(
            "ZRANGEBYSCORE", keys.DEADLINES, "-inf", now, "LIMIT", 0, limit
        )
        for member in members:
            name, _, key = member.decode().partition(" ")
            standing = await self._load(key, name)
            if standing is not None and standing.is_open:
                found.append(name)
            elif standing is not None or await self._is_stale(keys.DEADLINES, member, now):
                await self._database.write(("ZREM", keys.DEADLINES, member))
        return [*found, *(each for each in await self._untold(now, limit) if each not in found)]

    async def _untold(self, now: float, limit: int) -> list[str]:
        """Open approvals about which people should have been told; the others are put where they
        belong in the index, or taken out of it."""
        found: list[str] = []
        members = await self._database.read(
            "ZRANGEBYSCORE", keys.NUDGES, "-inf", now, "LIMIT", 0, limit
        )
        for member in members:
            name, _, key = member.decode().partition(" ")
            standing = await self._load(key, name)
            if standing is None:
                if await self._is_stale(keys.NUDGES, member, now):
                    await self._database.write(("ZREM", keys.NUDGES, member))
            elif standing.is_open and standing.overdue_nudges(now):
                found.append(name)
            elif standing.status in ("waiting", "approved") and standing.has_nudges:
                then = max(standing.next_look, now + SETTLES)
                await self._database.write(("ZADD", keys.NUDGES, then, member))
            else:
                await self._database.write(("ZREM", keys.NUDGES, member))
        return found

    async def _is_stale(self, index: str, member: bytes, now: float) -> bool:
        score = await self._database.read("ZSCORE", index, member)
        return score is not None and float(score) < now - SETTLES
