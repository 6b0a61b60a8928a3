"""Where the listeners hand over what they have read."""

from collections.abc import Mapping
from typing import Protocol

from bot.ports import Section
from bot.records import Click, Errand, Place, Said, Submission


class Intake(Protocol):
    """Each method returns once it is stored or after its own time budget, and never raises."""

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        """Somebody wrote to the agent; `once` is the same for every delivery of the message."""
        ...

    async def greet(self, place: Place, user: str, *, once: str) -> None:
        """Somebody turned to the agent and said nothing; `once` as above."""
        ...

    async def errand(self, errand: Errand) -> None:
        """Somebody clicked a button, sent a window or typed a command."""
        ...

    async def window(self, click: Click) -> None:
        """Somebody clicked a button that opens a window."""
        ...

    async def home(self, user: str, turned: tuple[Section, int] | None = None) -> None:
        """Somebody opened the app's Home, or turned to this page of one of its lists."""
        ...

    async def faults(self, submission: Submission) -> Mapping[str, str]:
        """What is wrong with which field of a window; nothing when it can be kept."""
        ...
