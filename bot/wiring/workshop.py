"""What a worker needs: holding threads and letting the engine run."""

import asyncio
from dataclasses import dataclass

from bot.service.admission import Admission
from bot.service.conversation import Conversation
from bot.service.foresight import Foresight
from bot.service.offers import Offers
from bot.service.threads import ThreadActor
from bot.wiring.ground import Ground
from bot.wiring.shared import Shared


@dataclass(frozen=True)
class Workshop:
    actor: ThreadActor
    closing: asyncio.Event


def open_workshop(ground: Ground, shared: Shared) -> Workshop:
    store, brain, clock = ground.store, ground.brain, ground.clock
    closing = asyncio.Event()
    conversation = Conversation(
        agent=brain.agent,
        models=brain.models,
        offers=Offers(brain.policies, clock),
        foresight=Foresight(shared.authority, ground.directory, ground.messenger),
        admission=Admission(store.approvals, shared.authority, clock),
        approvals=store.approvals,
        messenger=ground.messenger,
        wakeups=store.wakeups,
        background=ground.background,
        clock=clock,
        closing=closing,
    )
    actor = ThreadActor(
        threads=store.threads,
        outbox=store.outbox,
        approvals=store.approvals,
        conversation=conversation,
        courier=shared.courier,
        background=ground.background,
        clock=clock,
        agent_name=brain.agent.name,
        wakeups=store.wakeups,
        closing=closing,
    )
    return Workshop(actor, closing)
