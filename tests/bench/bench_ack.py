"""How long Slack waits for the acknowledgement of a click, beside the least that could be done.

    python tests/bench/bench_ack.py [--clicks 500] [--fsync]

Every front end runs in a process of its own and takes signed clicks over HTTP, one after the other,
in turns. `bare` is an aiohttp handler that checks the signature and does one SET NX.
"""

import argparse
import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import aiohttp
import redis.asyncio
from aiohttp import web
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from bot.front import Desk, Door, Health, Metrics, bolt_app, serving, site
from bot.front.signature import is_signed, sign
from bot.listeners import register
from bot.records import Errand, Place, Said
from bot.service.background import Background
from bot.service.intake import Intake
from bot.service.replier import Replier
from bot.slack import Identity, ResponseUrls, SlackMessenger, Uploads, WebApi, web_client
from bot.store import open_store

SECRET = "bench"  # not a secret
WARM = 50


class SystemClock:
    def now(self) -> float:
        return time.time()


class Claiming:
    """An intake that does one SET NX."""

    def __init__(self, server: redis.asyncio.Redis) -> None:
        self._server = server

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        raise NotImplementedError

    async def errand(self, errand: Errand) -> None:
        await self._server.set(errand.key, 1, nx=True, ex=600)


class Idle:
    """Runs no errand, opens no window, draws no Home: the acknowledgement waits for none of it."""

    async def run(self, errand: Errand) -> None:
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
        store = await stack.enter_async_context(open_store(url, clock=SystemClock()))

        def intake(messenger: SlackMessenger, background: Background) -> Intake:
            return Intake(
                threads=store.threads,
                wakeups=store.wakeups,
                errands=store.errands,
                runner=Idle(),
                greeter=Idle(),
                messenger=messenger,
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
        home=identity,
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


@contextmanager
def process(*arguments: str):
    """A child that ends when we do."""
    child = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        yield child
    finally:
        child.terminate()
        child.communicate()


def click(number: int) -> tuple[bytes, dict[str, str]]:
    payload = {
        "type": "block_actions",
        "user": {"id": "U0MIRA", "team_id": "T0"},
        "team": {"id": "T0"},
        "api_app_id": "A0",
        "container": {"type": "message", "message_ts": "1.1", "channel_id": "C0"},
        "channel": {"id": "C0"},
        "actions": [
            {
                "action_id": "approval:approve",
                "block_id": "b",
                "type": "button",
                "value": "x" * 32,
                "action_ts": f"{time.time():.6f}-{number}",
            }
        ],
    }
    body = urlencode({"payload": json.dumps(payload)}).encode()
    now = str(int(time.time()))
    headers = {
        "X-Slack-Request-Timestamp": now,
        "X-Slack-Signature": sign(now, body, secret=SECRET),
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return body, headers


async def measure(origins: dict[str, str], clicks: int) -> dict[str, list[float]]:
    """Milliseconds, by way."""
    took: dict[str, list[float]] = {way: [] for way in origins}
    async with aiohttp.ClientSession() as http:
        for number in range(WARM + clicks):
            for way, origin in origins.items():
                body, headers = click(number)
                began = time.perf_counter()
                async with http.post(
                    f"{origin}/slack/events", data=body, headers=headers
                ) as answer:
                    await answer.read()
                elapsed = (time.perf_counter() - began) * 1000
                if answer.status != 200:
                    raise SystemExit(f"{way} answered {answer.status}")
                if number >= WARM:
                    took[way].append(elapsed)
    return took


def report(took: dict[str, list[float]]) -> None:
    least = statistics.median(took["bare"])
    print(f"{'':8}{'median':>10}{'95 %':>10}{'ratio':>8}")
    for way, times in took.items():
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{way:8}{median:>7.2f} ms{late:>7.2f} ms{median / least:>8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=500)
    parser.add_argument("--fsync", action="store_true", help="Redis writes to disk at once")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve(*options.serve))
        return
    redis_server = shutil.which("redis-server")
    if redis_server is None:
        raise SystemExit("this needs redis-server on the PATH")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        socket = Path(folder) / "redis.sock"
        stack.enter_context(
            process(
                redis_server, "--port", "0", "--unixsocket", str(socket), "--dir", folder,
                "--save", "", "--appendonly", "yes",
                "--appendfsync", "always" if options.fsync else "no",
            )
        )  # fmt: skip
        while not socket.exists():
            time.sleep(0.01)
        origins = {}
        for way in WAYS:
            child = stack.enter_context(
                process(sys.executable, __file__, "--serve", way, f"unix://{socket}")
            )
            origins[way] = child.stdout.readline().decode().strip()
        report(asyncio.run(measure(origins, options.clicks)))


if __name__ == "__main__":
    main()
