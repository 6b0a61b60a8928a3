"""Runs and open approvals in Redis, for people who look them up."""

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import takewhile

from pydantic import TypeAdapter, ValidationError

from bot.records import Approval, Run, Waiting
from bot.store import keys
from bot.store.database import Database
from bot.store.recording import approval, unpacked

PAGE = 100

_RUN = TypeAdapter(Run)
_WAITING = TypeAdapter(Waiting)


class RedisRuns:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._codec = database.codec

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

    async def asked_by(self, user: str, *, limit: int = 20) -> Sequence[Run]:
        found = await self._database.read("ZREVRANGE", keys.runs_of(user), 0, limit - 1)
        records = await self._database.read_all([("GET", key) for key in found])
        return [
            unpacked(self._codec, _RUN, data, key.decode())
            for key, data in zip(found, records, strict=True)
            if data is not None
        ]

    async def waiting(self) -> Sequence[Waiting]:
        members = await self._database.read("HVALS", keys.WAITING)
        found = sorted(_readable(members), key=lambda each: each.expires_at)
        await self._forget(found)
        return found

    async def _forget(self, waiting: Sequence[Waiting]) -> None:
        """Drop what leads nowhere: its record was never written, or has gone with its thread."""
        long_ago = self._database.clock.now() - self._database.retention
        for each in takewhile(lambda each: each.expires_at < long_ago, waiting):
            if not await self._database.read("EXISTS", keys.call(each.place, each.call)):
                await self._database.write(("HDEL", keys.WAITING, each.id))

    async def project(self, approval: Approval) -> None:
        name, waiting = approval.request.id, Waiting.of(approval)
        if waiting is None:
            await self._database.write(("HDEL", keys.WAITING, name))
        else:
            data = waiting.model_dump_json()
            await self._database.write(("HSET", keys.WAITING, name, data))

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


def _readable(members: Sequence[bytes]) -> Iterator[Waiting]:
    """What another version of the bot wrote is left out."""
    for member in members:
        try:
            yield _WAITING.validate_json(member)
        except ValidationError:
            continue
