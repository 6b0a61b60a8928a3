"""Runs and open approvals in Redis, for people who look them up."""

from collections.abc import AsyncIterator, Iterable, Sequence

from pydantic import TypeAdapter

from bot.ports import Listed, Waiting
from bot.records import Approval, Audience, Run
from bot.store import keys
from bot.store.database import Database
from bot.store.recording import approval, unpacked
from bot.store.waiting import WaitingList

PAGE = 100

_RUN = TypeAdapter(Run)


class RedisRuns:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._codec = database.codec
        self._waiting = WaitingList(database)

    async def find(self, run: str) -> Run | None:
        key = await self._database.read("GET", keys.run_index(run))
        if key is None:
            return None
        data = await self._database.read("GET", key)
        return None if data is None else unpacked(self._codec, _RUN, data, key.decode())

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        found: list[Run] = []
        async for keys_ in self._pages("ZREVRANGE", keys.RUNS):
            records = await self._database.read_all([("GET", key) for key in keys_])
            for key, data in zip(keys_, records, strict=True):
                if data is not None:
                    found.append(unpacked(self._codec, _RUN, data, key.decode()))
            if len(found) >= limit:
                break
        return found[:limit]

    async def asked_by(self, user: str, *, first: int = 0, limit: int = 20) -> Listed:
        mine = keys.runs_of(user)
        count, found = await self._database.read_all(
            [("ZCARD", mine), ("ZREVRANGE", mine, first, first + limit - 1)]
        )
        records = await self._database.read_all([("GET", key) for key in found])
        shown = [
            unpacked(self._codec, _RUN, data, key.decode())
            for key, data in zip(found, records, strict=True)
            if data is not None
        ]
        return Listed(count, shown)

    async def audiences(self) -> Sequence[Audience]:
        return await self._waiting.audiences()

    async def waiting_for(
        self, audiences: Iterable[Audience], *, first: int = 0, limit: int
    ) -> Waiting:
        return await self._waiting.page(audiences, first, limit)

    async def project(self, approval: Approval) -> None:
        await self._waiting.file(approval)

    async def pending(self, *, limit: int = 50) -> Sequence[Approval]:
        found: list[Approval] = []
        async for members in self._pages("ZRANGE", keys.DEADLINES):
            split = [member.partition(b" ") for member in members]
            records = await self._database.read_all([("HGETALL", key) for _, _, key in split])
            for (name, _, key), fields in zip(split, records, strict=True):
                if fields.get(b"id") == name and fields.get(b"status") == b"waiting":
                    found.append(approval(self._codec, fields, key.decode()))
            if len(found) >= limit:
                break
        return found[:limit]

    async def _pages(self, command: str, index: str) -> AsyncIterator[list[bytes]]:
        """Members of an index, from one end to the other."""
        start = 0
        while True:
            page = await self._database.read(command, index, start, start + PAGE - 1)
            if page:
                yield page
            if len(page) < PAGE:
                return
            start += PAGE
