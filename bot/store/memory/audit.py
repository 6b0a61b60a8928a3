"""The audit in memory."""

from collections.abc import AsyncIterator, Sequence

from bot.audit import GENESIS, Link, linked
from bot.audit.entries import milliseconds, turn
from bot.ports import Clock
from bot.records import AuditEntry
from bot.store.memory.world import World

_DAY = 86_400


class MemoryAudit:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock

    async def add(self, entry: AuditEntry) -> None:
        await self._world.reach()
        book = self._world.book
        if entry.id in book.known:
            return
        if entry.what == "policies" and entry.policies == book.policies:
            return
        book.known.add(entry.id)
        last = book.last
        link = linked(entry, after=last.seq if last else 0, prev=last.hash if last else GENESIS)
        day = max(int(self._clock.now()) // _DAY, max(book.days, default=0))
        book.days.setdefault(day, []).append(link)
        book.last = link
        if entry.what == "policies":
            book.policies = entry.policies
        match turn(entry):
            case "opens":
                book.open.setdefault(entry.call, link.seq)
            case "closes":
                book.open.pop(entry.call, None)
            case _:
                pass

    async def of_run(self, run: str) -> Sequence[Link]:
        await self._world.reach()
        return [link for link in self._world.book.links() if link.entry.run == run]

    async def read(self, since: float = 0.0) -> AsyncIterator[Link]:
        await self._world.reach()
        begun = False
        for link in self._world.book.links():
            begun = begun or link.entry.at >= milliseconds(since)
            if begun:
                yield link

    async def exported(self, first: int, last: int) -> None:
        await self._world.reach()
        book = self._world.book
        if first <= book.exported + 1:
            book.exported = max(book.exported, last)

    async def trim(self, before: float) -> int:
        await self._world.reach()
        book = self._world.book
        stop = min([book.exported, *(seq - 1 for seq in book.open.values())])
        dropped = 0
        for day in sorted(book.days):
            if day >= int(before) // _DAY or book.days[day][-1].seq > stop:
                break
            del book.days[day]
            dropped += 1
        return dropped
