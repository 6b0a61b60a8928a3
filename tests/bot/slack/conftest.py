"""The adapters on a playground, with a clock that does not make anybody wait."""

from collections.abc import AsyncIterator

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Playground
from bot.records import Place
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


class Time:
    """Monotonic seconds that pass only when somebody sleeps or says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def slack() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
async def client(slack: Playground) -> AsyncIterator[AsyncWebClient]:
    async with web_client(slack.workspace.app.bot_token, base_url=slack.url) as client:
        yield client


@pytest.fixture
def api(client: AsyncWebClient, time: Time) -> WebApi:
    return WebApi(client, sleep=time.sleep, clock=time)


@pytest.fixture
def messenger(api: WebApi, client: AsyncWebClient, slack: Playground) -> SlackMessenger:
    me = slack.workspace.app.bot_user_id
    return SlackMessenger(
        api, ResponseUrls(client), Uploads(api, client), me=me, pace=0.0, link_patience=0.1
    )


@pytest.fixture
async def home(api: WebApi) -> Identity:
    return await identify(api)


@pytest.fixture
def directory(api: WebApi, home: Identity, time: Time) -> SlackDirectory:
    return SlackDirectory(api, home, clock=time)


@pytest.fixture
async def thread(slack: Playground) -> Place:
    """A thread in #ops that somebody started."""
    root = await slack.person("mira").says("C0OPS", "hello")
    return Place(channel="C0OPS", thread=root.ts)
