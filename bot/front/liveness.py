"""Whether a Socket Mode connection is alive, from its signs of life. Decisions only."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Signs:
    """Moments on one monotonic clock, in seconds; `None` for what has not happened."""

    born_at: float
    connected_at: float | None = None
    greeted_at: float | None = None
    """Slack's `hello`: without it a connection gets nothing."""
    heard_at: float | None = None
    """The last message or pong."""
    is_open: bool = False

    def silence(self, now: float) -> float:
        """Seconds since the last sign of life."""
        moments = (self.born_at, self.connected_at, self.greeted_at, self.heard_at)
        return now - max(at for at in moments if at is not None)


@dataclass(frozen=True)
class Ailment:
    what: str
    hopeless: bool
    """It has had its time to recover: start over."""


def diagnose(signs: Signs, now: float, *, patience: float) -> Ailment | None:
    """What is wrong with the connection; `patience` in seconds."""
    quiet = signs.silence(now)
    if signs.connected_at is None or not signs.is_open:
        return Ailment("not connected", hopeless=quiet > patience)
    greeted = signs.greeted_at is not None and signs.greeted_at >= signs.connected_at
    if not greeted and now - signs.connected_at > patience:
        return Ailment("connected, but never greeted", hopeless=True)
    if quiet > patience:
        return Ailment(f"no sign of life for {quiet:.0f} s", hopeless=True)
    return None
