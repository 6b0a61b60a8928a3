"""The hash chain: an entry, its number, and what ties it to the one before.

The hash is SHA-256 over the canonical form of everything else in the link: JSON without spaces,
with the names in the order of `FIELDS`, as UTF-8.
"""

import hashlib
import json
from collections.abc import Mapping

from bot.records import AuditEntry, Record

GENESIS = "0" * 64
"""What the very first entry follows."""

_ENTRY = tuple(AuditEntry.model_fields)
FIELDS = ("seq", *_ENTRY, "prev", "hash")
"""Names of a link in its written form, in their order."""


class Link(Record):
    """An entry in its place."""

    seq: int
    """Counts from 1, without gaps."""
    entry: AuditEntry
    prev: str
    """Hash of the link before."""
    hash: str

    @property
    def is_sound(self) -> bool:
        """Whether its hash is that of what it says."""
        return self.hash == _hash(self.seq, self.entry, self.prev)

    @property
    def fields(self) -> Mapping[str, str | int]:
        """As it is written, by the names in `FIELDS`."""
        return _fields(self.seq, self.entry, self.prev) | {"hash": self.hash}


def linked(entry: AuditEntry, *, after: int, prev: str) -> Link:
    """The link that follows number `after`, whose hash is `prev`."""
    seq = after + 1
    return Link(seq=seq, entry=entry, prev=prev, hash=_hash(seq, entry, prev))


def written(link: Link) -> str:
    """The canonical form of a link."""
    return _json(link.fields)


def read(text: str) -> Link:
    """From its canonical form. Raises `ValueError`."""
    return link_of(json.loads(text))


def link_of(fields: Mapping[str, object]) -> Link:
    """From its written fields. Raises `ValueError`."""
    entry = {name: value for name, value in fields.items() if name in _ENTRY}
    rest = {name: value for name, value in fields.items() if name not in _ENTRY}
    return Link.model_validate({**rest, "entry": entry})


def _hash(seq: int, entry: AuditEntry, prev: str) -> str:
    return hashlib.sha256(
        _json(_fields(seq, entry, prev)).encode("utf-8", "surrogatepass")
    ).hexdigest()


def _fields(seq: int, entry: AuditEntry, prev: str) -> dict[str, str | int]:
    return {"seq": seq, **entry.model_dump(), "prev": prev}


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
