"""What time it is in a schedule."""

from tests.simulation.loop import SeededLoop

EPOCH = 1_700_000_000.0
"""What time it is when a schedule begins."""


class Clock:
    def __init__(self, loop: SeededLoop) -> None:
        self._loop = loop

    def now(self) -> float:
        return EPOCH + self._loop.time()
