"""An event loop without a machine under it: time is a number, and who goes next is drawn by lot.

Everything that could happen at this instant happens in an order that the seed decides; only when
nothing is left does time jump to the next timer. There are no sockets, no threads and no sleeping:
whoever asks for them gets `NotImplementedError`.
"""

import asyncio
import heapq
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from itertools import count
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

_lane: ContextVar["Lane | None"] = ContextVar("lane", default=None)

_PATIENCE = 4
"""How often a task is cancelled that goes on regardless."""


class Stuck(Exception):
    """Nothing can happen any more, or too much happens without any time passing."""


class Lane:
    """What belongs to one process: it can be stopped for a while, or for good."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.paused = False
        self.parked: list[Step] = []
        """What would have happened while it was paused."""

    @property
    def runs(self) -> bool:
        return not (self.dead or self.paused)

    def context(self) -> Context:
        """A context whose tasks, and theirs in turn, belong here."""
        context = copy_context()
        context.run(_lane.set, self)
        return context

    @staticmethod
    def current() -> "Lane | None":
        return _lane.get()


class Step(asyncio.TimerHandle):
    """One callback, now or at a time; the loop never looks into it but for whose it is."""

    __slots__ = ("lane",)

    def __init__(
        self,
        when: float,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        """Without what is only for debugging: there are two thousand in a schedule."""
        self._when, self._loop = when, loop
        self._callback, self._args = callback, args
        self._scheduled = self._cancelled = False
        self._context = copy_context() if context is None else context
        self._source_traceback = self._repr = None
        self.lane: Lane | None = self._context.get(_lane)

    def run(self) -> None:
        self._context.run(self._callback, *self._args)


class SeededLoop(asyncio.AbstractEventLoop):
    def __init__(self, rng: Random, *, most_steps: int = 200_000) -> None:
        """`most_steps` is what one run may take before it counts as stuck."""
        self._rng = rng
        self._left = most_steps
        self._time = 0.0
        self._ready: list[Step] = []
        self._timers: list[tuple[float, int, Step]] = []
        self._numbers = count()
        self._lanes: list[Lane] = []
        self._tasks: list[asyncio.Task[Any]] = []
        self._generators: list[AsyncGenerator[Any, Any]] = []
        self._closed = False
        self.outside = Context()
        """Of what belongs to no process."""
        self.steps = 0
        """Callbacks that were run so far."""
        self.mishaps: list[str] = []
        """What nobody caught."""

    def run(self, main: Coroutine[Any, Any, T]) -> T:
        """Until `main` has ended; what else is going on stays where it is."""
        task = self.create_task(main, context=self.outside)
        self._inside(lambda: self._go_on_until(task.done))
        return task.result()

    def bury(self) -> None:
        """End whatever is still going on, so that nothing of it acts later."""
        for lane in self._lanes:
            lane.dead = False
            self.go_on(lane)
        self._inside(self._cancel_everything)
        self._closed = True

    def _cancel_everything(self) -> None:
        for _ in range(_PATIENCE):
            self._go_on_until(lambda: not self._ready)
            pending = [task for task in self._tasks if not task.done()]
            for task in pending:
                task.cancel()
        self._go_on_until(lambda: not self._ready)
        for generator in self._generators:
            self.create_task(_closed(generator))
        self._go_on_until(lambda: not self._ready)
        assert all(task.done() for task in self._tasks)

    def _inside(self, work: Callable[[], None]) -> None:
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self._generators.append, self._abandoned)
        asyncio._set_running_loop(self)
        try:
            work()
        finally:
            asyncio._set_running_loop(None)
            sys.set_asyncgen_hooks(*hooks)

    def _abandoned(self, generator: AsyncGenerator[Any, Any]) -> None:
        """Never: the list of all generators keeps them."""

    def _go_on_until(self, over: Callable[[], bool]) -> None:
        while not over():
            if not self._ready:
                self._let_time_pass()
            self._take(self._drawn())

    def _drawn(self) -> Step:
        ready = self._ready
        at = int(self._rng.random() * len(ready))
        ready[at], ready[-1] = ready[-1], ready[at]
        return ready.pop()

    def _take(self, step: Step) -> None:
        if step._cancelled:
            return
        lane = step.lane
        if lane is not None and not lane.runs:
            lane.parked.append(step)
            return
        self.steps += 1
        if self.steps > self._left:
            raise Stuck(f"not at rest after {self.steps} steps")
        step.run()

    def _let_time_pass(self) -> None:
        timers = self._timers
        while timers and timers[0][2].cancelled():
            heapq.heappop(timers)
        if not timers:
            raise Stuck("nothing is left that could happen")
        self._time = max(self._time, timers[0][0])
        while timers and timers[0][0] <= self._time:
            self._ready.append(heapq.heappop(timers)[2])

    def lane(self, name: str) -> Lane:
        """For one more process."""
        lane = Lane(name)
        self._lanes.append(lane)
        return lane

    def go_on(self, lane: Lane) -> None:
        """Wake a paused process: everything it missed is due at once."""
        lane.paused = False
        self._ready += lane.parked
        lane.parked = []

    def wake_later(self, delay: float, lane: Lane) -> None:
        self.call_later(delay, self.go_on, lane, context=self.outside)

    def time(self) -> float:
        return self._time

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> Step:
        step = Step(self._time, callback, args, self, context)
        self._ready.append(step)
        return step

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Step:
        step = Step(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), step))
        return step

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> Step:
        return self.call_at(self._time + delay, callback, *args, context=context)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: object = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        named = None if name is None else str(name)
        task = asyncio.Task(coro, loop=self, name=named, context=context)
        self._tasks.append(task)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.mishaps.append(f"{context['message']}: {error!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return asyncio._get_running_loop() is self

    def is_closed(self) -> bool:
        return self._closed

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is dropped when its time comes."""


async def _closed(generator: AsyncGenerator[Any, Any]) -> None:
    await generator.aclose()
