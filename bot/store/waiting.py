"""What waits for somebody, filed by audience, the one that expires first at the top."""

from pydantic import TypeAdapter

from bot.records import Approval, Audience, Request
from bot.store import keys
from bot.store.command import Command
from bot.store.database import Database
from bot.store.filing import Filed, Files, Kind
from bot.store.recording import Fields, approval


def files(database: Database) -> Files[Audience, Approval]:
    def read(filed: Filed, fields: Fields) -> Approval | None:
        is_there = fields.get(b"id") == filed.id.encode()
        return approval(database.codec, fields, filed.record) if is_there else None

    def is_gone(filed: Filed, _: Fields) -> bool:
        return filed.place < database.clock.now() - database.retention

    return Files(database, Kind(keys.WAITING, TypeAdapter(Audience), "HGETALL", read, is_gone))


def filed(request: Request, audience: Audience | None, *, once: bool = False) -> Command:
    """`once`: leave one alone that is filed already."""
    record = keys.call(request.place, request.call.key)
    return Filed(request.id, record, request.expires_at).under(keys.WAITING, audience, once=once)
