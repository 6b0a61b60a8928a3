"""What waits for somebody, filed by audience, the one that expires first at the top."""

from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from bot.ports import Part
from bot.records import Approval, Audience, Request
from bot.store import keys
from bot.store.command import Command
from bot.store.database import Database
from bot.store.filing import Filed, Files
from bot.store.recording import approval


class WaitingList:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._files = Files(database, keys.WAITING, TypeAdapter(Audience))

    async def audiences(self) -> Sequence[Audience]:
        return await self._files.audiences()

    async def page(self, audiences: Iterable[Audience], first: int, limit: int) -> Part[Approval]:
        count, found = await self._files.page(audiences, first, limit)
        records = await self._database.read_all([("HGETALL", each.record) for each in found])
        shown: list[Approval] = []
        gone: list[Filed] = []
        for each, fields in zip(found, records, strict=True):
            if fields.get(b"id") == each.id.encode():
                shown.append(approval(self._database.codec, fields, each.record))
            elif each.place < self._database.clock.now() - self._database.retention:
                gone.append(each)
        await self._files.take_out(gone)
        return Part(count, shown)

    async def file(self, approval: Approval) -> None:
        await self._database.write(filed(approval.request, Audience.of(approval)))


def filed(request: Request, audience: Audience | None, *, once: bool = False) -> Command:
    """`once`: leave one alone that is filed already."""
    record = keys.call(request.place, request.call.key)
    return Filed(request.id, record, request.expires_at).under(keys.WAITING, audience, once=once)
