"""A playground, clients of it, and the real slack_bolt app on it over HTTP or Socket Mode."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground, Times
from bot.servers import listening
from tests.bot.playground.receiver import Receiver, receiving

Serve = Callable[[AsyncApp], AbstractAsyncContextManager[None]]
Refusal = Callable[[Awaitable[Any]], Awaitable[str]]


class FakeClock:
    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def slack(clock: FakeClock) -> AsyncIterator[Playground]:
    """A playground with a clock of its own that tries again soon."""
    times = Times(answer_within=30, retries=(0.0, 0.02, 0.02))
    async with Playground(clock=clock, times=times) as playground:
        yield playground


@pytest.fixture
def client(slack: Playground) -> AsyncWebClient:
    return AsyncWebClient(token=slack.workspace.app.bot_token, base_url=slack.url)


@pytest.fixture
async def receiver(slack: Playground) -> AsyncIterator[Receiver]:
    """One front end of the app."""
    async with receiving() as one:
        slack.add_request_url(one.url)
        yield one


@pytest.fixture
def mira(slack: Playground) -> Person:
    return slack.person("mira")


@pytest.fixture
def jonas(slack: Playground) -> Person:
    return slack.person("jonas")


@pytest.fixture
def refusal() -> Refusal:
    """The code a call is refused with."""

    async def code(call: Awaitable[Any]) -> str:
        with pytest.raises(SlackApiError) as refused:
            await call
        return str(refused.value.response["error"])

    return code


@pytest.fixture
async def live() -> AsyncIterator[Playground]:
    """A playground on the real clock, as signatures are checked against it."""
    async with Playground() as playground:
        yield playground


@pytest.fixture
def app(live: Playground) -> AsyncApp:
    """An app that takes every message, so that Slack has no reason to repeat one."""
    client = AsyncWebClient(token=live.workspace.app.bot_token, base_url=live.url)
    app = AsyncApp(client=client, signing_secret=live.workspace.app.signing_secret)

    @app.event("message")
    async def taken() -> None:
        pass

    return app


@asynccontextmanager
async def over_http(app: AsyncApp, slack: Playground) -> AsyncIterator[None]:
    runner = web.AppRunner(app.web_app(), access_log=None, shutdown_timeout=0.1)
    async with listening(runner) as port:
        slack.add_request_url(f"http://127.0.0.1:{port}/slack/events")
        yield


@asynccontextmanager
async def over_socket(app: AsyncApp, slack: Playground) -> AsyncIterator[None]:
    handler: Any = AsyncSocketModeHandler(app, slack.workspace.app.app_token)
    await handler.connect_async()
    await slack.wait_for(lambda s: s.sockets.connections)
    try:
        yield
    finally:
        await handler.close_async()


@pytest.fixture(params=[over_http, over_socket], ids=["http", "socket"])
def serve(request: pytest.FixtureRequest, live: Playground) -> Serve:
    """Connects an app the way the parameter says."""

    def connected(app: AsyncApp) -> AbstractAsyncContextManager[None]:
        context: AbstractAsyncContextManager[None] = request.param(app, live)
        return context

    return connected
