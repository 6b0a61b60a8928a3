"""Records filed by whom they are for: to look costs what there are of audiences and on the page,
and not what is filed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.records import Audience, Onlookers
from bot.store.command import Command
from bot.store.database import Database

W = TypeVar("W", bound=Audience | Onlookers)


@dataclass(frozen=True)
class Filed:
    """The lowest place comes first."""

    id: str
    record: str
    """Key of the record."""
    place: float

    def under(self, base: str, whom: Audience | Onlookers | None, *, once: bool = False) -> Command:
        """File it, or take it out. `once`: leave one alone that is filed already."""
        name, data = ("", "") if whom is None else (whom.name, whom.model_dump_json())
        member = f"{self.id} {self.record}"
        return Database.script("file", base, member, self.place, name, data, int(once))


class Files(Generic[W]):
    def __init__(self, database: Database, base: str, kind: TypeAdapter[W]) -> None:
        self._database = database
        self._base = base
        self._kind = kind
        self._known: dict[str, W | None] = {}
        """As last seen, since a name stands for the same for ever; `None` for what another version
        of the bot wrote."""

    async def audiences(self) -> Sequence[W]:
        names = (await self._database.on_key(self._base, "audiences")).decode().split()
        known = {name: self._known[name] for name in names if name in self._known}
        self._known = known | await self._read([name for name in names if name not in known])
        return [each for each in self._known.values() if each is not None]

    async def _read(self, names: Sequence[str]) -> dict[str, W | None]:
        if not names:
            return {}
        written = await self._database.read("HMGET", f"{self._base}:audiences", *names)
        found = zip(names, written, strict=True)
        return {name: self._readable(data) for name, data in found if data is not None}

    def _readable(self, data: bytes) -> W | None:
        try:
            return self._kind.validate_json(data)
        except ValidationError:
            return None

    async def page(self, whom: Iterable[W], first: int, limit: int) -> tuple[int, list[Filed]]:
        """How many there are for any of them, and those on the page."""
        names = " ".join(each.name for each in whom)
        count, rows = await self._database.on_key(self._base, "page", first, limit, names)
        return count, [_filed(*row) for row in zip(rows[::2], rows[1::2], strict=True)]

    async def take_out(self, filed: Sequence[Filed]) -> None:
        if filed:
            await self._database.write(*(each.under(self._base, None) for each in filed))


def _filed(member: bytes, place: bytes) -> Filed:
    identity, _, record = member.decode().partition(" ")
    return Filed(identity, record, float(place))
