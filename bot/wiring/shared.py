"""What front ends and workers both need: who may decide, what is told to whom, what is measured."""

from dataclasses import dataclass

from bot.front import Metrics
from bot.service.access.authority import Authority
from bot.service.access.delegates import Delegates
from bot.service.access.sight import Sight
from bot.service.counting import CountedAudit
from bot.service.inbound.deadlines import Deadlines
from bot.service.inbound.handovers import Handovers
from bot.service.inbound.witness import Witness
from bot.service.lookup.homes import HomeDesk
from bot.service.lookup.links import Links
from bot.service.outbound.courier import Courier
from bot.wiring.courier import wire_courier
from bot.wiring.dependencies import Dependencies


@dataclass(frozen=True)
class Shared:
    metrics: Metrics
    authority: Authority
    sight: Sight
    links: Links
    homes: HomeDesk
    courier: Courier
    deadlines: Deadlines
    witness: Witness
    delegates: Delegates
    handovers: Handovers


def share(deps: Dependencies) -> Shared:
    store, clock, background = deps.store, deps.clock, deps.background
    metrics = Metrics()
    audit = CountedAudit(store.audit, metrics)
    delegates = Delegates(store.delegations, audit, clock)
    authority = Authority(deps.directory, delegates)
    sight = Sight(deps.directory, authority)
    links = Links(deps.messenger)
    homes = HomeDesk(
        homes=store.homes,
        runs=store.runs,
        approvals=store.approvals,
        authority=authority,
        sight=sight,
        links=links,
        messenger=deps.messenger,
        background=background,
        clock=clock,
        command=deps.command,
    )
    courier = wire_courier(
        store, deps.messenger, deps.directory, delegates, audit, homes.touched, command=deps.command
    )
    return Shared(
        metrics=metrics,
        authority=authority,
        sight=sight,
        links=links,
        homes=homes,
        courier=courier,
        deadlines=Deadlines(store.approvals, store.wakeups, courier, background, clock),
        witness=Witness(audit, deps.brain.policies, clock),
        delegates=delegates,
        handovers=Handovers(
            delegates, authority, store.runs, store.outbox, courier, background, homes.touched
        ),
    )
