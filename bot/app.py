"""The composition root: the only place that knows every part, and how they hang together."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.agents.load import load_agent
from bot.agents.models import models_for
from bot.front import Desk, Door, Health, Metrics, SocketMode, bolt_app, serving, site
from bot.lifetime import until_stopped
from bot.listeners import register
from bot.policy import Policies, load_policies
from bot.ports import Clock, Directory, Messenger, NotRecorded
from bot.service.admission import Admission
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.commands import CommandDesk
from bot.service.conversation import Conversation
from bot.service.copies import Copies
from bot.service.counting import CountedAudit
from bot.service.courier import Courier
from bot.service.deadlines import Deadlines
from bot.service.decisions import DecisionDesk
from bot.service.errands import ErrandRunner
from bot.service.homes import HomeDesk
from bot.service.intake import Intake
from bot.service.offers import Offers
from bot.service.policy_book import PolicyBook
from bot.service.replier import Replier
from bot.service.rulings import Rulings
from bot.service.sight import Sight
from bot.service.sweeper import Sweeper
from bot.service.threads import ThreadActor
from bot.service.windows import WindowDesk
from bot.service.witness import Witness
from bot.settings import Settings
from bot.slack import (
    Identity,
    ResponseUrls,
    SlackDirectory,
    SlackMessenger,
    Uploads,
    WebApi,
    identify,
    web_client,
)
from bot.storage import store_for
from bot.store import Store
from core import Agent
from core.models.interface import ModelProvider

log = logging.getLogger(__name__)


class WallClock:
    """The time of day."""

    def now(self) -> float:
        return time.time()


@dataclass(frozen=True)
class Workspace:
    """Slack, as the services see it."""

    client: AsyncWebClient
    api: WebApi
    identity: Identity
    messenger: Messenger
    directory: Directory


@dataclass(frozen=True)
class Brain:
    """What runs: the agent, its models, and the policies about it."""

    agent: Agent[Any]
    models: ModelProvider
    policies: PolicyBook


@dataclass(frozen=True)
class Services:
    """Everything that acts, ready to be listened to and woken."""

    intake: Intake
    actor: ThreadActor
    deadlines: Deadlines
    sweeper: Sweeper
    background: Background
    metrics: Metrics
    closing: asyncio.Event
    """Set it before the end: what runs is handed over at its next step."""


async def serve(settings: Settings, *, worker: bool) -> None:
    """The bot, until it is asked to stop."""
    async with AsyncExitStack() as stack:
        brain = load_brain(settings)
        store, workspace, services = await stack.enter_async_context(_house(settings, brain))
        if worker:
            await stack.enter_async_context(at_work(store, services))
        address = await stack.enter_async_context(front(settings, store, workspace, services))
        log.info("listening at %s", address)
        await until_stopped(on_hangup=brain.policies.reload)


async def work(settings: Settings) -> None:
    """A worker without a front, until it is asked to stop."""
    async with AsyncExitStack() as stack:
        brain = load_brain(settings)
        store, _, services = await stack.enter_async_context(_house(settings, brain))
        await stack.enter_async_context(at_work(store, services))
        log.info("working")
        await until_stopped(on_hangup=brain.policies.reload)


def load_brain(settings: Settings) -> Brain:
    """Raises `SettingsError`, `ConfigError`."""

    def read() -> Policies:
        file = settings.policy_file()
        return load_policies(file) if file else Policies.of()

    return Brain(load_agent(settings), models_for(settings), PolicyBook(read(), read))


@asynccontextmanager
async def connect(settings: Settings) -> AsyncIterator[Workspace]:
    """Slack, by the token of the settings. Raises `NotDelivered` when it does not let us in."""
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    async with web_client(token, base_url=settings.slack_api_url) as client:
        api = WebApi(client)
        identity = await identify(api)
        yield Workspace(
            client=client,
            api=api,
            identity=identity,
            messenger=SlackMessenger(
                api, ResponseUrls(client), Uploads(api, client), me=identity.user
            ),
            directory=SlackDirectory(api, identity),
        )


def wire(
    *,
    store: Store,
    messenger: Messenger,
    directory: Directory,
    bot_user: str,
    brain: Brain,
    background: Background,
    clock: Clock,
    command: str,
) -> Services:
    """Put the services together; nothing is started."""
    metrics = Metrics()
    audit = CountedAudit(store.audit, metrics)
    authority = Authority(directory)
    sight = Sight(directory, authority)
    homes = HomeDesk(
        homes=store.homes,
        runs=store.runs,
        approvals=store.approvals,
        authority=authority,
        sight=sight,
        messenger=messenger,
        background=background,
        clock=clock,
    )
    courier = Courier(
        store.outbox,
        store.approvals,
        store.runs,
        messenger,
        store.wakeups,
        audit,
        Copies(store.approvals, messenger, directory),
        homes.touched,
    )
    deadlines = Deadlines(store.approvals, store.wakeups, courier, background, clock)
    replier = Replier(messenger)
    witness = Witness(audit, brain.policies, clock)
    rulings = Rulings(
        approvals=store.approvals,
        authority=authority,
        wakeups=store.wakeups,
        courier=courier,
        witness=witness,
        background=background,
        clock=clock,
        command=command,
    )
    decisions = DecisionDesk(
        approvals=store.approvals,
        rulings=rulings,
        courier=courier,
        replier=replier,
        background=background,
        clock=clock,
    )
    windows = WindowDesk(
        approvals=store.approvals,
        authority=authority,
        messenger=messenger,
        replier=replier,
        clock=clock,
        command=command,
    )
    commands = CommandDesk(
        command=command,
        bot_user=bot_user,
        runs=store.runs,
        approvals=store.approvals,
        threads=store.threads,
        wakeups=store.wakeups,
        decisions=decisions,
        directory=directory,
        sight=sight,
        windows=windows,
        messenger=messenger,
        audit=store.audit,
        witness=witness,
    )
    runner = ErrandRunner(store.errands, decisions, commands)
    intake = Intake(
        threads=store.threads,
        wakeups=store.wakeups,
        errands=store.errands,
        runner=runner,
        messenger=messenger,
        windows=windows,
        homes=homes,
        background=background,
    )
    admission = Admission(store.approvals, authority, clock)
    closing = asyncio.Event()
    conversation = Conversation(
        agent=brain.agent,
        models=brain.models,
        offers=Offers(brain.policies, clock),
        authority=authority,
        admission=admission,
        approvals=store.approvals,
        messenger=messenger,
        wakeups=store.wakeups,
        background=background,
        clock=clock,
        closing=closing,
    )
    actor = ThreadActor(
        threads=store.threads,
        outbox=store.outbox,
        approvals=store.approvals,
        conversation=conversation,
        courier=courier,
        background=background,
        clock=clock,
        agent_name=brain.agent.name,
        wakeups=store.wakeups,
        closing=closing,
    )
    sweeper = Sweeper(
        threads=store.threads,
        approvals=store.approvals,
        errands=store.errands,
        wakeups=store.wakeups,
        courier=courier,
        deadlines=deadlines,
        runner=runner,
        witness=witness,
        background=background,
        clock=clock,
    )
    return Services(intake, actor, deadlines, sweeper, background, metrics, closing)


@asynccontextmanager
async def front(
    settings: Settings, store: Store, workspace: Workspace, services: Services
) -> AsyncIterator[str]:
    """Listen to Slack, over HTTP or Socket Mode; yields the address of the bot's own server."""
    metrics = services.metrics
    app = bolt_app(workspace.client, workspace.identity)
    register(
        app,
        services.intake,
        messenger=workspace.messenger,
        background=services.background,
        home=workspace.identity,
        command=settings.command,
    )
    desk = Desk(app, metrics)
    async with AsyncExitStack() as stack:
        checks = {"slack": workspace.api.check, "redis": _store_check(store)}
        door = None
        if settings.slack_app_token is not None:
            token = settings.slack_app_token.get_secret_value()
            socket = SocketMode(desk, workspace.client, metrics, app_token=token)
            checks["socket"] = socket.trouble
            await stack.enter_async_context(socket)
        else:
            secret = settings.slack_signing_secret
            door = Door(desk, metrics, signing_secret=secret.get_secret_value() if secret else "")
        application = site(Health(checks, metrics), door)
        yield await stack.enter_async_context(
            serving(application, host=settings.host, port=settings.port)
        )


@asynccontextmanager
async def _house(
    settings: Settings, brain: Brain
) -> AsyncIterator[tuple[Store, Workspace, Services]]:
    clock = WallClock()
    async with (
        store_for(settings, clock) as store,
        connect(settings) as workspace,
        Background() as background,
    ):
        services = wire(
            store=store,
            messenger=workspace.messenger,
            directory=workspace.directory,
            bot_user=workspace.identity.user,
            brain=brain,
            background=background,
            clock=clock,
            command=settings.command,
        )
        async with _running(services.sweeper.run()):
            yield store, workspace, services


@asynccontextmanager
async def at_work(store: Store, services: Services) -> AsyncIterator[None]:
    """Be a worker for as long as the context lasts."""
    async with store.wakeups.work(services.actor.attend, services.deadlines.passed):
        try:
            yield
        finally:
            services.closing.set()


@asynccontextmanager
async def _running(program: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    task = asyncio.create_task(program)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _store_check(store: Store) -> Any:
    async def check() -> str:
        try:
            await store.ping()
        except NotRecorded as error:
            return str(error)
        return ""

    return check
