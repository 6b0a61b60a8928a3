"""Carries wake-ups between the processes of a schedule: late, twice or never."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random

from bot.records import Place
from tests.simulation.clock import EPOCH
from tests.simulation.dice import Dice
from tests.simulation.link import Link
from tests.simulation.loop import Lane, SeededLoop
from tests.simulation.shaky_store import away


class Worker:
    """Who can be woken."""

    def __init__(
        self,
        lane: Lane,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
    ) -> None:
        self.lane = lane
        self.on_wake = on_wake
        self.on_deadline = on_deadline


class Carrier:
    def __init__(self, loop: SeededLoop, rng: Random, dice: Dice) -> None:
        self._loop = loop
        self._rng = rng
        self._dice = dice
        self._workers: list[Worker] = []

    def join(self, worker: Worker) -> None:
        self._workers.append(worker)

    def send(self, job: Callable[[Worker], Awaitable[None]], *, at: float) -> None:
        if self._dice.happens(0.05):
            return
        times = 2 if self._dice.happens(0.1) else 1
        for _ in range(times):
            late = self._rng.uniform(0.0, 8.0) if self._dice.happens(0.1) else 0.0
            self._loop.call_at(at + late, self._hand_over, job, context=self._loop.outside)

    def rouse(self, lane: Lane, place: Place) -> bool:
        """The worker of that very process, if it is one."""
        own = next((worker for worker in self._workers if worker.lane is lane), None)
        if own is not None:
            self._loop.create_task(_done(own.on_wake(place)), context=lane.context())
        return own is not None

    def _hand_over(self, job: Callable[[Worker], Awaitable[None]]) -> None:
        """Whoever dies with it in hand loses it."""
        able = [worker for worker in self._workers if not worker.lane.dead]
        if able:
            worker = self._rng.choice(able)
            self._loop.create_task(_done(job(worker)), context=worker.lane.context())


class ShakyWakeups:
    """Implements `Wakeups` for one process."""

    def __init__(self, carrier: Carrier, loop: SeededLoop, link: Link) -> None:
        self._carrier = carrier
        self._loop = loop
        self._link = link

    def rouse(self, place: Place) -> bool:
        return self._carrier.rouse(self._link.lane, place)

    async def wake(self, place: Place) -> None:
        async def send() -> None:
            self._carrier.send(lambda worker: worker.on_wake(place), at=self._loop.time())

        await self._link.carry("repeatable", "wakeups.wake", send, away=away)

    async def wake_at(self, place: Place, approval: str, when: float) -> None:
        async def send() -> None:
            self._carrier.send(lambda worker: worker.on_deadline(approval), at=when - EPOCH)

        await self._link.carry("repeatable", "wakeups.wake_at", send, away=away)

    @asynccontextmanager
    async def work(
        self,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
    ) -> AsyncIterator[None]:
        self._carrier.join(Worker(self._link.lane, on_wake, on_deadline))
        yield


async def _done(job: Awaitable[None]) -> None:
    await job
