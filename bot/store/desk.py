"""The worker of this very process: a handler starts the moment something is laid on the desk."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.records import Place

logger = logging.getLogger(__name__)


class Desk:
    def __init__(self, on_wake: Callable[[Place], Awaitable[None]], *, room: int) -> None:
        """`room`: handlers at once."""
        self._on_wake = on_wake
        self._room = room
        self._open = True
        self._running: set[asyncio.Task[None]] = set()

    def take(self, place: Place) -> bool:
        """False when there is no room, or when it is being closed."""
        if not self._open or len(self._running) >= self._room:
            return False
        task = asyncio.create_task(self._handle(place), name=f"thread {place.tag}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return True

    async def close(self) -> None:
        """Take no more, and let the running ones finish."""
        self._open = False
        if self._running:
            await asyncio.wait(self._running)

    async def _handle(self, place: Place) -> None:
        try:
            await self._on_wake(place)
        except Exception:
            logger.exception("the work on thread %s failed", place.tag)
