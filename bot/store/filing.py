"""Records filed by whom they are for: to look costs what there are of audiences and on the page,
and not what is filed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.ports import Part
from bot.records import Audience, Onlookers
from bot.store.command import Command
from bot.store.database import Database

W = TypeVar("W", bound=Audience | Onlookers)
R = TypeVar("R")


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


@dataclass(frozen=True)
class Kind(Generic[W, R]):
    """What is filed, and how it is told from what is left over."""

    base: str
    """Of its keys."""
    whom: TypeAdapter[W]
    command: str
    """By which a record is read from its key."""
    read: Callable[[Filed, Any], R | None]
    """From the answer to that; `None` when it does not belong there."""
    is_gone: Callable[[Filed, Any], bool]
    """Whether what does not belong there never will: a record may follow what it is filed by."""


class Files(Generic[W, R]):
    def __init__(self, database: Database, kind: Kind[W, R]) -> None:
        self._database = database
        self._kind = kind
        self._known: dict[str, W | None] = {}
        """As last seen, since a name stands for the same for ever; `None` for what another version
        of the bot wrote."""

    async def audiences(self) -> Sequence[W]:
        names = (await self._database.on_key(self._kind.base, "audiences")).decode().split()
        known = {name: self._known[name] for name in names if name in self._known}
        self._known = known | await self._read([name for name in names if name not in known])
        return [each for each in self._known.values() if each is not None]

    async def _read(self, names: Sequence[str]) -> dict[str, W | None]:
        if not names:
            return {}
        written = await self._database.read("HMGET", f"{self._kind.base}:audiences", *names)
        found = zip(names, written, strict=True)
        return {name: self._readable(data) for name, data in found if data is not None}

    def _readable(self, data: bytes) -> W | None:
        try:
            return self._kind.whom.validate_json(data)
        except ValidationError:
            return None

    async def page(self, whom: Iterable[W], first: int, limit: int) -> Part[R]:
        """What is there for any of them; what is gone is taken out."""
        kind, names = self._kind, " ".join(each.name for each in whom)
        count, rows = await self._database.on_key(kind.base, "page", first, limit, names)
        found = [_filed(*row) for row in zip(rows[::2], rows[1::2], strict=True)]
        answers = await self._database.read_all([(kind.command, each.record) for each in found])
        shown: list[R] = []
        gone: list[Filed] = []
        for each, answer in zip(found, answers, strict=True):
            if (record := kind.read(each, answer)) is not None:
                shown.append(record)
            elif kind.is_gone(each, answer):
                gone.append(each)
        if gone:
            await self._database.write(*(each.under(kind.base, None) for each in gone))
        return Part(count - len(gone), shown)


def _filed(member: bytes, place: bytes) -> Filed:
    identity, _, record = member.decode().partition(" ")
    return Filed(identity, record, float(place))
