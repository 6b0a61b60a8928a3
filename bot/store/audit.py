"""The audit in Redis: a stream for each day, in a slot of its own.

The hash is computed here, and a script ties the link on if it fits the end of the chain; when
somebody else was faster, the link is made anew.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.audit import GENESIS, Link, linked
from bot.audit.chain import read, written
from bot.audit.entries import milliseconds, turn
from bot.ports import NotRecorded
from bot.records import AuditEntry
from bot.store import keys
from bot.store.database import Database
from bot.store.recording import text

PAGE = 500


class RedisAudit:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._codec = database.codec
        self._turn = asyncio.Lock()
        """Entries of one process do not race each other."""
        self._end = (0, GENESIS)
        """The end of the chain, as last seen."""

    async def add(self, entry: AuditEntry) -> None:
        async with self._turn:
            while (end := await self._tie(entry)) is not None:
                self._end = end

    async def _tie(self, entry: AuditEntry) -> tuple[int, str] | None:
        """Tie it on; or the end of the chain, when that is another one."""
        after, prev = self._end
        link = linked(entry, after=after, prev=prev)
        answer = await self._database.on_key(
            keys.AUDIT,
            "link",
            entry.id,
            link.seq,
            prev,
            link.hash,
            self._codec.encode(written(link), keys.AUDIT),
            day_of(self._database.clock.now()),
            entry.run,
            entry.call,
            turn(entry),
            entry.policies if entry.what == "policies" else "",
            int(self._database.retention * 1000),
        )
        if answer == b"ok":
            self._end = (link.seq, link.hash)
        if answer in (b"ok", b"known"):
            return None
        number, _, digest = answer.decode().partition(" ")
        return int(number), digest or GENESIS

    async def of_run(self, run: str) -> Sequence[Link]:
        rows = await self._database.read("LRANGE", keys.audit_run(run), 0, -1)
        split = [row.decode().partition(" ") for row in rows]
        asked = [
            ("XRANGE", keys.audit_day(day), f"{number}-0", f"{number}-0")
            for number, _, day in split
        ]
        return [
            self._link(found) for page in await self._database.read_all(asked) for found in page
        ]

    async def read(self, since: float = 0.0) -> AsyncIterator[Link]:
        begun = False
        for day in await self._database.read("ZRANGE", keys.AUDIT_DAYS, 0, -1):
            if day.decode() < day_of(since):
                continue
            async for link in self._day(day.decode()):
                begun = begun or link.entry.at >= milliseconds(since)
                if begun:
                    yield link

    async def _day(self, day: str) -> AsyncIterator[Link]:
        start = "-"
        while page := await self._database.read(
            "XRANGE", keys.audit_day(day), start, "+", "COUNT", PAGE
        ):
            for found in page:
                yield self._link(found)
            start = f"({page[-1][0].decode()}"

    async def exported(self, first: int, last: int) -> None:
        await self._database.on_key(keys.AUDIT, "exported", first, last)

    async def trim(self, before: float) -> int:
        return int(await self._database.on_key(keys.AUDIT, "trim", day_of(before)))

    def _link(self, found: Any) -> Link:
        """From an entry of a stream. Raises `NotRecorded`."""
        _, fields = found
        try:
            return read(text(self._codec, fields[b"link"], keys.AUDIT))
        except ValueError:
            raise NotRecorded("an entry of the audit cannot be read") from None


def day_of(seconds: float) -> str:
    """In UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
