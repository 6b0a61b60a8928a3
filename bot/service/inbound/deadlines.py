"""Looks at an approval when its time comes: people are reminded and others told, each once, and in
the end it expires; a click in the same instant has one winner."""

from bot.ports import Approvals, Clock, Wakeups
from bot.records import Approval, CardDue, Nudge, Nudged, NudgeDue, Request
from bot.service.background import Background
from bot.service.outbound.courier import Courier
from bot.service.waking import wake


class Deadlines:
    def __init__(
        self,
        approvals: Approvals,
        wakeups: Wakeups,
        courier: Courier,
        background: Background,
        clock: Clock,
    ) -> None:
        self._approvals = approvals
        self._wakeups = wakeups
        self._courier = courier
        self._background = background
        self._clock = clock

    async def passed(self, approval: str) -> None:
        """Look at an approval; raises `NotRecorded`."""
        standing, now = await self._approvals.find(approval), self._clock.now()
        if standing is None or not standing.is_open:
            return
        request = standing.request
        if now >= request.expires_at:
            await self._end(request, now)
            return
        for what in standing.overdue_nudges(now):
            standing = await self._nudge(standing, what, now)
        await self._wakeups.wake_at(request.place, request.id, standing.next_look)

    async def _end(self, request: Request, now: float) -> None:
        ended = await self._approvals.expire(request, now)
        if ended.status == "expired":
            await wake(self._wakeups, request.place)
            self._background.start(self._courier.deliver(request.place), name="expired card")

    async def _nudge(self, standing: Approval, what: Nudge, now: float) -> Approval:
        """Once, whoever looks: what is to be told goes into the outbox with the remark."""
        request = standing.request
        to = request.rule.reach.escalate_to if what == "escalated" else ()
        told = [NudgeDue(approval=request.id, what=what, to=each) for each in to or ("",)]
        after = await self._approvals.remark(
            request,
            Nudged(what=what, at=now, to=to),
            once=what,
            notices=(*told, CardDue(approval=request.id)),
        )
        self._background.start(self._courier.deliver(request.place), name=what)
        return after
