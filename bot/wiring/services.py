"""Everything that acts, in one hand."""

import asyncio
from dataclasses import dataclass

from bot.front import Metrics
from bot.service.background import Background
from bot.service.deadlines import Deadlines
from bot.service.intake import Intake
from bot.service.sweeper import Sweeper
from bot.service.threads import ThreadActor
from bot.wiring.ground import Ground
from bot.wiring.reception import open_reception
from bot.wiring.shared import share
from bot.wiring.workshop import open_workshop


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


def wire(ground: Ground) -> Services:
    """Put the services together; nothing is started."""
    shared = share(ground)
    reception = open_reception(ground, shared)
    workshop = open_workshop(ground, shared)
    store = ground.store
    sweeper = Sweeper(
        threads=store.threads,
        approvals=store.approvals,
        errands=store.errands,
        wakeups=store.wakeups,
        courier=shared.courier,
        deadlines=shared.deadlines,
        runner=reception.runner,
        witness=shared.witness,
        delegates=shared.delegates,
        background=ground.background,
        clock=ground.clock,
    )
    return Services(
        intake=reception.intake,
        actor=workshop.actor,
        deadlines=shared.deadlines,
        sweeper=sweeper,
        background=ground.background,
        metrics=shared.metrics,
        closing=workshop.closing,
    )
