"""Waiting for something to become true, woken by changes instead of by the clock."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Changes:
    def __init__(self) -> None:
        self._watchers: set[asyncio.Event] = set()

    def notify(self) -> None:
        """Something changed: everybody who waits looks again."""
        for watcher in self._watchers:
            watcher.set()

    @contextmanager
    def watched(self) -> Iterator[asyncio.Event]:
        """An event that every change sets; whoever waits on it clears it."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    async def until(self, look: Callable[[], T], *, within: float) -> T | None:
        """The first truthy answer of `look`, or None when the seconds are over."""
        with self.watched() as changed:
            try:
                async with asyncio.timeout(within):
                    while not (found := look()):
                        await changed.wait()
                        changed.clear()
                    return found
            except TimeoutError:
                return None
