"""What a worker needs: holding threads and letting the engine run."""

import asyncio
from dataclasses import dataclass

from bot.service.access.foresight import Foresight
from bot.service.runs.admission import Admission
from bot.service.runs.conversation import Conversation
from bot.service.runs.offers import Offers
from bot.service.runs.threads import ThreadActor
from bot.wiring.dependencies import Dependencies
from bot.wiring.shared import Shared


@dataclass(frozen=True)
class Worker:
    actor: ThreadActor
    closing: asyncio.Event


def wire_worker(deps: Dependencies, shared: Shared) -> Worker:
    store, brain, clock = deps.store, deps.brain, deps.clock
    closing = asyncio.Event()
    conversation = Conversation(
        agent=brain.agent,
        models=brain.models,
        offers=Offers(brain.policies, clock),
        foresight=Foresight(shared.authority, deps.directory, deps.messenger),
        admission=Admission(store.approvals, shared.authority, clock),
        approvals=store.approvals,
        messenger=deps.messenger,
        wakeups=store.wakeups,
        background=deps.background,
        clock=clock,
        closing=closing,
    )
    actor = ThreadActor(
        threads=store.threads,
        outbox=store.outbox,
        approvals=store.approvals,
        conversation=conversation,
        courier=shared.courier,
        background=deps.background,
        clock=clock,
        agent=brain.agent,
        wakeups=store.wakeups,
        closing=closing,
        command=deps.command,
    )
    return Worker(actor, closing)
