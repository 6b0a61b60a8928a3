"""The store in memory as one process sees it: behind a link, with leases that run out."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.ports import Begun, Change, Clock, Hold, NotRecorded, Thread, Threads, Wakeups
from bot.records import Call, Entry, Notice, Place
from bot.store import Store, World
from bot.store.memory import (
    MemoryApprovals,
    MemoryAudit,
    MemoryErrands,
    MemoryHomes,
    MemoryOutbox,
    MemoryRuns,
    MemoryThreads,
)
from bot.store.memory.room import Room
from tests.simulation.dice import Deed
from tests.simulation.gone import Gone
from tests.simulation.leases import Lease, Leases
from tests.simulation.link import Link, Shaky

_REPEATABLE = {"post", "keep", "done", "delivered", "posted", "expire", "undeliverable", "add"}


def away() -> Exception:
    return NotRecorded("the store is away")


def _deed(method: str) -> Deed:
    return "repeatable" if method in _REPEATABLE else "store"


def shaky_store(world: World, clock: Clock, link: Link, leases: Leases, wakeups: Wakeups) -> Store:
    def shaky(port: object, name: str) -> Any:
        return Shaky(port, link, name, _deed, away)

    return Store(
        threads=ShakyThreads(world, clock, link, leases),
        approvals=shaky(MemoryApprovals(world, clock), "approvals"),
        runs=shaky(MemoryRuns(world), "runs"),
        errands=shaky(MemoryErrands(world, clock), "errands"),
        outbox=ShakyOutbox(world, clock, link, leases),
        audit=shaky(MemoryAudit(world, clock), "audit"),
        homes=shaky(MemoryHomes(world, clock), "homes"),
        wakeups=wakeups,
        ping=world.reach,
    )


class ShakyThreads:
    def __init__(self, world: World, clock: Clock, link: Link, leases: Leases) -> None:
        self._world = world
        self._threads: Threads = MemoryThreads(world, clock)
        self._link = link
        self._leases = leases

    async def post(self, place: Place, entry: Entry, *, once: str) -> bool:
        posted: list[bool] = []

        async def send() -> None:
            posted.append(await self._threads.post(place, entry, once=once))

        await self._link.carry("repeatable", "threads.post", send, away=away())
        return posted[0]

    async def knows(self, place: Place) -> bool:
        return await self._link.carry(
            "store", "threads.knows", lambda: self._threads.knows(place), away=away()
        )

    async def unsettled(self, *, older_than: float, limit: int = 100) -> list[Place]:
        return await self._link.carry(
            "store",
            "threads.unsettled",
            lambda: self._threads.unsettled(older_than=older_than, limit=limit),
            away=away(),
        )

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncIterator[Hold | None]:
        """What the process does not hear of stays as it is until the lease runs out."""
        held = self._threads.hold(place)
        self._leases.keep(held)
        lease: list[Lease] = []

        async def take() -> Hold | None:
            hold = await held.__aenter__()
            if hold is not None:
                lease.append(self._leases.on_thread(place, hold.fence, self._link.lane))
            return hold

        hold = await self._link.carry("store", "threads.take", take, away=away())
        if hold is None:
            yield None
            return
        lease[0].renewed = True
        try:
            yield ShakyHold(hold, self._world.room(place), self._link, lease[0].lose)
        finally:
            lease[0].renewed = False
            await self._give_back(lambda: held.__aexit__(None, None, None))

    async def _give_back(self, leave: Callable[[], Any]) -> None:
        try:
            await self._link.carry("store", "threads.give_back", leave, away=away())
        except NotRecorded:
            return


class ShakyHold:
    def __init__(self, hold: Hold, room: Room, link: Link, lose_lease: Callable[[], None]) -> None:
        self._hold = hold
        self._room = room
        self._link = link
        self._lose_lease = lose_lease

    @property
    def place(self) -> Place:
        return self._hold.place

    @property
    def fence(self) -> int:
        return self._hold.fence

    async def _carry(self, name: str, send: Callable[[], Any]) -> Any:
        return await self._link.carry(
            "hold", f"hold.{name}", send, away=away(), lose_lease=self._lose_lease
        )

    async def read(self) -> Thread:
        thread: Thread = await self._carry("read", self._hold.read)
        return thread

    async def save(self, change: Change) -> None:
        await self._carry("save", lambda: self._hold.save(change))

    async def begin(self, call: Call, *, gated: bool, in_doubt: Notice | None = None) -> Begun:
        async def begin() -> tuple[Begun, Gone]:
            begun = await self._hold.begin(call, gated=gated, in_doubt=in_doubt)
            return begun, Gone(call.key, self._room.calls[call.key].approval)

        begun, gone = await self._carry("begin", begin)
        if begun.verdict == "go":
            gone.remember()
        return Begun(begun.verdict, begun.output)

    async def finish(
        self, call: Call, output: str, *, failed: bool, notice: Notice | None = None
    ) -> None:
        await self._carry(
            "finish", lambda: self._hold.finish(call, output, failed=failed, notice=notice)
        )

    async def is_idle(self) -> bool:
        idle: bool = await self._carry("is_idle", self._hold.is_idle)
        return idle


class ShakyOutbox:
    """Couriers carry a badge, which runs out like a lease."""

    def __init__(self, world: World, clock: Clock, link: Link, leases: Leases) -> None:
        self._world = world
        self._outbox = MemoryOutbox(world, clock)
        self._link = link
        self._leases = leases
        self._badges: dict[str, object] = {}

    @asynccontextmanager
    async def courier(self, place: Place) -> AsyncIterator[bool]:
        room = self._world.room(place)
        hired = self._outbox.courier(place)
        self._leases.keep(hired)
        lease: list[Lease] = []

        async def hire() -> bool:
            mine = await hired.__aenter__()
            if mine:
                assert room.courier is not None
                lease.append(self._leases.on_outbox(place, room.courier, self._link.lane))
            return mine

        if not await self._link.carry("store", "outbox.hire", hire, away=away()):
            yield False
            return
        lease[0].renewed = True
        self._badges[place.tag] = room.courier
        try:
            yield True
        finally:
            lease[0].renewed = False
            await self._release(lambda: hired.__aexit__(None, None, None))

    async def _release(self, leave: Callable[[], Any]) -> None:
        try:
            await self._link.carry("store", "outbox.release", leave, away=away())
        except NotRecorded:
            return

    async def next(self, place: Place) -> tuple[int, Notice] | None:
        async def look() -> tuple[int, Notice] | None:
            if self._world.room(place).courier is not self._badges.get(place.tag):
                return None
            return await self._outbox.next(place)

        return await self._link.carry("store", "outbox.next", look, away=away())

    async def add(self, place: Place, notice: Notice) -> None:
        await self._link.carry(
            "store", "outbox.add", lambda: self._outbox.add(place, notice), away=away()
        )

    async def delivered(self, place: Place, number: int) -> None:
        await self._link.carry(
            "repeatable",
            "outbox.delivered",
            lambda: self._outbox.delivered(place, number),
            away=away(),
        )
