"""What the tools did, one synced line each: the truth that no crash can blur."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Effect:
    """A tool began, or came to its end."""

    what: Literal["start", "end"]
    tool: str
    name: str
    """Of the call in its job; no two calls of a campaign share one."""
    run: str
    call: str
    key: str
    """The idempotency key the tool was given."""
    nonce: str
    """Of this very execution; its output quotes it."""
    approvers: tuple[str, ...]
    process: int
    at: float
    """Seconds since the epoch."""


def note(file: Path, effect: Effect) -> None:
    """On the disk when this returns."""
    line = json.dumps(asdict(effect)) + "\n"
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, line.encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def noted(file: Path) -> Iterator[Effect]:
    """Oldest first."""
    for line in file.read_text().splitlines() if file.exists() else ():
        fields = json.loads(line)
        yield Effect(**{**fields, "approvers": tuple(fields["approvers"])})


def under_way(file: Path) -> list[Effect]:
    """What has begun and not come to an end."""
    open_ends = {each.nonce: each for each in noted(file)}
    for each in noted(file):
        if each.what == "end":
            del open_ends[each.nonce]
    return list(open_ends.values())
