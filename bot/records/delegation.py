"""Somebody is away, and somebody else decides for them meanwhile."""

from bot.records.base import Record


class Delegation(Record):
    """Gives nobody more rights than `by` has: what they could not decide, `to` cannot either."""

    id: str
    by: str
    """User id of whoever is away."""
    to: str
    """User id of whoever decides for them."""
    since: float
    """Seconds since the epoch."""
    until: float

    def is_in_force(self, now: float) -> bool:
        return self.since <= now < self.until
