"""The front of the bot on a playground, over HTTP or the socket, with an intake that remembers."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import pytest

from bot.front import Desk, Door, Health, Metrics, SocketMode, bolt_app, serving, site
from bot.listeners import register
from bot.playground import Playground
from bot.records import Click, Errand, Place, Said, Submission
from bot.service.background import Background
from bot.slack import ResponseUrls, SlackMessenger, Uploads, WebApi, identify, web_client


@dataclass(frozen=True)
class Remark:
    place: Place
    said: Said
    once: str
    only_if_known: bool


@dataclass
class Remembering:
    """An intake that keeps what it was given."""

    remarks: list[Remark] = field(default_factory=list)
    errands: list[Errand] = field(default_factory=list)
    greeted: list[tuple[Place, str, str]] = field(default_factory=list)
    windows: list[Click] = field(default_factory=list)
    complaints: dict[str, str] = field(default_factory=dict)
    """What is wrong with every window that is sent."""
    failure: Exception | None = None
    delay: float = 0.0

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        if self.failure:
            raise self.failure
        await asyncio.sleep(self.delay)
        self.remarks.append(Remark(place, said, once, only_if_known))

    async def greet(self, place: Place, user: str, *, once: str) -> None:
        self.greeted.append((place, user, once))

    async def errand(self, errand: Errand) -> None:
        if self.failure:
            raise self.failure
        await asyncio.sleep(self.delay)
        self.errands.append(errand)

    async def window(self, click: Click) -> None:
        self.windows.append(click)

    async def faults(self, submission: Submission) -> Mapping[str, str]:
        return self.complaints


@pytest.fixture
def intake() -> Remembering:
    return Remembering()


@pytest.fixture(params=["http", "socket"])
async def slack(request: pytest.FixtureRequest, intake: Remembering) -> AsyncIterator[Playground]:
    """A workspace whose app is the bot."""
    async with AsyncExitStack() as stack:
        slack = await stack.enter_async_context(Playground())
        app = slack.workspace.app
        client = await stack.enter_async_context(web_client(app.bot_token, base_url=slack.url))
        api = WebApi(client)
        identity = await identify(api)
        messenger = SlackMessenger(api, ResponseUrls(client), Uploads(api, client))
        background = await stack.enter_async_context(Background())
        bolt = bolt_app(client, identity)
        register(bolt, intake, messenger=messenger, background=background, me=identity)
        metrics = Metrics()
        desk = Desk(bolt, metrics)
        if request.param == "http":
            door = Door(desk, metrics, signing_secret=app.signing_secret)
            web = site(Health({}, metrics), door)
            origin = await stack.enter_async_context(serving(web, host="127.0.0.1", port=0))
            slack.add_request_url(f"{origin}/slack/events")
        else:
            await stack.enter_async_context(
                SocketMode(desk, client, metrics, app_token=app.app_token)
            )
            await slack.wait_for(lambda s: s.sockets.connections)
        slack.calls.clear()
        yield slack
        await background.settle()
