"""What the workers of a trial have before them and in hand, whichever store wakes them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.ports import Wakeups
from bot.records import Place


class Bustle:
    """One for all processes of a trial: what one sends another takes up."""

    def __init__(self) -> None:
        self._woken: set[str] = set()
        self._in_hand: list[str] = []
        self._over = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return not self._woken and not self._in_hand

    def __str__(self) -> str:
        return f"woken: {sorted(self._woken)}, in hand: {self._in_hand}"

    async def end(self) -> None:
        """Wait until nobody is woken, and nobody at work."""
        while not self.is_over:
            self._over.clear()
            await self._over.wait()

    def wakes(self, tag: str) -> None:
        self._woken.add(tag)

    def does_not_wake(self, tag: str) -> None:
        self._woken.discard(tag)
        self._look()

    @contextmanager
    def at(self, tag: str) -> Iterator[None]:
        """It is in somebody's hands for as long as the context lasts."""
        self._woken.discard(tag)
        self._in_hand.append(tag)
        try:
            yield
        finally:
            self._in_hand.remove(tag)
            self._look()

    def _look(self) -> None:
        if self.is_over:
            self._over.set()


class WatchedWakeups:
    """Those of a store, and every trip on them is seen."""

    def __init__(self, wakeups: Wakeups, bustle: Bustle) -> None:
        self._wakeups = wakeups
        self._bustle = bustle

    def rouse(self, place: Place) -> bool:
        self._bustle.wakes(place.tag)
        roused = self._wakeups.rouse(place)
        if not roused:
            self._bustle.does_not_wake(place.tag)
        return roused

    async def wake(self, place: Place) -> None:
        # Before it is sent: whoever takes it can be faster than the answer.
        self._bustle.wakes(place.tag)
        try:
            await self._wakeups.wake(place)
        except BaseException:
            self._bustle.does_not_wake(place.tag)
            raise

    async def wake_at(self, place: Place, approval: str, when: float) -> None:
        await self._wakeups.wake_at(place, approval, when)

    @asynccontextmanager
    async def work(
        self,
        on_wake: Callable[[Place], Awaitable[None]],
        on_deadline: Callable[[str], Awaitable[None]],
    ) -> AsyncIterator[None]:
        async def wake(place: Place) -> None:
            with self._bustle.at(place.tag):
                await on_wake(place)

        async def remind(approval: str) -> None:
            with self._bustle.at(approval):
                await on_deadline(approval)

        async with self._wakeups.work(wake, remind):
            yield
