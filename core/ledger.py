"""The tool ledger: what makes "runs at most once" true beyond this process.

The engine asks the ledger right before a tool starts and tells it right after. What is on record
there counts more than what a stored state remembers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Effect = Literal["pure", "idempotent", "at_most_once"]
"""What running a tool twice does: nothing, the same as once, or harm."""


@dataclass(frozen=True)
class LedgerCall:
    """One attempt to run one call."""

    run_id: str
    call_id: str
    attempt: int
    tool_name: str
    agent_name: str
    arguments: str
    """Canonical JSON of the arguments that will run."""
    digest: str
    """SHA-256 hex over the canonical JSON of {"tool": name, "arguments": parsed}."""
    effect: Effect
    needs_approval: bool


@dataclass(frozen=True)
class Go:
    """Run it; given exactly once for an attempt that must not be repeated."""


@dataclass(frozen=True)
class AlreadyDone:
    """It ran before; this is its output."""

    output: str


@dataclass(frozen=True)
class InDoubt:
    """It was started before and nobody knows how that ended: a person has to say."""


@dataclass(frozen=True)
class Refused:
    """It is not on record as approved. It does not run; the call is undecided again."""

    reason: str


Verdict = Go | AlreadyDone | InDoubt | Refused


class ToolLedger(Protocol):
    """Where the starts and ends of tool calls are on record."""

    async def begin(self, call: LedgerCall) -> Verdict:
        """Put the start on record; say whether the tool may run. Without an answer it does not."""
        ...

    async def finish(self, call: LedgerCall, output: str, *, failed: bool) -> None:
        """Put the output on record, and whether it tells of a failure."""
        ...
