"""When a stretch is broken off before its run has ended: at a checkpoint, or while it waits for
something that leaves nothing behind, such as an answer of the model.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from bot.ports import Hold, LeaseLost
from bot.records import Call
from core.result import RunResultStreaming


class Interrupted(Exception):
    """The stretch ends here although the run is not over: it was called off, or this process is
    about to end."""


class Interruption:
    def __init__(self, hold: Hold, run: str, closing: asyncio.Event) -> None:
        """`closing` is set when this process is about to end, which waits for a checkpoint."""
        self._hold = hold
        self._run = run
        self._closing = closing
        self.called_off = False
        """Whether somebody has called the run off."""
        self._under_way: set[object] = set()
        self._quiet = asyncio.Event()
        self._why: Exception | None = None
        """For which a run was broken off."""

    def call_begins(self, call: Call) -> None:
        """From now on until it ends nothing interrupts the stretch, unless it may be repeated."""
        if call.effect == "at_most_once":
            self._under_way.add(call.key)

    def call_ends(self, call: Call) -> None:
        self._ends(call.key)

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """What is written in here is not cut off."""
        writing = object()
        self._under_way.add(writing)
        try:
            yield
        finally:
            self._ends(writing)

    def _ends(self, what: object) -> None:
        self._under_way.discard(what)
        if not self._under_way:
            self._quiet.set()

    def check(self) -> None:
        """At a checkpoint. Raises `Interrupted`."""
        if (self.called_off or self._closing.is_set()) and not self._under_way:
            raise Interrupted

    async def watch(self, result: RunResultStreaming, reading: Coroutine[Any, Any, None]) -> None:
        """Read a run until it stops. Raises `Interrupted` when it was called off, `LeaseLost` when
        somebody else has taken it over, who says what there is to say."""
        watching = asyncio.create_task(self._break_off(result), name="called off?")
        try:
            await reading
        finally:
            watching.cancel()
        if self._why is not None:
            raise self._why

    async def _break_off(self, result: RunResultStreaming) -> None:
        why: Exception = Interrupted()
        try:
            await self._hold.until_called_off(self._run)
            self.called_off = True
        except LeaseLost as lost:
            why = lost
        while self._under_way:
            self._quiet.clear()
            await self._quiet.wait()
        self._why = why
        result.cancel()
