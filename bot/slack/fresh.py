"""Answers that may be a little old: fetched once for all who ask, forgotten after a while."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

V = TypeVar("V")

REMEMBERED = 4096


class Fresh(Generic[V]):
    """A cache by age. A failure is told to everybody who was waiting for it, and not kept."""

    def __init__(self, *, ttl: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`ttl` in seconds, counted from the moment the question was asked."""
        self._ttl = ttl
        self._clock = clock
        self._asked: OrderedDict[str, tuple[float, asyncio.Task[V]]] = OrderedDict()

    async def get(
        self, key: str, fetch: Callable[[str], Awaitable[V]], *, within: float = math.inf
    ) -> V:
        """An answer that is younger than `within` seconds, too."""
        kept = self._asked.get(key)
        if kept is None or self._is_stale(*kept, min(self._ttl, within)):
            kept = (self._clock(), asyncio.create_task(_run(fetch, key)))
            kept[1].add_done_callback(_failed)
            self._asked[key] = kept
            self._asked.move_to_end(key)
            if len(self._asked) > REMEMBERED:
                self._asked.popitem(last=False)
        # Shielded: whoever gives up waiting must not spoil it for the others.
        return await asyncio.shield(kept[1])

    def _is_stale(self, asked_at: float, task: asyncio.Task[V], ttl: float) -> bool:
        if not task.done():
            return False
        return _failed(task) or self._clock() - asked_at >= ttl


async def _run(fetch: Callable[[str], Awaitable[V]], key: str) -> V:
    return await fetch(key)


def _failed(task: asyncio.Task[V]) -> bool:
    return task.cancelled() or task.exception() is not None
