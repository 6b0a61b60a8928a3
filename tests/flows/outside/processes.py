"""The product as an operator runs it: processes, a real Redis, an agent in a file of its own."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.playground import Message, Playground, Times
from tests.flows.outside.model_server import ModelServer, model_server

AGENT = '''
import asyncio, os
from pathlib import Path
from core import Agent, RunContextWrapper, function_tool

HERE = Path(__file__).parent

def note(line: str) -> None:
    with (HERE / "effects").open("a") as file:
        file.write(line + "\\n")
        file.flush()
        os.fsync(file.fileno())

@function_tool(needs_approval=True)
async def deploy(env: str) -> str:
    """Deploy to an environment."""
    note(f"deploy {env}")
    if env == "slow":
        await asyncio.sleep(2)
    if env == "for-ever" and not (HERE / "patient").exists():
        await asyncio.sleep(60)
    if env == "broken":
        raise ValueError("token=xoxb-123")
    return f"deployed {env}"

@function_tool(needs_approval=True, effect="idempotent")
async def sync(env: str) -> str:
    """Bring an environment up to date."""
    note(f"sync {env}")
    if not (HERE / "patient").exists():
        await asyncio.sleep(60)
    return f"synced {env}"

@function_tool(effect="pure")
async def look(what: str) -> str:
    """Look something up."""
    note(f"look {what}")
    return f"seen {what}"

agent = Agent(name="Ops", instructions="Help.", tools=[deploy, sync, look])
'''

CHANNEL = "C0OPS"
LISTENS = re.compile(r"listening at (http://\S+)")


@dataclass
class Process:
    """One `signoff …`."""

    popen: subprocess.Popen[bytes]
    log: Path
    url: str = ""

    def kill(self) -> None:
        """As a power cut would."""
        self.popen.kill()
        self.popen.wait(10)

    def ask_to_stop(self) -> None:
        self.popen.send_signal(signal.SIGTERM)

    async def ended(self, within: float = 60.0) -> int:
        """Its exit code."""
        return await asyncio.to_thread(self.popen.wait, within)

    @property
    def logged(self) -> str:
        return self.log.read_text(errors="replace")


@dataclass
class Outside:
    """Slack, a model, Redis and a folder, and the processes of the product between them."""

    slack: Playground
    model: ModelServer
    redis: "RedisServer"
    folder: Path
    more: dict[str, str] = field(default_factory=dict)
    processes: list[Process] = field(default_factory=list)
    spawned: int = 0

    def environment(self, **more: str) -> dict[str, str]:
        app = self.slack.workspace.app
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {
            **kept,
            "PYTHONPATH": os.pathsep.join((str(Path.cwd()), str(self.folder))),
            "SLACK_BOT_TOKEN": app.bot_token,
            "SLACK_SIGNING_SECRET": app.signing_secret,
            "SLACK_API_URL": self.slack.url,
            "REDIS_URL": self.redis.url,
            "OPENAI_API_KEY": "sk-none-of-your-business",
            "OPENAI_BASE_URL": self.model.url,
            "BOT_MODEL": "stand-in",
            "BOT_AGENT": "outside_agent:agent",
            "BOT_DATA_DIR": str(self.folder / "data"),
            **self.more,
            **more,
        }

    def spawn(self, *words: str, **environment: str) -> Process:
        self.spawned += 1
        log = self.folder / f"log{self.spawned}"
        with log.open("wb") as out:
            popen = subprocess.Popen(
                [sys.executable, "-m", "bot", *words],
                cwd=self.folder,
                env=self.environment(**environment),
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        process = Process(popen, log)
        self.processes.append(process)
        return process

    async def front(self, *words: str, **environment: str) -> Process:
        """`signoff serve`, once it listens; Slack delivers to it from then on."""
        process = self.spawn("serve", *words, BOT_PORT="0", **environment)

        async def listens() -> bool:
            assert process.popen.poll() is None, process.logged
            return LISTENS.search(process.logged) is not None

        await until(listens, "a front end that listens")
        found = LISTENS.search(process.logged)
        assert found is not None
        process.url = f"{found[1]}/slack/events"
        self.slack.add_request_url(process.url)
        return process

    async def worker(self, **environment: str) -> Process:
        """`signoff worker`, once it works."""
        process = self.spawn("worker", **environment)

        async def works() -> bool:
            assert process.popen.poll() is None, process.logged
            return "working" in process.logged

        await until(works, "a worker that works", 60)
        return process

    def gone(self, process: Process) -> None:
        """Slack delivers nothing to it any more."""
        self.slack.remove_request_url(process.url)

    @property
    def effects(self) -> list[str]:
        """What the tools did, oldest first."""
        file = self.folder / "effects"
        return file.read_text().splitlines() if file.exists() else []

    async def effect(self, line: str, within: float = 60.0) -> None:
        async def there() -> bool:
            return line in self.effects

        await until(there, line, within)

    async def asks(self, text: str, *, by: str = "mira", thread: str | None = None) -> Message:
        return await self.slack.person(by).mentions(CHANNEL, text, thread_ts=thread)

    async def card(self, shown: str = "", *, button: str = "Approve") -> Message:
        return await self.slack.wait_for_message(shown, button=button, timeout=60)

    async def message(self, shown: str, within: float = 60.0) -> Message:
        return await self.slack.wait_for_message(shown, timeout=within)

    def now(self, message: Message) -> Message:
        return self.slack.current(message)

    @property
    def logged(self) -> str:
        return "".join(process.logged for process in self.processes)


class RedisServer:
    """A real one, on a free port, which keeps what it confirmed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self._port), "--bind", "127.0.0.1"]
        options = ["--save", "", "--appendonly", "yes", "--appendfsync", "always"]
        self._popen = subprocess.Popen(
            [*command, *options, "--dir", str(self._folder)], stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 0.2):
                return
            time.sleep(0.01)
        raise AssertionError("redis-server did not start")

    def stop(self) -> None:
        if self._popen is not None:
            self._popen.terminate()
            self._popen.wait(30)
            self._popen = None

    def freeze(self) -> None:
        """It keeps its connections and answers nobody."""
        assert self._popen is not None
        self._popen.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._popen is not None
        self._popen.send_signal(signal.SIGCONT)

    def dump(self) -> bytes:
        """Everything it ever wrote down."""
        return b"".join(p.read_bytes() for p in self._folder.rglob("*") if p.is_file())


@asynccontextmanager
async def outside(folder: Path, *, agent: str = AGENT, **more: str) -> AsyncIterator[Outside]:
    (folder / "outside_agent.py").write_text(agent)
    (folder / "redis").mkdir()
    redis = RedisServer(folder / "redis")
    redis.start()
    async with Playground(times=Times(answer_within=30)) as slack, model_server() as model:
        here = Outside(slack, model, redis, folder, more)
        try:
            yield here
        finally:
            for process in here.processes:
                if process.popen.poll() is None:
                    process.popen.kill()
                    process.popen.wait(10)
            redis.stop()


async def until(look: Callable[[], object], what: str, within: float = 60.0) -> None:
    """Wait for an asynchronous look that is true."""
    deadline = time.monotonic() + within
    while not await look():  # type: ignore[misc]
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        await asyncio.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


has_redis = shutil.which("redis-server") is not None
