"""The composition root: what a process of the bot consists of, and how long each part of it lives.

How the services hang together is in `bot.wiring`.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.agents.load import load_agent
from bot.agents.models import check_model, models_for
from bot.clock import WallClock
from bot.errors import SettingsError
from bot.front import Desk, Door, Health, SocketMode, bolt_app, serving, site
from bot.lifetime import asked_to_stop, bounded_end, end
from bot.listeners import register
from bot.policy import Policies, load_policies
from bot.ports import Directory, Messenger, NotRecorded
from bot.records import Owner
from bot.service.access.policy_book import PolicyBook
from bot.service.background import Background
from bot.settings import Settings
from bot.slack import (
    Identity,
    ResponseUrls,
    SlackDirectory,
    SlackMessenger,
    Uploads,
    WebApi,
    identify,
    owner_of,
    web_client,
)
from bot.storage import store_for
from bot.store import Store
from bot.wiring import Brain, Dependencies, Services, wire

log = logging.getLogger(__name__)

NEW_OBJECTS = 50_000
"""How many there may be before Python looks for garbage among them."""


@dataclass(frozen=True)
class Workspace:
    """Slack, as the services see it."""

    client: AsyncWebClient
    api: WebApi
    identity: Identity
    messenger: Messenger
    directory: Directory
    owner: Owner


async def serve(settings: Settings, *, worker: bool) -> None:
    """The bot, until it is asked to stop."""
    async with AsyncExitStack() as stack:
        end_begins = stack.enter_context(bounded_end())
        brain = load_brain(settings)
        store, workspace, services = await stack.enter_async_context(_house(settings, brain))
        stop = stack.enter_context(asked_to_stop(on_hangup=brain.policies.reload))
        if worker:
            await stack.enter_async_context(at_work(store, services))
        address = await stack.enter_async_context(front(settings, store, workspace, services))
        log.info("listening at %s", address)
        await stop.wait()
        end_begins()


async def work(settings: Settings) -> None:
    """A worker without a front, until it is asked to stop."""
    async with AsyncExitStack() as stack:
        end_begins = stack.enter_context(bounded_end())
        brain = load_brain(settings)
        store, _, services = await stack.enter_async_context(_house(settings, brain))
        stop = stack.enter_context(asked_to_stop(on_hangup=brain.policies.reload))
        await stack.enter_async_context(at_work(store, services))
        log.info("working")
        await stop.wait()
        end_begins()


def load_brain(settings: Settings) -> Brain:
    """Raises `SettingsError`, `ConfigError`."""

    def read() -> Policies:
        file = settings.policy_file()
        return load_policies(file) if file else Policies.of()

    agent = load_agent(settings)
    try:
        check_model(settings, agent)
    except SettingsError as error:
        # Its tools, approvals and commands work all the same.
        log.warning("no run will come far: %s", error)
    return Brain(agent, models_for(settings), PolicyBook(read(), read))


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
            owner=await owner_of(api, identity),
        )


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
        me=workspace.identity,
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
        await store.take_over(workspace.owner)
        deps = Dependencies(
            store=store,
            messenger=workspace.messenger,
            directory=workspace.directory,
            bot_user=workspace.identity.user,
            brain=brain,
            background=background,
            clock=clock,
            command=settings.command,
        )
        services = wire(deps)
        with _seldom_collected():
            async with _running(services.sweeper.run()):
                yield store, workspace, services


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """What is there by now lasts until the end, and little of what comes is garbage in circles: a
    click need not wait for collections."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


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
        await end(task)


def _store_check(store: Store) -> Any:
    async def check() -> str:
        try:
            await store.ping()
        except NotRecorded as error:
            return str(error)
        return ""

    return check
