"""A clock that stands still until a test moves it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.policy.duration import seconds


class FakeClock:
    def __init__(self, start: float = 1_700_000_000.0) -> None:
        self._time = start
        self._watching: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._time

    def advance(self, by: str | float) -> None:
        """Let time pass, in one leap: seconds, or a duration such as `4h`. Whatever is due then
        happens by itself."""
        self._time += seconds(by) if isinstance(by, str) else by
        for look in self._watching:
            look()

    @contextmanager
    def watched(self, look: Callable[[], None]) -> Iterator[None]:
        """Call this whenever time has passed, for as long as the context lasts."""
        self._watching.append(look)
        try:
            yield
        finally:
            self._watching.remove(look)
