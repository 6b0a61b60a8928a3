"""Where the listeners hand over what they have read."""

from typing import Protocol

from bot.records import Errand, Place, Said


class Intake(Protocol):
    """Each method returns once it is stored or after its own time budget, and never raises."""

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        """Somebody wrote to the agent; `once` is the same for every delivery of the message."""
        ...

    async def errand(self, errand: Errand) -> None:
        """Somebody clicked a button or typed a command."""
        ...
