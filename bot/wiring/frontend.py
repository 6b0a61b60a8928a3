"""What a front end needs: taking in what people write, click and type, and ruling on it."""

from dataclasses import dataclass

from bot.service.inbound.calling_off import CallingOff
from bot.service.inbound.commands import CommandDesk
from bot.service.inbound.decisions import DecisionDesk
from bot.service.inbound.delegating import DelegationDesk
from bot.service.inbound.errands import ErrandRunner
from bot.service.inbound.intake import Intake
from bot.service.inbound.readings import Readings
from bot.service.inbound.replier import Replier
from bot.service.inbound.rulings import Rulings
from bot.service.inbound.windows import WindowDesk
from bot.service.lookup.overview import Overview
from bot.service.outbound.greeting import Greeter
from bot.wiring.dependencies import Dependencies
from bot.wiring.shared import Shared


@dataclass(frozen=True)
class Frontend:
    intake: Intake
    runner: ErrandRunner


def wire_frontend(deps: Dependencies, shared: Shared) -> Frontend:
    store, messenger = deps.store, deps.messenger
    replier = Replier(messenger)
    readings = Readings(store.approvals, deps.clock)
    rulings = _rulings(deps, shared, readings)
    decisions = DecisionDesk(
        approvals=store.approvals,
        rulings=rulings,
        courier=shared.courier,
        replier=replier,
        background=deps.background,
        clock=deps.clock,
    )
    windows = WindowDesk(
        approvals=store.approvals,
        authority=shared.authority,
        messenger=messenger,
        replier=replier,
        witness=shared.witness,
        readings=readings,
        clock=deps.clock,
        command=deps.command,
    )
    calling_off = CallingOff(
        store.runs, store.threads, store.wakeups, shared.witness, replier, messenger
    )
    commands = _commands(deps, shared, rulings, readings, replier, calling_off)
    runner = ErrandRunner(store.errands, store.approvals, decisions, commands, calling_off, replier)
    intake = Intake(
        threads=store.threads,
        wakeups=store.wakeups,
        runner=runner,
        greeter=Greeter(store.outbox, shared.courier, bot_user=deps.bot_user, command=deps.command),
        replier=replier,
        windows=windows,
        homes=shared.homes,
        background=deps.background,
    )
    return Frontend(intake, runner)


def _commands(
    deps: Dependencies,
    shared: Shared,
    rulings: Rulings,
    readings: Readings,
    replier: Replier,
    calling_off: CallingOff,
) -> CommandDesk:
    store, messenger, command = deps.store, deps.messenger, deps.command
    return CommandDesk(
        command=command,
        bot_user=deps.bot_user,
        approvals=store.approvals,
        threads=store.threads,
        wakeups=store.wakeups,
        rulings=rulings,
        directory=deps.directory,
        overview=Overview(
            runs=store.runs,
            approvals=store.approvals,
            sight=shared.sight,
            links=shared.links,
            audit=store.audit,
            command=command,
        ),
        delegating=DelegationDesk(
            shared.delegates,
            shared.handovers,
            deps.directory,
            messenger,
            deps.clock,
            command=command,
        ),
        readings=readings,
        messenger=messenger,
        replier=replier,
        calling_off=calling_off,
        clock=deps.clock,
    )


def _rulings(deps: Dependencies, shared: Shared, readings: Readings) -> Rulings:
    return Rulings(
        approvals=deps.store.approvals,
        authority=shared.authority,
        wakeups=deps.store.wakeups,
        courier=shared.courier,
        witness=shared.witness,
        readings=readings,
        background=deps.background,
        policies=deps.brain.policies,
        clock=deps.clock,
        command=deps.command,
    )
