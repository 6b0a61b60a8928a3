"""The events of a streamed run, on their way to whoever reads them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from core.stream_events import StreamEvent


class EventChannel:
    """Events in order; one is heard when its reader comes back for the next."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[StreamEvent | None] = asyncio.Queue()
        self._readers: set[Reader] = set()
        self._all_heard = asyncio.Event()

    def put(self, event: StreamEvent) -> None:
        """One more event."""
        self._all_heard.clear()
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
            await self._all_heard.wait()

    async def read(self) -> AsyncGenerator[StreamEvent, None]:
        """The events to their end."""
        reader = Reader(self)
        self._readers.add(reader)
        try:
            while (event := await self._next()) is not None:
                reader.takes()
                yield event
            self.end()  # Who reads later finds the end too.
        finally:
            reader.leave()

    async def _next(self) -> StreamEvent | None:
        if self._queue.empty():
            self._all_heard.set()
        return await self._queue.get()

    def forget(self, reader: Reader) -> None:
        """Wait for this reader no longer."""
        self._readers.discard(reader)
        if not self._readers:
            self._all_heard.set()


class Reader:
    """Somebody who reads, until it leaves or the task that keeps coming back has ended.

    Such a task may have failed over an event, and never say that it leaves.
    """

    def __init__(self, channel: EventChannel) -> None:
        self._channel = channel
        self._task: asyncio.Task[Any] | None = None
        self._watched = False

    def takes(self) -> None:
        """The current task takes an event; a task made for one event alone is not the reader."""
        task = asyncio.current_task()
        if task is not self._task:
            self._unwatch()
            self._task = task
        elif task is not None and not self._watched:
            task.add_done_callback(self.leave)
            self._watched = True

    def leave(self, task: asyncio.Task[Any] | None = None) -> None:
        """It reads no more."""
        self._unwatch()
        self._channel.forget(self)

    def _unwatch(self) -> None:
        if self._task is not None and self._watched:
            self._task.remove_done_callback(self.leave)
        self._watched = False
