"""Runs and open approvals in Redis, for people who look them up."""

from collections.abc import AsyncIterator, Iterable, Sequence
from functools import lru_cache, partial

from pydantic import TypeAdapter

from bot.ports import Part
from bot.records import Approval, Audience, Onlookers, Place, Run
from bot.store import keys, unfinished, waiting
from bot.store.database import Database
from bot.store.recording import approval, unpacked

PAGE = 100
REMEMBERED = 1024
"""Runs as they were last read: most look the same the next time."""

_RUN = TypeAdapter(Run)


class RedisRuns:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._codec = database.codec
        self._waiting = waiting.files(database)
        self._unpacked = lru_cache(REMEMBERED)(partial(unpacked, database.codec, _RUN))
        self._unfinished = unfinished.files(database, self._unpacked)

    async def find(self, run: str) -> Run | None:
        key = await self._database.read("GET", keys.run_index(run))
        if key is None:
            return None
        return await self._at(key.decode())

    async def latest_in(self, thread: Place) -> Run | None:
        run = await self._database.read("HGET", keys.head(thread), "run")
        return None if run is None else await self._at(keys.run(thread, run.decode()))

    async def _at(self, key: str) -> Run | None:
        data = await self._database.read("GET", key)
        return None if data is None else self._unpacked(data, key)

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        found: list[Run] = []
        async for page in self._pages("ZREVRANGE", keys.RUNS, limit):
            found += await self._records(page)
            if len(found) >= limit:
                break
        return found[:limit]

    async def asked_by(self, user: str, *, first: int = 0, limit: int = 20) -> Part[Run]:
        mine = keys.runs_of(user)
        count, found = await self._database.read_all(
            [("ZCARD", mine), ("ZREVRANGE", mine, first, first + limit - 1)]
        )
        return Part(count, await self._records(found))

    async def onlookers(self) -> Sequence[Onlookers]:
        return await self._unfinished.audiences()

    async def unfinished(
        self, onlookers: Iterable[Onlookers], *, first: int = 0, limit: int
    ) -> Part[Run]:
        return await self._unfinished.page(onlookers, first, limit)

    async def _records(self, found: Sequence[bytes]) -> list[Run]:
        """Those that are still there."""
        records = await self._database.read_all([("GET", key) for key in found])
        return [
            self._unpacked(data, key.decode())
            for key, data in zip(found, records, strict=True)
            if data is not None
        ]

    async def audiences(self) -> Sequence[Audience]:
        return await self._waiting.audiences()

    async def waiting_for(
        self, audiences: Iterable[Audience], *, first: int = 0, limit: int
    ) -> Part[Approval]:
        return await self._waiting.page(audiences, first, limit)

    async def project(self, approval: Approval) -> None:
        await self._database.write(waiting.filed(approval.request, Audience.of(approval)))

    async def pending(self, *, limit: int = 50) -> Sequence[Approval]:
        found: list[Approval] = []
        async for members in self._pages("ZRANGE", keys.DEADLINES, PAGE):
            split = [member.partition(b" ") for member in members]
            records = await self._database.read_all([("HGETALL", key) for _, _, key in split])
            for (name, _, key), fields in zip(split, records, strict=True):
                if fields.get(b"id") == name and fields.get(b"status") == b"waiting":
                    found.append(approval(self._codec, fields, key.decode()))
            if len(found) >= limit:
                break
        return found[:limit]

    async def _pages(self, command: str, index: str, size: int) -> AsyncIterator[list[bytes]]:
        """Members of an index, from one end to the other."""
        start = 0
        while True:
            page = await self._database.read(command, index, start, start + size - 1)
            if page:
                yield page
            if len(page) < size:
                return
            start += size
