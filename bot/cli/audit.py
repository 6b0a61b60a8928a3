"""The audit as a file: written from the store, and checked without it."""

import time
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.audit import Format, Link, Verdict, verify
from bot.audit.export import ending, entry, heading
from bot.cli.listing import audit_lines
from bot.cli.problems import Problem
from bot.clock import WallClock
from bot.policy.duration import seconds
from bot.ports import Audit
from bot.settings import Settings
from bot.storage import store_for

KEPT = 36_525
"""Days: audits outlive every policy."""


async def export(
    settings: Settings, out: IO[bytes], *, kind: Format, since: str, keep: str
) -> tuple[int, int]:
    """Write it, and only then drop what is older than `keep` from the store: how many entries, and
    how many days. Raises `Problem`, `StoreUnavailable`, `NotRecorded`."""
    start = moment(since) if since else 0.0
    before = time.time() - _duration(keep, "--keep") if keep else None
    async with store_for(settings, WallClock()) as store:
        count = await write(store.audit, out, kind=kind, since=start)
        return count, await store.audit.trim(before) if before is not None else 0


async def latest(settings: Settings, *, limit: int) -> str:
    """Oldest first. Raises `StoreUnavailable`, `NotRecorded`."""
    async with store_for(settings, WallClock()) as store:
        last = deque([link async for link in store.audit.read()], maxlen=limit)
    return audit_lines(last) or "Nothing is on record yet."


async def write(audit: Audit, out: IO[bytes], *, kind: Format, since: float = 0.0) -> int:
    """How many entries; they count as exported once all of them are written."""
    first: Link | None = None
    last: Link | None = None
    out.write(heading(kind).encode())
    async for link in audit.read(since):
        first, last = first or link, link
        out.write(entry(link, kind).encode())
    out.write(ending(first, last, kind).encode())
    out.flush()
    if first is None or last is None:
        return 0
    await audit.exported(first.seq, last.seq)
    return last.seq - first.seq + 1


def check(file: Path) -> Verdict:
    """Raises `OSError`."""
    return verify(file.read_bytes())


def moment(text: str) -> float:
    """A day, a point in time, or a length of time before now. Raises `Problem`."""
    with suppress(ValueError):
        return time.time() - seconds(text, longest=KEPT)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Problem(
            f"--since: {text!r} is neither a day as 2026-01-31 nor a length of time as 7d"
        ) from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def _duration(text: str, option: str) -> float:
    try:
        return seconds(text, longest=KEPT)
    except ValueError as error:
        raise Problem(f"{option}: {error}") from None
