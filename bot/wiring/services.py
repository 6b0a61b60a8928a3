"""Everything that acts, in one hand."""

import asyncio
from dataclasses import dataclass

from bot.front import Metrics
from bot.service.background import Background
from bot.service.inbound.deadlines import Deadlines
from bot.service.inbound.intake import Intake
from bot.service.runs.threads import ThreadActor
from bot.service.sweeper import Sweeper
from bot.wiring.dependencies import Dependencies
from bot.wiring.frontend import wire_frontend
from bot.wiring.shared import share
from bot.wiring.worker import wire_worker


@dataclass(frozen=True)
class Services:
    """Ready to be listened to and woken."""

    intake: Intake
    actor: ThreadActor
    deadlines: Deadlines
    sweeper: Sweeper
    background: Background
    metrics: Metrics
    closing: asyncio.Event
    """Set it before the end: what runs is handed over at its next step."""


def wire(deps: Dependencies) -> Services:
    """Put the services together; nothing is started."""
    shared = share(deps)
    frontend = wire_frontend(deps, shared)
    worker = wire_worker(deps, shared)
    store = deps.store
    sweeper = Sweeper(
        threads=store.threads,
        approvals=store.approvals,
        errands=store.errands,
        wakeups=store.wakeups,
        courier=shared.courier,
        deadlines=shared.deadlines,
        runner=frontend.runner,
        witness=shared.witness,
        handovers=shared.handovers,
        background=deps.background,
        clock=deps.clock,
    )
    return Services(
        intake=frontend.intake,
        actor=worker.actor,
        deadlines=shared.deadlines,
        sweeper=sweeper,
        background=deps.background,
        metrics=shared.metrics,
        closing=worker.closing,
    )
