"""A playground and the real slack_bolt app on it, over HTTP or over Socket Mode."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Playground

Serve = Callable[[AsyncApp], AbstractAsyncContextManager[None]]


@pytest.fixture
async def slack() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
def client(slack: Playground) -> AsyncWebClient:
    return AsyncWebClient(token=slack.workspace.app.bot_token, base_url=slack.url)


@pytest.fixture
def app(slack: Playground, client: AsyncWebClient) -> AsyncApp:
    """An app that takes every message, so that Slack has no reason to repeat one."""
    app = AsyncApp(client=client, signing_secret=slack.workspace.app.signing_secret)

    @app.event("message")
    async def taken() -> None:
        pass

    return app


@asynccontextmanager
async def over_http(app: AsyncApp, slack: Playground) -> AsyncIterator[None]:
    runner = web.AppRunner(app.web_app(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    slack.add_request_url(f"http://127.0.0.1:{port}/slack/events")
    try:
        yield
    finally:
        await runner.cleanup()


@asynccontextmanager
async def over_socket(app: AsyncApp, slack: Playground) -> AsyncIterator[None]:
    handler = AsyncSocketModeHandler(app, slack.workspace.app.app_token)
    await handler.connect_async()
    await slack.wait_for(lambda s: s.sockets.connections)
    try:
        yield
    finally:
        await handler.close_async()


@pytest.fixture(params=["http", "socket"])
def serve(request: pytest.FixtureRequest, slack: Playground) -> Serve:
    """Connects an app the way the parameter says."""
    way: Any = over_http if request.param == "http" else over_socket

    def connected(app: AsyncApp) -> AbstractAsyncContextManager[None]:
        context: AbstractAsyncContextManager[None] = way(app, slack)
        return context

    return connected


Listener = Callable[..., Awaitable[None]]
