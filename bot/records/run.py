"""A run: from somebody's request to the last answer, over every pause between."""

from typing import Literal

from bot.records.base import Record
from bot.records.place import Place

RunStatus = Literal["running", "waiting", "done", "failed", "cancelled"]


class Run(Record):
    """The head of a run, readable without its state."""

    id: str
    place: Place
    requester: str
    team: str = ""
    agent: str
    ask: str
    """What was asked for, shortened to one line."""
    asked_ts: str
    """`ts` of the message that asked."""
    status: RunStatus
    started_at: float
    """Seconds since the epoch."""
    updated_at: float
    approvals: tuple[str, ...] = ()
    """Every approval asked for so far, oldest first."""
    heard: int = 0
    """Number of the last inbox entry its author was told would have to wait."""
    note: str = ""
    """Why it failed or was cancelled, for people."""
    tokens: int = 0

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "failed", "cancelled")
