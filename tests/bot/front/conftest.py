"""A front end with one listener that counts."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.front import Desk, Door, Health, Metrics, bolt_app, serving, site
from bot.playground import Playground
from bot.slack import Identity, web_client

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
"""The one of Slack's own example."""


@dataclass
class Heard:
    bodies: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
async def slack() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
async def bolt(slack: Playground, heard: Heard) -> AsyncIterator[AsyncApp]:
    app = slack.workspace.app
    identity = Identity(user=app.bot_user_id, bot=app.bot_id, team=slack.workspace.team.id)
    async with web_client(app.bot_token, base_url=slack.url) as client:
        bolt = bolt_app(client, identity)

        async def listener(body: dict[str, Any], ack: AsyncAck) -> None:
            heard.bodies.append(body)
            await ack()

        bolt.command("/agent")(listener)
        bolt.action("known")(listener)
        bolt.event("message")(listener)
        yield bolt


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def desk(bolt: AsyncApp, metrics: Metrics) -> Desk:
    return Desk(bolt, metrics)


@pytest.fixture
async def origin(desk: Desk, metrics: Metrics) -> AsyncIterator[str]:
    """The address of a site whose clock stands still."""
    door = Door(desk, metrics, signing_secret=SECRET, now=lambda: 1_700_000_000.0)
    async with serving(site(Health({}, metrics), door), host="127.0.0.1", port=0) as origin:
        yield origin


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
