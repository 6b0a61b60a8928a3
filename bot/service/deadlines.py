"""Ends an approval whose time has run out; a click in the same instant has one winner."""

from bot.ports import Approvals, Clock, Wakeups
from bot.service.background import Background
from bot.service.courier import Courier


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
        standing = await self._approvals.find(approval)
        if standing is None or not standing.is_open:
            return
        ended = await self._approvals.expire(standing.request, self._clock.now())
        if ended.status == "expired":
            place = ended.request.place
            await self._wakeups.wake(place)
            self._background.start(self._courier.deliver(place), name="expired card")
