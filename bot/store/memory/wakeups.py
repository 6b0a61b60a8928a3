"""Wake-ups in memory: handlers run as tasks of this process, deadlines by the given clock."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.blame import blame
from bot.lifetime import end
from bot.ports import Clock
from bot.records import Place
from bot.store.memory.world import World

logger = logging.getLogger(__name__)

LOOK = 0.005
"""Seconds between two looks at the clock while a deadline is set: the clock may be a fake one."""


class MemoryWakeups:
    def __init__(self, world: World, clock: Clock, *, patience: float = 20.0) -> None:
        """`patience`: seconds the handlers have to finish when a worker ends."""
        self._world = world
        self._clock = clock
        self._patience = patience
        self._workers = 0

    def rouse(self, place: Place) -> bool:
        if self._workers:
            self._world.woken.append(place)
            self._world.news.set()
        return self._workers > 0

    async def wake(self, place: Place) -> None:
        await self._world.reach()
        self._world.woken.append(place)
        self._world.news.set()

    async def wake_at(self, place: Place, approval: str, when: float) -> None:
        await self._world.reach()
        self._world.deadlines[approval] = when
        self._world.news.set()

    @asynccontextmanager
    async def work(
        self,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
    ) -> AsyncIterator[None]:
        mine: set[asyncio.Task[None]] = set()
        worker = asyncio.create_task(self._work(on_wake, on_deadline, mine))
        self._workers += 1
        try:
            yield
        finally:
            self._workers -= 1
            await end(worker)
            if mine:
                await asyncio.wait(mine, timeout=self._patience)
            await end(*mine)

    async def quiet(self) -> None:
        """Wait until nothing is woken, running or due; for tests that have a worker."""
        while self._world.woken or self._world.running or self._due():
            if self._world.running:
                await asyncio.wait(self._world.running)
            else:
                await asyncio.sleep(0)

    def _due(self) -> list[str]:
        now = self._clock.now()
        return [approval for approval, when in self._world.deadlines.items() if when <= now]

    async def _work(
        self,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
        mine: set[asyncio.Task[None]],
    ) -> None:
        world = self._world
        while True:
            while world.woken:
                self._start(_carefully(on_wake, world.woken.pop(0)), mine)
            for approval in self._due():
                del world.deadlines[approval]
                self._start(_carefully(on_deadline, approval), mine)
            world.news.clear()
            try:
                # Not `wait_for`, which can swallow a cancellation in Python 3.11.
                async with asyncio.timeout(LOOK if world.deadlines else None):
                    await world.news.wait()
            except TimeoutError:
                continue

    def _start(self, job: Coroutine[Any, Any, None], mine: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(job)
        for tasks in (mine, self._world.running):
            tasks.add(task)
            task.add_done_callback(tasks.discard)


async def _carefully(handler: Callable[[Any], Awaitable[None]], what: object) -> None:
    """A handler that fails is logged; the worker goes on."""
    try:
        await handler(what)
    except Exception as error:  # noqa: BLE001 - whatever it is
        logger.error("a handler failed for %s: %s", what, blame(error))  # noqa: TRY400 - where, not what
