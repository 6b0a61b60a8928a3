"""The store in memory as one process sees it: behind a link, with leases that run out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.ports import Begun, Clock, Hold, NotRecorded, Round, Wakeups
from bot.records import Call, Notice, Owner, Place
from bot.store import Store, World
from bot.store.memory import (
    MemoryApprovals,
    MemoryAudit,
    MemoryDelegations,
    MemoryErrands,
    MemoryHomes,
    MemoryOutbox,
    MemoryRuns,
    MemoryThreads,
)
from bot.store.memory.room import Room
from bot.store.threads import HEEDS
from tests.simulation.dice import Deed
from tests.simulation.gone import Gone
from tests.simulation.leases import Lease, Leases
from tests.simulation.link import Link, Shaky

_REPEATABLE = {"post", "keep", "done", "next", "posted", "expire", "undeliverable", "add"}


def away() -> Exception:
    return NotRecorded("the store is away")


def _deed(method: str) -> Deed:
    return "repeatable" if method in _REPEATABLE else "store"


def shaky_store(world: World, clock: Clock, link: Link, leases: Leases, wakeups: Wakeups) -> Store:
    def shaky(port: object, name: str) -> Any:
        return Shaky(port, link, name, _deed, away)

    async def take_over(owner: Owner) -> None:
        """There is one bot in this town."""

    return Store(
        threads=ShakyThreads(world, clock, link, leases),
        approvals=shaky(MemoryApprovals(world, clock), "approvals"),
        runs=shaky(MemoryRuns(world), "runs"),
        errands=shaky(MemoryErrands(world, clock), "errands"),
        outbox=ShakyOutbox(world, clock, link, leases),
        audit=shaky(MemoryAudit(world, clock), "audit"),
        homes=shaky(MemoryHomes(world, clock), "homes"),
        delegations=shaky(MemoryDelegations(world), "delegations"),
        wakeups=wakeups,
        ping=world.reach,
        take_over=take_over,
    )


class ShakyThreads(Shaky):
    """The leases of what it holds run out."""

    def __init__(self, world: World, clock: Clock, link: Link, leases: Leases) -> None:
        super().__init__(MemoryThreads(world, clock), link, "threads", _deed, away)
        self._world = world
        self._leases = leases

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncIterator[Hold | None]:
        """What the process does not hear of stays as it is until the lease runs out."""
        held = self._port.hold(place)
        self._leases.keep(held)
        lease: list[Lease] = []

        async def take() -> Hold | None:
            hold = await held.__aenter__()
            if hold is not None:
                lease.append(self._leases.on_thread(place, hold.fence, self._link.lane))
            return hold

        hold = await self._carry("take", take)
        if hold is None:
            yield None
            return
        lease[0].begin()
        try:
            yield ShakyHold(hold, self._world.room(place), self._link, lease[0].lose)
        finally:
            lease[0].renewed = False
            await self._give_back(lambda: held.__aexit__(None, None, None))

    async def _give_back(self, leave: Callable[[], Any]) -> None:
        try:
            await self._carry("give_back", leave)
        except NotRecorded:
            return


class ShakyHold(Shaky):
    """A hold that can be lost at every step, and knows what it let go."""

    def __init__(self, hold: Hold, room: Room, link: Link, lose_lease: Callable[[], None]) -> None:
        super().__init__(hold, link, "hold", lambda _: "hold", away, lose_lease)
        self._room = room
        self.place = hold.place
        self.fence = hold.fence
        self.taken = hold.taken

    async def begin(self, call: Call, *, gated: bool, in_doubt: Notice | None = None) -> Begun:
        async def begin() -> tuple[Begun, Gone]:
            begun = await self._port.begin(call, gated=gated, in_doubt=in_doubt)
            return begun, Gone(call.key, self._room.calls[call.key].approval)

        begun, gone = await self._carry("begin", begin)
        if begun.verdict == "go":
            gone.remember()
        return Begun(begun.verdict, begun.output)

    async def until_called_off(self, run: str) -> None:
        await self._port.until_called_off(run)
        await asyncio.sleep(HEEDS)


class ShakyRound(Shaky):
    def __init__(self, mine: Round, link: Link) -> None:
        super().__init__(mine, link, "outbox", _deed, away)
        self.first = mine.first


class ShakyOutbox(Shaky):
    """Couriers carry a badge, which runs out like a lease."""

    def __init__(self, world: World, clock: Clock, link: Link, leases: Leases) -> None:
        super().__init__(MemoryOutbox(world, clock), link, "outbox", _deed, away)
        self._world = world
        self._leases = leases

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[Round | None]:
        hired = self._port.courier(place)
        self._leases.keep(hired)
        lease: list[Lease] = []

        async def hire() -> Round | None:
            mine: Round | None = await hired.__aenter__()
            if mine is not None:
                badge = self._world.room(place).courier
                lease.append(self._leases.on_outbox(place, badge, self._link.lane))
            return mine

        mine = await self._carry("hire", hire)
        if mine is None:
            yield None
            return
        lease[0].begin()
        try:
            yield ShakyRound(mine, self._link)
        finally:
            lease[0].renewed = False
            await self._release(lambda: hired.__aexit__(None, None, None))

    async def _release(self, leave: Callable[[], Any]) -> None:
        try:
            await self._carry("release", leave)
        except NotRecorded:
            return
