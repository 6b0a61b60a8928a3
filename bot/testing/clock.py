"""A clock that stands still until a test moves it."""

from bot.policy.duration import seconds


class FakeClock:
    def __init__(self, start: float = 1_700_000_000.0) -> None:
        self._time = start

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._time

    def advance(self, by: str | float) -> None:
        """Let time pass: seconds, or a duration such as `4h`."""
        self._time += seconds(by) if isinstance(by, str) else by
