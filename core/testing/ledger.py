"""A tool ledger in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.ledger import AlreadyDone, Go, InDoubt, LedgerCall, Refused, Verdict


@dataclass
class Entry:
    """What is on record about a call."""

    status: Literal["approved", "started", "done"]
    attempt: int
    digest: str
    output: str = ""


class MemoryLedger:
    """Keeps what was started and what has ended; shared by runs as long as the process lives.

    With `only_approved`, calls that need approval must have been put on record by `approve`.
    """

    def __init__(self, *, only_approved: bool = False) -> None:
        self.only_approved = only_approved
        self.entries: dict[tuple[str, str], Entry] = {}
        self.begun: list[LedgerCall] = []
        self.finished: list[tuple[LedgerCall, str]] = []
        self.failed: list[LedgerCall] = []

    def approve(self, run_id: str, call_id: str, digest: str, attempt: int = 1) -> None:
        """Put an approval on record."""
        self.entries[run_id, call_id] = Entry("approved", attempt, digest)

    async def begin(self, call: LedgerCall) -> Verdict:
        """Go exactly once for each attempt of a call that must not be repeated."""
        self.begun.append(call)
        at = (call.run_id, call.call_id)
        entry = self.entries.get(at)
        if entry is None or call.attempt > entry.attempt:
            if call.needs_approval and self.only_approved:
                return Refused("not on record as approved")
        elif entry.digest != call.digest:
            return Refused("other arguments than those on record")
        elif entry.status == "done":
            return AlreadyDone(entry.output)
        elif entry.status == "started" and call.effect == "at_most_once":
            return InDoubt()
        self.entries[at] = Entry("started", call.attempt, call.digest)
        return Go()

    async def finish(self, call: LedgerCall, output: str, *, failed: bool) -> None:
        """Put the output on record."""
        self.finished.append((call, output))
        if failed:
            self.failed.append(call)
        self.entries[call.run_id, call.call_id] = Entry("done", call.attempt, call.digest, output)
