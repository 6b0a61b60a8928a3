"""Counting what happens, for whoever watches over the bot. No label comes from anybody's text."""

from typing import Protocol


class Tally(Protocol):
    def run(self, status: str) -> None:
        """A run has ended so."""
        ...

    def approval(self, status: str) -> None:
        """An approval has come to stand so."""
        ...

    def click(self, outcome: str) -> None:
        """Somebody's word led to this."""
        ...
