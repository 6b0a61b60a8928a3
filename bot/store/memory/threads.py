"""Threads in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

from bot.ports import Begun, Change, Clock, Ended, Hold, LeaseLost, Thread, WrittenByNewer
from bot.records import Audience, Call, Cancelled, CardDue, Decided, Entry, Notice, Place
from bot.store import trail
from bot.store.looking_after import patience, waits_since
from bot.store.memory.call import JournalCall
from bot.store.memory.room import Room
from bot.store.memory.world import World
from bot.store.schema import SCHEMA

_AHEAD = 3600.0
"""Seconds; what waits since later than that was put there by a clock that was wrong."""


class MemoryHold:
    def __init__(self, world: World, place: Place, fence: int, clock: Clock) -> None:
        self._world = world
        self._room = world.room(place)
        self.place = place
        self.fence = fence
        self._clock = clock
        self.taken = self._room.read()
        self._read_to = self._room.last

    async def read(self) -> Thread:
        await self._world.reach()
        self._read_to = self._room.last
        return self._room.read()

    async def save(self, change: Change) -> bool:
        await self._world.reach()
        called_off = self._room.save(self.fence, change, self._clock.now())
        if change.run is not None:
            self._world.homes[change.run.id] = self.place
        for request in change.requests:
            self._world.places[request.id] = self.place
            self._world.asking.setdefault(request.id, Audience.asked(request))
        if change.notices or change.requests or change.run is not None:
            self._world.waiting[self.place.tag] = self._clock.now()
        return called_off

    async def begin(self, call: Call, *, gated: bool, in_doubt: Notice | None = None) -> Begun:
        await self._world.reach()
        self._room.check(self.fence)
        if gated and call.key not in self._room.calls:
            return Begun("refused")
        fresh = JournalCall(run=call.run, digest=call.digest)
        known = self._room.calls.setdefault(call.key, fresh)
        before = known.status
        begun = known.begin(
            call, self.fence, gated=gated, called_off=self._room.called_off == call.run
        )
        if begun.verdict == "go":
            self._trace(call, "started", known)
        elif known.status == "in_doubt" != before:
            self._trace(call, "in_doubt", known)
            if in_doubt is not None:
                self._tell(in_doubt)
        return begun

    async def finish(
        self,
        call: Call,
        output: str,
        *,
        failed: bool,
        notice: Notice | None = None,
        resumed: bool = False,
    ) -> bool:
        await self._world.reach()
        known = self._room.calls.get(call.key)
        if resumed:
            self._room.check(self.fence)
            if known is None or known.status not in ("started", "in_doubt"):
                return False
            known.fence = self.fence
        before = known.status if known else None
        now = self._clock.now()
        if known is None or not known.finish(self.fence, output, failed=failed, now=now):
            raise LeaseLost
        if known.status == before:
            return False
        self._trace(call, "failed" if failed else "done", known)
        resolved = before == "in_doubt"
        if resolved and known.approval is not None:
            notice = notice or CardDue(approval=known.id)
            self._room.receive(Decided(approval=known.id))
        if notice is not None:
            self._tell(notice)
        return resolved

    async def ended(self, call: Call) -> Ended | None:
        await self._world.reach()
        known = self._room.calls.get(call.key)
        if known is None or known.status not in ("done", "failed"):
            return None
        return Ended(known.output, failed=known.status == "failed")

    def _trace(
        self, call: Call, what: Literal["started", "in_doubt", "done", "failed"], known: JournalCall
    ) -> None:
        request = known.approval.request if known.approval is not None else None
        self._tell(trail.of_call(call, what, self._clock.now(), request))

    def _tell(self, notice: Notice) -> None:
        self._room.tell(notice)
        self._world.waiting[self.place.tag] = self._clock.now()

    async def until_called_off(self, run: str) -> None:
        self._room.check(self.fence)
        while self._room.called_off != run:
            await self._room.stirred.wait()
            self._room.check(self.fence)

    async def is_idle(self) -> bool:
        await self._world.reach()
        self._room.check(self.fence)
        if any(number > self._read_to for number in self._room.inbox):
            return False
        self._room.give_back(self.fence)
        return True


class MemoryThreads:
    def __init__(
        self, world: World, clock: Clock, *, lease: float = 30.0, schema: int = SCHEMA
    ) -> None:
        """`lease`: seconds after which a holder that has died can be given up. `schema`: what is
        understood here."""
        self._lease = lease
        self._schema = schema
        self._world = world
        self._clock = clock

    async def post(self, place: Place, entry: Entry, *, once: str) -> bool:
        await self._world.reach()
        room = self._world.room(place)
        if once in room.seen:
            return False
        room.seen.add(once)
        room.receive(entry)
        if isinstance(entry, Cancelled):
            room.call_off(entry.run)
        self._world.waiting[place.tag] = self._clock.now()
        return True

    async def heard(self, place: Place, *, once: str) -> bool:
        await self._world.reach()
        return once in self._world.room(place).seen

    async def knows(self, place: Place) -> bool:
        await self._world.reach()
        return self._world.room(place).run is not None

    @asynccontextmanager
    async def hold(self, place: Place) -> AsyncIterator[Hold | None]:
        await self._world.reach()
        room = self._world.room(place)
        self._check_schema(room)
        fence = room.take()
        if fence is None:
            yield None
            return
        try:
            yield MemoryHold(self._world, place, fence, self._clock)
        finally:
            room.give_back(fence)

    def _check_schema(self, room: Room) -> None:
        if room.held:
            return
        if room.schema > self._schema:
            if room.left is None:
                room.left = self._clock.now()
            raise WrittenByNewer(room.left)
        room.schema, room.left = self._schema, None

    async def unsettled(self, *, older_than: float, limit: int = 100) -> list[Place]:
        await self._world.reach()
        now, older_than = self._clock.now(), patience(older_than, self._lease)
        waiting = self._world.waiting
        due = sorted((since, tag) for tag, since in waiting.items() if since <= now - older_than)
        due += ((since, tag) for tag, since in waiting.items() if since > now + _AHEAD)
        found: list[Place] = []
        for _, tag in due[:limit]:
            standing, left = self._world.rooms[tag].look(now, self._lease)
            if standing == "unsettled":
                found.append(Place.of_tag(tag))
            since = waits_since(standing, left, now=now, older_than=older_than)
            if since is None:
                del waiting[tag]
            else:
                waiting[tag] = since
        return found
