"""Waiting for something to become true, woken by changes instead of by the clock."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

T = TypeVar("T")


class Changes:
    def __init__(self) -> None:
        self._watchers: set[asyncio.Event] = set()

    def notify(self) -> None:
        """Something changed: everybody who waits looks again."""
        for watcher in self._watchers:
            watcher.set()

    async def until(self, look: Callable[[], T], *, within: float) -> T | None:
        """The first truthy answer of `look`, or None when the seconds are over."""
        found = look()
        if found:
            return found
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        try:
            async with asyncio.timeout(within):
                while not (found := look()):
                    await watcher.wait()
                    watcher.clear()
        except TimeoutError:
            return None
        finally:
            self._watchers.discard(watcher)
        return found

    async def each(self, *, at_most_every: float) -> AsyncIterator[None]:
        """One turn now, and one after each burst of changes."""
        watcher = asyncio.Event()
        watcher.set()
        self._watchers.add(watcher)
        try:
            while True:
                await watcher.wait()
                watcher.clear()
                yield
                await asyncio.sleep(at_most_every)
        finally:
            self._watchers.discard(watcher)
