"""What waits for somebody, filed by audience: to look costs what there are of audiences and on the
page, and not what waits.
"""

from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter, ValidationError

from bot.ports import Part
from bot.records import Approval, Audience, Request
from bot.store import keys
from bot.store.command import Command
from bot.store.database import Database
from bot.store.recording import approval

_AUDIENCE = TypeAdapter(Audience)


class WaitingList:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, Audience | None] = {}
        """As last seen, since a name stands for the same for ever; `None` for what another version
        of the bot wrote."""

    async def audiences(self) -> Sequence[Audience]:
        names = (await self._database.on_key(keys.WAITING, "audiences")).decode().split()
        known = {name: self._known[name] for name in names if name in self._known}
        self._known = known | await self._read([name for name in names if name not in known])
        return [each for each in self._known.values() if each is not None]

    async def _read(self, names: Sequence[str]) -> dict[str, Audience | None]:
        if not names:
            return {}
        written = await self._database.read("HMGET", keys.AUDIENCES, *names)
        found = zip(names, written, strict=True)
        return {name: _readable(data) for name, data in found if data is not None}

    async def page(self, audiences: Iterable[Audience], first: int, limit: int) -> Part[Approval]:
        names = " ".join(each.name for each in audiences)
        count, rows = await self._database.on_key(keys.WAITING, "waiting", first, limit, names)
        members = list(zip(rows[::2], rows[1::2], strict=True))
        split = [member.decode().partition(" ") for member, _ in members]
        records = await self._database.read_all([("HGETALL", key) for _, _, key in split])
        shown: list[Approval] = []
        for (name, _, key), fields, (member, expiry) in zip(split, records, members, strict=True):
            if fields.get(b"id") == name.encode():
                shown.append(approval(self._database.codec, fields, key))
            elif float(expiry) < self._database.clock.now() - self._database.retention:
                await self._database.write(_filing(member, 0, None))
        return Part(count, shown)

    async def file(self, approval: Approval) -> None:
        await self._database.write(filed(approval.request, Audience.of(approval)))


def filed(request: Request, audience: Audience | None, *, once: bool = False) -> Command:
    """`once`: leave one alone that is filed already."""
    record = keys.call(request.place, request.call.key)
    return _filing(f"{request.id} {record}", request.expires_at, audience, once=once)


def _filing(
    member: str | bytes, expires_at: float, audience: Audience | None, *, once: bool = False
) -> Command:
    name, data = ("", "") if audience is None else (audience.name, audience.model_dump_json())
    return Database.script("file", keys.WAITING, member, expires_at, name, data, int(once))


def _readable(data: bytes) -> Audience | None:
    try:
        return _AUDIENCE.validate_json(data)
    except ValidationError:
        return None
