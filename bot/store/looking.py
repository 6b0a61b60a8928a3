"""A thread, from what `read.lua` answers.

Nothing here awaits.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import TypeAdapter

from bot.ports import NotRecorded, Thread
from bot.records import Place, Run
from bot.store import keys, saving
from bot.store.codec import Codec
from bot.store.recording import ENTRY, approval, numbered, pairs, text, unpacked

Look = Sequence[Any]
"""The answer, as it came from Redis."""

_RUN = TypeAdapter(Run)


def as_thread(codec: Codec, place: Place, look: Look) -> Thread:
    """Raises `NotRecorded`."""
    inbox, run, record, version, state, log, history, approvals = look
    box, before = keys.inbox(place), int(version or 0) - len(log)
    return Thread(
        inbox=[
            (number, unpacked(codec, ENTRY, data, box)) for number, data in map(numbered, inbox)
        ],
        run=_run(codec, place, run, record),
        state=_state(codec, place, state, before),
        deltas=list(_deltas(codec, place, log, before)),
        history=list(_history(codec, place, history)),
        approvals={
            name.decode(): approval(codec, dict(pairs(fields)), keys.call(place, name.decode()))
            for name, fields in pairs(approvals)
        },
    )


def _run(codec: Codec, place: Place, run: bytes | None, record: bytes | None) -> Run | None:
    if run is None or record is None:
        return None
    return unpacked(codec, _RUN, record, keys.run(place, run.decode()))


def _state(codec: Codec, place: Place, data: bytes | None, version: int) -> str | None:
    key = saving.versioned(keys.state(place), version)
    return None if data is None else text(codec, data, key)


def _deltas(codec: Codec, place: Place, log: Sequence[bytes], version: int) -> Iterator[str]:
    for number, data in enumerate(log, version + 1):
        yield text(codec, data, saving.versioned(keys.log(place), number))


def _history(codec: Codec, place: Place, rows: Sequence[bytes]) -> Iterator[str]:
    """What cannot be read is left out: one bad row must not end a conversation."""
    key = keys.history(place)
    for row in rows:
        try:
            yield text(codec, row, key)
        except NotRecorded:
            continue
