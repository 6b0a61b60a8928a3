"""Wake-ups: by hand within a process, through docket's streams between processes and for later.

A process with a worker of its own wakes it directly, which takes no time and no traffic: the inbox
is what lasts, and a thread that a crash left behind is found by it. Everything else, and whatever
the own worker has no room for, goes through docket, at least once.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from docket import Docket, Worker

from bot.blame import blame
from bot.ports import Clock
from bot.records import Place
from bot.store.desk import Desk
from bot.store.failures import CAUGHT, not_recorded

logger = logging.getLogger(__name__)

CONCURRENCY = 40
"""Threads in work at once, per process and way; docket opens up to three connections for each."""
CHECK = timedelta(milliseconds=100)
"""How long docket's worker listens before it looks after those that have ended; with all hands
full it takes on as many again after that. It hears at once of what comes in."""
REDELIVERY = timedelta(seconds=30)
"""When a wake-up whose worker has died goes to another."""

PATIENCE = 14.0
"""Less than a process has for its whole end."""

WAKE, DEADLINE = "wake", "deadline"
"""Names of the jobs."""

Wake = Callable[[Place], Awaitable[None]]
Remind = Callable[[str], Awaitable[None]]


def docket_for(url: str) -> Docket:
    """Nothing is kept of a job that has ended."""
    return Docket(name="signoff", url=url, execution_ttl=timedelta(0))


class DocketWakeups:
    def __init__(self, docket: Docket, clock: Clock, *, patience: float = PATIENCE) -> None:
        """The docket is entered and left by whoever made it. `patience`: seconds the handlers have
        to finish when a worker ends."""
        self._docket = docket
        self._clock = clock
        self._patience = patience
        self._desk: Desk | None = None
        docket.register(_nothing, names=[WAKE, DEADLINE])

    def rouse(self, place: Place) -> bool:
        return self._desk is not None and self._desk.take(place)

    async def wake(self, place: Place) -> None:
        if self.rouse(place):
            return
        # A key of its own: one in use would swallow the wake-up while its job is ending.
        add = self._docket.add(WAKE, key=f"wake:{secrets.token_hex(8)}")
        await self._send(add(place.tag))

    async def wake_at(self, place: Place, approval: str, when: float) -> None:
        then = datetime.now(UTC) + timedelta(seconds=when - self._clock.now())
        replace = self._docket.replace(DEADLINE, then, key=f"deadline:{approval}")
        await self._send(replace(approval))

    async def _send(self, job: Awaitable[object]) -> None:
        try:
            await job
        except CAUGHT as error:
            raise not_recorded(error) from None

    @asynccontextmanager
    async def work(self, on_wake: Wake, on_deadline: Remind) -> AsyncIterator[None]:
        desk = Desk(on_wake, room=CONCURRENCY, patience=self._patience)

        async def wake(tag: str) -> None:
            await desk.carry(Place.of_tag(tag))

        async def remind(approval: str) -> None:
            await on_deadline(approval)

        self._docket.register(wake, names=[WAKE])
        self._docket.register(remind, names=[DEADLINE])
        self._desk = desk
        closing: asyncio.Task[None] | None = None
        try:
            async with self._worker() as worker:
                running = asyncio.create_task(worker.run_forever(), name="wake-ups")
                running.add_done_callback(_report)
                try:
                    yield
                finally:
                    # Beside the end of docket's worker, which waits for what is on the desk.
                    closing = asyncio.create_task(desk.close(), name="closing the desk")
            await asyncio.wait([running, closing])
        finally:
            self._desk = None

    def _worker(self) -> Worker:
        return Worker(
            self._docket,
            concurrency=CONCURRENCY,
            redelivery_timeout=REDELIVERY,
            reconnection_delay=timedelta(seconds=1),
            minimum_check_interval=CHECK,
            scheduling_resolution=timedelta(milliseconds=200),
            schedule_automatic_tasks=False,
        )


async def _nothing(name: str) -> None:
    """Stands for the handlers in a process that only sends."""


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("the worker for wake-ups has stopped: %s", blame(error))
