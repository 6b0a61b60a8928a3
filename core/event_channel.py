"""The events of a streamed run, on their way to whoever reads them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from core.stream_events import StreamEvent


class EventChannel:
    """Events in order; one is heard when its reader comes back for the next."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[StreamEvent | None] = asyncio.Queue()
        self._readers = 0

    def put(self, event: StreamEvent) -> None:
        """One more event."""
        self._queue.put_nowait(event)

    def end(self) -> None:
        """Nothing more comes."""
        self._queue.put_nowait(None)

    def drop(self) -> None:
        """Forget what nobody has read."""
        while not self._queue.empty():
            self._queue.get_nowait()

    async def heard(self) -> None:
        """Wait until every event so far was heard; not at all when nobody reads."""
        if self._readers:
            await self._queue.join()

    async def read(self) -> AsyncGenerator[StreamEvent, None]:
        """The events to their end."""
        self._readers += 1
        try:
            while (event := await self._queue.get()) is not None:
                yield event
                self._queue.task_done()
            self.end()  # Who reads later finds the end too.
        finally:
            self._readers -= 1
