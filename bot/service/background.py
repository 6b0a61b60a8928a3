"""Work that goes on after the person who caused it was answered."""

import asyncio
import logging
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self

from bot.blame import blame
from bot.lifetime import end

log = logging.getLogger(__name__)

HEAD_START = 0.01
"""Seconds by which a call that people have just approved is ahead of what is only shown or ticked
off; nobody sees the difference."""
PATIENCE = 10.0
"""Seconds."""


class Background:
    """A set of tasks; leaving it lets them finish, for at most `PATIENCE`.

    A task that fails is logged and disturbs no other: whatever it owed is on record, and the
    sweeper takes it up again.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], *, name: str, after: float = 0.0) -> None:
        """`after`: seconds until it begins."""
        task = asyncio.create_task(self._guarded(work, name, after), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def is_idle(self) -> bool:
        return not self._tasks

    async def settle(self) -> None:
        """Wait until nothing is going on, tasks started meanwhile included."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.settle()
        except TimeoutError:
            log.warning("gave up waiting for %d tasks", len(self._tasks))
        await end(*self._tasks)

    async def _guarded(self, work: Coroutine[Any, Any, None], name: str, after: float) -> None:
        try:
            if after:
                await asyncio.sleep(after)
            await work
        except Exception as error:  # noqa: BLE001 - whatever it is
            log.error("%s failed: %s", name, blame(error))  # noqa: TRY400 - where, not what
        finally:
            work.close()
