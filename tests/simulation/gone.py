"""Which call the journal let go, as the task knows that runs the tool."""

from contextvars import ContextVar
from dataclasses import dataclass

from bot.records import Approval

_latest: ContextVar["Gone | None"] = ContextVar("gone", default=None)


@dataclass(frozen=True)
class Gone:
    key: str = ""
    approval: Approval | None = None

    def remember(self) -> None:
        _latest.set(self)

    @classmethod
    def current(cls, call: str) -> "Gone":
        """For a call named `run:call id`; nothing if this task was not let go for it."""
        latest = _latest.get()
        if latest is None or not latest.key.startswith(f"{call}:"):
            return cls()
        return latest
