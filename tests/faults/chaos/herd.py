"""The processes of the bot, and whoever starts them again when they end."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import aiohttp

from bot.playground import Playground
from tests.faults.chaos.crew import EFFECTS, POLICIES
from tests.faults.chaos.patience import until
from tests.faults.chaos.proxy import Proxy
from tests.faults.chaos.receipts import Ends
from tests.faults.chaos.servers import free_port

HERE = Path(__file__).parents[3]
"""Where `bot` and `tests` are."""
STOPS_WITHIN = 30.0
"""Seconds from SIGTERM to the end."""
ENDS = (0, 2, -signal.SIGKILL, -signal.SIGTERM)
"""Exit codes that are no surprise: 2 is for a start while Redis is away."""


@dataclass
class Worker:
    """One process, or its successor: `signoff worker`, or a front end when it has a URL."""

    words: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path
    proxy: Proxy | None = None
    url: str = ""
    popen: subprocess.Popen[bytes] | None = None
    born: int = 0
    """Size of the log when it was started last."""
    complaints: list[str] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    """When it has ended, in seconds since the epoch."""

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.born = out.tell()
            self.popen = subprocess.Popen(
                [sys.executable, "-m", "bot", *self.words],
                env=self.environment,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def _has_ended(self) -> bool:
        return self.popen is None or self.popen.poll() is not None

    def kill(self) -> None:
        """As a power cut would."""
        if self.popen is not None:
            self.popen.kill()

    @property
    def works(self) -> bool:
        """Whether a worker has said so since it was started last."""
        return b"working" in self.log.read_bytes()[self.born :]

    async def stop(self) -> None:
        """Ask it to end, as a deployment does."""
        popen = self.popen
        if popen is None or popen.poll() is not None:
            return
        popen.send_signal(signal.SIGTERM)
        try:
            await until(lambda: popen.poll() is not None, within=STOPS_WITHIN)
        except TimeoutError:
            self.complaints.append(f"{self.words[0]} does not stop")
            popen.kill()

    async def freeze(self, seconds: float) -> None:
        """Let it stand still in the middle of whatever it does."""
        popen = self.popen
        if popen is None or popen.poll() is not None:
            return
        popen.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            popen.send_signal(signal.SIGCONT)

    @asynccontextmanager
    async def kept_up(self) -> AsyncIterator[None]:
        """Running, and started again whenever it has ended."""
        keeper = asyncio.create_task(self._keep_up())
        try:
            yield
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
            self.kill()
            if self.popen is not None:
                self.popen.wait(10)

    async def _keep_up(self) -> None:
        while True:
            self.start()
            await until(self._has_ended)
            self.ends.append(time.time())
            if self.popen and self.popen.returncode not in ENDS:
                self.complaints.append(f"{self.words[0]} ended with {self.popen.returncode}")
            await asyncio.sleep(0.2)


@dataclass
class Herd:
    fronts: list[Worker]
    workers: list[Worker]

    @property
    def everybody(self) -> list[Worker]:
        return [*self.fronts, *self.workers]

    @property
    def ends(self) -> Ends:
        """Of the front ends; goes on growing."""
        return {each.url: each.ends for each in self.fronts}

    @property
    def proxies(self) -> list[Proxy]:
        return [each.proxy for each in self.everybody if each.proxy is not None]

    async def ready(self, within: float = 180.0) -> None:
        """Once every front end listens and every worker works."""
        async with aiohttp.ClientSession() as session:
            for front in self.fronts:
                await until(partial(_listens, session, front.url), within=within)
        for worker in self.workers:
            await until(lambda each=worker: each.works, within=within)


async def _listens(session: aiohttp.ClientSession, url: str) -> bool:
    with suppress(aiohttp.ClientError, TimeoutError):
        patience = aiohttp.ClientTimeout(2)
        health = url.replace("/slack/events", "/healthz")
        async with session.get(health, timeout=patience) as response:
            return response.status == 200
    return False


@asynccontextmanager
async def herd(
    slack: Playground,
    redis: str,
    folder: Path,
    *,
    fronts: int,
    workers: int,
    lease: float,
    proxied: tuple[str, int] | None,
) -> AsyncIterator[Herd]:
    """`proxied`: host and port of the server when every process is to have a proxy before it."""
    (folder / "bot.toml").write_text(POLICIES)
    async with AsyncExitStack() as stack:
        proxies = [
            await stack.enter_async_context(Proxy(*proxied)) if proxied else None
            for _ in range(fronts + workers)
        ]
        everybody = [
            _member(slack, redis, folder, lease, number, proxy, is_front=number < fronts)
            for number, proxy in enumerate(proxies)
        ]
        for each in everybody:
            await stack.enter_async_context(each.kept_up())
        for front in everybody[:fronts]:
            slack.add_request_url(front.url)
        yield Herd(everybody[:fronts], everybody[fronts:])


def _member(
    slack: Playground,
    redis: str,
    folder: Path,
    lease: float,
    number: int,
    proxy: Proxy | None,
    *,
    is_front: bool,
) -> Worker:
    port = free_port() if is_front else 0
    address = f"redis://127.0.0.1:{proxy.port}/0" if proxy else redis
    log = folder / f"log{number}"
    log.touch()
    return Worker(
        words=("serve", "--no-worker") if is_front else ("worker",),
        environment={**_environment(slack, address, folder, lease), "BOT_PORT": str(port)},
        log=log,
        proxy=proxy,
        url=f"http://127.0.0.1:{port}/slack/events" if is_front else "",
    )


def _environment(slack: Playground, redis: str, folder: Path, lease: float) -> dict[str, str]:
    app = slack.workspace.app
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(HERE),
        "SLACK_BOT_TOKEN": app.bot_token,
        "SLACK_SIGNING_SECRET": app.signing_secret,
        "SLACK_API_URL": slack.url,
        "REDIS_URL": redis,
        "BOT_AGENT": "tests.faults.chaos.crew:agent",
        "BOT_CONFIG": str(folder / "bot.toml"),
        "BOT_DATA_DIR": str(folder / "data"),
        "BOT_LEASE": str(lease),
        EFFECTS: str(folder / "effects"),
    }
