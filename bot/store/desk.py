"""The worker of this very process: a handler starts the moment something is laid on the desk."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.blame import blame
from bot.lifetime import end
from bot.records import Place

logger = logging.getLogger(__name__)


class Desk:
    def __init__(
        self, on_wake: Callable[[Place], Awaitable[None]], *, room: int, patience: float
    ) -> None:
        """`room`: handlers at once. `patience`: seconds they have to finish when it is closed."""
        self._on_wake = on_wake
        self._room = room
        self._patience = patience
        self._open = True
        self._running: set[asyncio.Task[None]] = set()

    def take(self, place: Place) -> bool:
        """False when there is no room, or when it is being closed."""
        if not self._open or len(self._running) >= self._room:
            return False
        _ = self._start(place)
        return True

    async def carry(self, place: Place) -> None:
        """Handle something that was brought here by somebody else, who waits for it."""
        await asyncio.wait([self._start(place)])

    async def close(self) -> None:
        """Take no more, and let the running ones finish; past the patience they are broken off,
        which leaves what they had in hand to whoever takes the thread next."""
        self._open = False
        if not self._running:
            return
        _, late = await asyncio.wait(self._running, timeout=self._patience)
        for task in late:
            logger.warning("%s did not come to an end in time and is broken off", task.get_name())
        await end(*late)

    def _start(self, place: Place) -> asyncio.Task[None]:
        task = asyncio.create_task(self._handle(place), name=f"thread {place.tag}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _handle(self, place: Place) -> None:
        try:
            await self._on_wake(place)
        except Exception as error:  # noqa: BLE001 - whatever it is
            logger.error("the work on thread %s failed: %s", place.tag, blame(error))  # noqa: TRY400 - where, not what
