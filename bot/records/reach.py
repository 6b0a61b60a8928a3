"""How people are reached about a request beside its card in the thread."""

from typing import Literal

from bot.records.base import Record

Nudge = Literal["reminded", "escalated"]


class Reach(Record):
    """As the policy has it. Times are in seconds after the request."""

    remind_after: float | None = None
    escalate_after: float | None = None
    escalate_to: tuple[str, ...] = ()
    """Channel or user ids: they are told, which gives nobody a right to decide."""
    route_to: str = ""
    """The channel that gets the card; the thread gets a pointer to it."""
    in_shared_channels: bool = False
    """Whether the card may stand where another organisation reads it (Slack Connect)."""

    def nudges(self, asked_at: float, expires_at: float) -> tuple[tuple[Nudge, float], ...]:
        """What is to be told and when (seconds since the epoch), as far as the time suffices."""
        found: list[tuple[Nudge, float]] = []
        if self.remind_after is not None:
            found.append(("reminded", asked_at + self.remind_after))
        if self.escalate_after is not None and self.escalate_to:
            found.append(("escalated", asked_at + self.escalate_after))
        return tuple((what, at) for what, at in found if at < expires_at)
