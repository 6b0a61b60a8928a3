"""Fronts that take signed clicks over HTTP, each in a process of its own.

    python -m tests.bench.ack_fronts WAY REDIS_URL

prints where it listens, and ends with its input. `bare` is an aiohttp handler that checks the
signature and does one SET NX; `ours` and `whole` are the bot's; `bolt` is Bolt as it comes.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import parse_qs

import redis.asyncio
from aiohttp import web
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import WallClock
from bot.front import Desk, Door, Health, Metrics, bolt_app, serving, site
from bot.front.signature import is_signed
from bot.listeners import register
from bot.ports import Errands
from bot.records import Errand, Place, Said
from bot.service.background import Background
from bot.service.inbound.intake import Intake
from bot.service.inbound.replier import Replier
from bot.slack import Identity, ResponseUrls, SlackMessenger, Uploads, WebApi, web_client
from bot.store import open_store

SECRET = "bench"  # not a secret


class Claiming:
    """An intake that does one SET NX."""

    def __init__(self, server: redis.asyncio.Redis) -> None:
        self._server = server

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        raise NotImplementedError

    async def errand(self, errand: Errand) -> None:
        await self._server.set(errand.key, 1, nx=True, ex=600)


class Idle:
    """Opens no window, draws no Home: the acknowledgement waits for neither."""


class Keeping:
    """Keeps errands and runs none: nothing waits for that either."""

    def __init__(self, errands: Errands) -> None:
        self._errands = errands

    async def keep(self, errand: Errand) -> tuple[bool, None]:
        """Of an approval nobody has looked at before there is nothing to glance at."""
        return await self._errands.keep(errand), None

    async def run(self, errand: Errand, glanced: None) -> None:
        return


@asynccontextmanager
async def bare(url: str) -> AsyncIterator[web.Application]:
    server = redis.asyncio.Redis.from_url(url)

    async def click(request: web.Request) -> web.Response:
        raw = await request.read()
        if not is_signed(request.headers, raw, secret=SECRET, now=time.time()):
            return web.Response(status=401)
        payload = json.loads(parse_qs(raw.decode())["payload"][0])
        await server.set(payload["actions"][0]["action_ts"], 1, nx=True, ex=600)
        return web.Response()

    app = web.Application()
    app.router.add_post("/slack/events", click)
    yield app
    await server.aclose()


@asynccontextmanager
async def ours(url: str) -> AsyncIterator[web.Application]:
    """The bot's front with the same SET NX behind it."""
    server = redis.asyncio.Redis.from_url(url)
    async with AsyncExitStack() as stack:
        yield await front(stack, lambda _, __: Claiming(server))
    await server.aclose()


@asynccontextmanager
async def whole(url: str) -> AsyncIterator[web.Application]:
    """The bot's front with its real intake and store."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(url, clock=WallClock()))

        def intake(messenger: SlackMessenger, background: Background) -> Intake:
            return Intake(
                threads=store.threads,
                wakeups=store.wakeups,
                runner=Keeping(store.errands),
                greeter=Idle(),
                replier=Replier(messenger),
                windows=Idle(),
                homes=Idle(),
                background=background,
            )

        yield await front(stack, intake)


async def front(
    stack: AsyncExitStack, intake: Callable[[SlackMessenger, Background], Intake | Claiming]
) -> web.Application:
    client = await stack.enter_async_context(
        web_client("xoxb-bench", base_url="http://127.0.0.1:9/")
    )
    background = await stack.enter_async_context(Background())
    identity = Identity(user="U0BOT", bot="B0BOT", team="T0")
    api = WebApi(client)
    messenger = SlackMessenger(api, ResponseUrls(client), Uploads(api, client))
    bolt = bolt_app(client, identity)
    register(
        bolt,
        intake(messenger, background),
        messenger=messenger,
        background=background,
        me=identity,
    )
    metrics = Metrics()
    door = Door(Desk(bolt, metrics), metrics, signing_secret=SECRET)
    return site(Health({}, metrics), door)


@asynccontextmanager
async def plain_bolt(url: str) -> AsyncIterator[web.Application]:
    """Bolt as it comes, for comparison."""
    server = redis.asyncio.Redis.from_url(url)

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(enterprise_id=None, team_id="T0", bot_token="xoxb-bench")

    app = AsyncApp(client=AsyncWebClient(), signing_secret=SECRET, authorize=authorize)

    @app.action("approval:approve")
    async def click(ack: Callable[[], Awaitable[None]], action: dict[str, str]) -> None:
        await server.set(action["action_ts"], 1, nx=True, ex=600)
        await ack()

    yield app.web_app()
    await server.aclose()


WAYS = {"bare": bare, "ours": ours, "whole": whole, "bolt": plain_bolt}


async def serve(way: str, url: str) -> None:
    async with WAYS[way](url) as app, serving(app, host="127.0.0.1", port=0) as origin:
        print(origin, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
