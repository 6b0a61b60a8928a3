"""Carrying wake-ups to a worker, now or later, at least once and with nothing but ids."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.records import Place


class Wakeups(Protocol):
    async def wake(self, place: Place) -> None:
        """Some worker will look at this thread soon. Waking it twice is harmless.

        Raises `NotRecorded`; the sweeper then finds the thread by its inbox."""
        ...

    def rouse(self, place: Place) -> bool:
        """A worker of this very process looks at this thread at once, beside what is being written
        in this turn of the loop; False if it has none to spare.

        It may come too early to find what is written: whoever rouses it wakes it as well, later."""
        ...

    async def wake_at(self, place: Place, approval: str, when: float) -> None:
        """Some worker will look at this approval's deadline then (seconds since the epoch)."""
        ...

    def work(
        self,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
    ) -> AbstractAsyncContextManager[None]:
        """Be a worker for as long as the context lasts; leaving it lets the running ones finish."""
        ...
