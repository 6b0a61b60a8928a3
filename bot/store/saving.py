"""What a holder's change becomes in Redis: arguments of `save.lua`, and index entries before it.

Nothing here awaits.
"""

from collections.abc import Iterator, Sequence

from bot.ports import Change
from bot.records import Approval, Audience, CardDue, Decided, Notice, Place, Request
from bot.store import keys, unfinished, waiting
from bot.store.codec import Codec
from bot.store.command import Argument, Command
from bot.store.pointers import pointer
from bot.store.recording import listed, packed

Cancelled = tuple[str, Sequence[Notice]]
"""Key of a call that need not start any more, and what is told if it has not."""
RECENT = 10_000
"""Runs in the list of runs."""
MINE = 1_000
"""Runs in the list of one person's."""


def arguments(
    codec: Codec,
    place: Place,
    change: Change,
    cancelled: Sequence[Cancelled],
    notices: Sequence[Notice],
    *,
    version: int,
) -> Iterator[Argument]:
    """In the order in which the script reads them; `version` is the one a change of the state
    makes."""
    run = change.run
    if run is None:
        yield from ("", "", 0, "")
    else:
        yield from (run.id, run.status, int(run.is_over))
        yield packed(codec, run, keys.run(place, run.id))
    yield version
    yield from (
        "" if text is None else codec.encode(text, versioned(key, version))
        for text, key in ((change.state, keys.state(place)), (change.delta, keys.log(place)))
    )
    yield len(change.history)
    for item in change.history:
        yield codec.encode(item, keys.history(place))
    yield len(change.requests)
    for request in change.requests:
        yield from _opening(codec, place, request)
    box = keys.outbox(place)
    yield len(cancelled)
    for call_key, fallen in cancelled:
        yield from (call_key, change.by, *listed(codec, fallen, box))
    yield len(change.read)
    yield from change.read
    yield from listed(codec, notices, box)


def _opening(codec: Codec, place: Place, request: Request) -> Iterator[Argument]:
    call = request.call
    record = packed(codec, request, keys.call(place, call.key))
    yield from (call.run, call.key, request.id, call.digest, record, request.expires_at)
    yield packed(codec, Decided(approval=request.id), keys.inbox(place))
    yield packed(codec, CardDue(approval=request.id), keys.outbox(place))


def versioned(key: str, version: int) -> str:
    """What the state and each piece of its log are bound to, so that an older one is noticed."""
    return f"{key}#{version}"


def index(
    place: Place, change: Change, *, is_new: bool, now: float, retention: float
) -> Iterator[Command]:
    """Commands that make the change findable; harmless if the change never comes. `is_new`: the run
    was not on record before."""
    last = max([now, *(request.expires_at for request in change.requests)])
    life = int((last - now + retention) * 1000)
    for request in change.requests:
        record = keys.call(place, request.call.key)
        yield from pointer(keys.approval_index(request.id), record, life)
        yield ("ZADD", keys.DEADLINES, request.expires_at, f"{request.id} {record}")
        asked = Approval(request=request)
        if asked.has_nudges:
            yield ("ZADD", keys.NUDGES, asked.next_look, f"{request.id} {record}")
        yield waiting.filed(request, Audience.asked(request), once=True)
    if (run := change.run) is not None:
        record = keys.run(place, run.id)
        yield from pointer(keys.run_index(run.id), record, life)
        yield ("ZADD", keys.RUNS, run.started_at, record)
        yield ("ZREMRANGEBYRANK", keys.RUNS, 0, -RECENT - 1)
        if is_new:
            mine = keys.runs_of(run.requester)
            yield ("ZADD", mine, run.started_at, record)
            yield ("ZREMRANGEBYRANK", mine, 0, -MINE - 1)
            yield ("EXPIRE", mine, int(retention))
        # Not only a new one: an older bot may have begun it.
        if not run.is_over and (is_new or change.state is not None):
            yield unfinished.filed(run)
    if change.notices or change.requests or run is not None:
        yield ("ZADD", keys.UNSETTLED, now, place.tag)
