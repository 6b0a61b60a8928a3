"""What lies between a process and everything outside it: each request can go wrong on the way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tests.simulation.dice import Deed, Dice, Fate
from tests.simulation.loop import Lane, SeededLoop
from tests.simulation.trace import Trace

T = TypeVar("T")


class Over(BaseException):
    """The schedule has ended: nothing is to be handled any more."""


class Link:
    """Of one process. Everything it does goes through here, so it can die at any of them."""

    def __init__(
        self,
        loop: SeededLoop,
        lane: Lane,
        dice: Dice,
        trace: Trace,
        on_death: Callable[[], None],
    ) -> None:
        self.lane = lane
        self.cut = False
        """Set for good once the schedule is over."""
        self._loop = loop
        self._dice = dice
        self._trace = trace
        self._on_death = on_death

    async def carry(
        self,
        deed: Deed,
        name: str,
        send: Callable[[], Awaitable[T]],
        *,
        away: Callable[[], Exception] | None = None,
        lose_lease: Callable[[], None] | None = None,
    ) -> T:
        """Send it and bring the answer back, unless something else happens. Raises `away`."""
        self._check()
        fate = self._dice.fate(deed)
        if latency := self._dice.latency(deed):
            await asyncio.sleep(latency)
            self._check()
        if away is not None and self._dice.is_out(deed, self._loop.time()):
            raise away()
        if fate is None:
            return await send()
        return await self._befall(fate, deed, name, send, away, lose_lease)

    async def _befall(
        self,
        fate: Fate,
        deed: Deed,
        name: str,
        send: Callable[[], Awaitable[T]],
        away: Callable[[], Exception] | None,
        lose_lease: Callable[[], None] | None,
    ) -> T:
        self._trace.note(self._loop.time(), f"{self.lane.name}: {name} -> {fate}")
        match fate:
            case "crash before":
                await self._die()
            case "pause":
                await self._stand_still()
            case "lost request" if away is not None:
                raise away()
            case "slow":
                await asyncio.sleep(self._dice.slowness(deed))
            case "lease lost" if lose_lease is not None:
                lose_lease()
        self._check()
        answer = await send()
        if fate == "sent twice":
            await send()
        if fate == "crash after":
            await self._die()
        if fate == "lost reply" and away is not None:
            raise away()
        return answer

    def _check(self) -> None:
        if self.cut:
            raise Over

    async def _die(self) -> None:
        self._check()
        self.lane.dead = True
        self._on_death()
        await self._loop.create_future()

    async def _stand_still(self) -> None:
        self.lane.paused = True
        self._loop.wake_later(self._dice.pause(), self.lane)
        await asyncio.sleep(0)


class Shaky:
    """Any port, behind a link."""

    def __init__(
        self,
        port: Any,
        link: Link,
        name: str,
        deeds: Callable[[str], Deed],
        away: Callable[[], Exception],
        lose_lease: Callable[[], None] | None = None,
    ) -> None:
        """`deeds` tells the kind of each method, `away` is what it raises when nobody answers."""
        self._port = port
        self._link = link
        self._name = name
        self._deeds = deeds
        self._away = away
        self._lose_lease = lose_lease

    async def _carry(self, method: str, send: Callable[[], Awaitable[T]]) -> T:
        return await self._link.carry(
            self._deeds(method),
            f"{self._name}.{method}",
            send,
            away=self._away,
            lose_lease=self._lose_lease,
        )

    def __getattr__(self, method: str) -> Callable[..., Awaitable[Any]]:
        inner = getattr(self._port, method)

        async def call(*args: Any, **kwargs: Any) -> Any:
            return await self._carry(method, lambda: inner(*args, **kwargs))

        return call
