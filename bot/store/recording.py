"""Records as they are kept: JSON through the codec, each bound to the key it is kept under."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.ports import NotRecorded
from bot.records import (
    Approval,
    ApprovalStatus,
    Copy,
    Decision,
    Entry,
    Errand,
    MessageRef,
    Notice,
    Remark,
)
from bot.records import Request as Asked
from bot.store.codec import Codec, Unreadable
from bot.store.command import Argument
from bot.store.outcome import outcome

T = TypeVar("T")
Fields = Mapping[bytes, bytes]

ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
NOTICE: TypeAdapter[Notice] = TypeAdapter(Notice)
ERRAND: TypeAdapter[Errand] = TypeAdapter(Errand)
_REMARK: TypeAdapter[Remark] = TypeAdapter(Remark)
_STATUS: TypeAdapter[ApprovalStatus] = TypeAdapter(ApprovalStatus)


def packed(codec: Codec, record: BaseModel, key: str) -> bytes:
    return codec.encode(record.model_dump_json(), key)


def listed(codec: Codec, notices: Sequence[Notice], key: str) -> list[Argument]:
    """Notices as the scripts read a list: with their count in front."""
    return [len(notices), *(packed(codec, each, key) for each in notices)]


def unpacked(codec: Codec, kind: TypeAdapter[T], data: bytes, key: str) -> T:
    """Raises `NotRecorded`: what cannot be read is as good as not there."""
    return _validated(lambda: kind.validate_json(text(codec, data, key)))


def _validated(read: Callable[[], T]) -> T:
    try:
        return read()
    except ValidationError:
        raise NotRecorded("a record was written by another version of the bot") from None


def text(codec: Codec, data: bytes, key: str) -> str:
    """Raises `NotRecorded`."""
    try:
        return codec.decode(data, key)
    except Unreadable as error:
        raise NotRecorded(f"a record cannot be read: {error}") from None


def numbered(member: bytes) -> tuple[int, bytes]:
    """An entry of inbox or outbox has its sequence number in front."""
    number, _, data = member.partition(b" ")
    return int(number), data


def pairs(flat: Sequence[T]) -> Iterator[tuple[T, T]]:
    return zip(flat[::2], flat[1::2], strict=True)


_REQUEST = TypeAdapter(Asked)
_DECISION = TypeAdapter(Decision)
_CARD = TypeAdapter(MessageRef)
_COPY = TypeAdapter(Copy)


def approval(codec: Codec, fields: Fields, key: str) -> Approval:
    """From the fields of a call that has a request. Raises `NotRecorded`."""
    decisions = tuple(
        unpacked(codec, _DECISION, data, key)
        for data in _numbered(fields, b"decision:", b"decided")
    )
    remarks = tuple(
        unpacked(codec, _REMARK, data, key) for data in _numbered(fields, b"remark:", b"remarks")
    )
    card = fields.get(b"card")
    copies = tuple(
        unpacked(codec, _COPY, data, key)
        for name, data in sorted(fields.items())
        if name.startswith(b"copy:")
    )
    output, result = fields.get(b"output", b""), fields.get(b"result", b"")
    recorded = Approval(
        request=unpacked(codec, _REQUEST, fields[b"request"], key),
        status=_validated(lambda: _STATUS.validate_python(fields[b"status"].decode())),
        decisions=decisions,
        remarks=remarks,
        ended_by=fields.get(b"ended_by", b"").decode(),
        ended_at=float(fields.get(b"ended_at", 0.0)),
        result=text(codec, result, key) if result else "",
        card=None if card is None else unpacked(codec, _CARD, card, key),
        stray=b"stray" in fields,
        copies=copies,
        version=int(fields[b"version"]),
    )
    if not output:
        return recorded
    told = outcome(text(codec, output, key), recorded)
    return recorded.model_copy(update={"outcome": told})


def _numbered(fields: Fields, prefix: bytes, counter: bytes) -> Iterator[bytes]:
    """The fields `prefix` 1, 2, … up to the counter; those that were taken away are left out."""
    for number in range(1, int(fields.get(counter, 0)) + 1):
        if (data := fields.get(prefix + b"%d" % number)) is not None:
            yield data
