"""Picks up whatever a crash left lying: threads nobody was woken for, errands nobody finished,
approvals whose deadline passed unseen.

Everything it starts is harmless to start twice, so any number of sweepers may run.
"""

import asyncio
import logging

from bot.ports import Approvals, Clock, Errands, NotRecorded, Threads, Wakeups
from bot.service.background import Background
from bot.service.inbound.deadlines import Deadlines
from bot.service.inbound.errands import ErrandRunner
from bot.service.inbound.handovers import Handovers
from bot.service.inbound.witness import Witness
from bot.service.outbound.courier import Courier
from bot.service.waking import wake

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks, each a handful of commands."""
PATIENCE = 10.0
"""Seconds something may be under way before it counts as left lying."""


class Sweeper:
    def __init__(
        self,
        *,
        threads: Threads,
        approvals: Approvals,
        errands: Errands,
        wakeups: Wakeups,
        courier: Courier,
        deadlines: Deadlines,
        runner: ErrandRunner,
        witness: Witness,
        handovers: Handovers,
        background: Background,
        clock: Clock,
    ) -> None:
        self._threads = threads
        self._approvals = approvals
        self._errands = errands
        self._wakeups = wakeups
        self._courier = courier
        self._deadlines = deadlines
        self._runner = runner
        self._witness = witness
        self._handovers = handovers
        self._background = background
        self._clock = clock

    async def run(self) -> None:
        """Sweep until cancelled; a store that is away for a while is waited for."""
        while True:
            try:
                await self.sweep()
            except NotRecorded as error:
                log.warning("nothing swept: %s", error)
            await asyncio.sleep(EVERY)

    async def sweep(self) -> None:
        await self._witness.look_at_policies()
        await self._handovers.end_overdue()
        for approval in await self._approvals.overdue(self._clock.now()):
            await self._deadlines.passed(approval)
        for errand in await self._errands.claim(older_than=PATIENCE):
            late = self._runner.run(errand, again=True)
            self._background.start(late, name=f"late {errand.kind}")
        for place in await self._threads.unsettled(older_than=PATIENCE):
            await wake(self._wakeups, place)
            self._background.start(self._courier.deliver(place), name="late delivery")
