"""Who decides for whom just now, and that it is on record when this begins and ends."""

from bot.audit import entries
from bot.ports import AuditBook, Clock, Delegations
from bot.records import Delegation


class Delegates:
    """Every method raises `NotRecorded`."""

    def __init__(self, delegations: Delegations, audit: AuditBook, clock: Clock) -> None:
        self._delegations = delegations
        self._audit = audit
        self._clock = clock

    async def in_force(self) -> list[Delegation]:
        """Oldest first."""
        now = self._clock.now()
        return [each for each in await self._delegations.on_record() if each.is_in_force(now)]

    async def away(self, person: str) -> list[str]:
        """For whom this person decides."""
        return list(dict.fromkeys(each.by for each in await self.in_force() if each.to == person))

    async def begin(self, wanted: Delegation) -> Delegation:
        """From now on `wanted.to` decides for `wanted.by`, and nobody else does. With the same id
        again it is the same delegation, whose audit may have been missed."""
        given = await self._delegations.give(wanted)
        await self._audit.add(entries.delegated(given))
        for each in await self._delegations.on_record():
            if each.by == given.by and each.id != given.id:
                await self._end(each, "replaced")
        return given

    async def end(self, by: str) -> list[Delegation]:
        """This person decides alone again; what has ended."""
        ended = [each for each in await self._delegations.on_record() if each.by == by]
        for each in ended:
            await self._end(each, "off")
        return ended

    async def end_overdue(self) -> list[Delegation]:
        """Those whose time is over. They count no more in any case; this puts it on record."""
        now = self._clock.now()
        ended = [each for each in await self._delegations.on_record() if now >= each.until]
        for each in ended:
            await self._end(each, "time is over")
        return ended

    async def _end(self, delegation: Delegation, why: str) -> None:
        """On record first: whoever does it again after a crash finds the same entry."""
        at = min(self._clock.now(), delegation.until)
        await self._audit.add(entries.undelegated(delegation, at, why=why))
        await self._delegations.drop(delegation.id)
