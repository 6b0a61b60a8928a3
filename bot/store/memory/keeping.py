"""Runs and errands in memory."""

from collections.abc import Iterable, Iterator, Sequence

from bot.ports import Clock, Part
from bot.records import Approval, Audience, Errand, Onlookers, Place, Run
from bot.store.memory.world import Kept, World


class MemoryRuns:
    def __init__(self, world: World) -> None:
        self._world = world

    async def find(self, run: str) -> Run | None:
        await self._world.reach()
        place = self._world.homes.get(run)
        return None if place is None else self._world.room(place).runs.get(run)

    async def latest_in(self, thread: Place) -> Run | None:
        await self._world.reach()
        return self._world.room(thread).run

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        await self._world.reach()
        return self._newest_first()[:limit]

    async def asked_by(self, user: str, *, first: int = 0, limit: int = 20) -> Part[Run]:
        await self._world.reach()
        mine = [run for run in self._newest_first() if run.requester == user]
        return Part(len(mine), mine[first : first + limit])

    async def onlookers(self) -> Sequence[Onlookers]:
        await self._world.reach()
        unfinished = (run for run in self._newest_first() if not run.is_over)
        return list(dict.fromkeys(map(Onlookers.of, unfinished)))

    async def unfinished(
        self, onlookers: Iterable[Onlookers], *, first: int = 0, limit: int
    ) -> Part[Run]:
        await self._world.reach()
        theirs = set(onlookers)
        found = [
            run for run in self._newest_first() if not run.is_over and Onlookers.of(run) in theirs
        ]
        return Part(len(found), found[first : first + limit])

    def _newest_first(self) -> list[Run]:
        runs = [run for room in self._world.rooms.values() for run in room.runs.values()]
        return sorted(runs, key=lambda run: run.started_at, reverse=True)

    async def audiences(self) -> Sequence[Audience]:
        await self._world.reach()
        return list(dict.fromkeys(self._world.asking.values()))

    async def waiting_for(
        self, audiences: Iterable[Audience], *, first: int = 0, limit: int
    ) -> Part[Approval]:
        await self._world.reach()
        found = sorted(self._filed(set(audiences)), key=lambda each: each.request.expires_at)
        return Part(len(found), found[first : first + limit])

    def _filed(self, audiences: set[Audience]) -> Iterator[Approval]:
        for name, audience in self._world.asking.items():
            if audience in audiences:
                room = self._world.room(self._world.places[name])
                yield from (a for a in room.approvals() if a.request.id == name)

    async def project(self, approval: Approval) -> None:
        await self._world.reach()
        audience = Audience.of(approval)
        if audience is None:
            self._world.asking.pop(approval.request.id, None)
        else:
            self._world.asking[approval.request.id] = audience

    async def pending(self, *, limit: int = 50) -> Sequence[Approval]:
        await self._world.reach()
        rooms = self._world.rooms.values()
        waiting = [approval for room in rooms for approval in room.open_approvals()]
        return sorted(waiting, key=lambda approval: approval.request.expires_at)[:limit]


class MemoryErrands:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock

    async def keep(self, errand: Errand) -> bool:
        await self._world.reach()
        if errand.key in self._world.errands:
            return False
        self._world.errands[errand.key] = Kept(errand, self._clock.now())
        return True

    async def done(self, key: str) -> None:
        await self._world.reach()
        if key in self._world.errands:
            self._world.errands[key].done = True

    async def claim(self, *, older_than: float, limit: int = 100) -> Sequence[Errand]:
        await self._world.reach()
        now = self._clock.now()
        kept = [each for each in self._world.errands.values() if not each.done]
        due = sorted(
            (each for each in kept if each.waits_since <= now - older_than),
            key=lambda each: each.waits_since,
        )[:limit]
        for each in due:
            each.waits_since = now
        return [each.errand for each in due]
