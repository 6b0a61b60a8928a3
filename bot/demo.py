"""`signoff demo`: the real bot against a Slack stand-in on this machine.

Only the workspace is make-believe. The bot is `signoff serve` in a process of its own, on an
embedded Redis; it reaches the stand-in through the settings that lead it to Slack elsewhere. Kill
it while an approved tool runs: it is started anew, and the card says what is known.
"""

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from bot.agents.load import example_fleet, load_agent
from bot.errors import CannotStart
from bot.lifetime import asked_to_stop, end
from bot.playground import SAMPLE, Playground, Seed
from bot.policy import load_policies
from bot.settings import Settings

APPROVERS = ("U0JONAS", "U0AIKO")
POLICY = f"""[[policy]]
tools = ["*"]
approvers = {list(APPROVERS)}
"""
PATIENCE = 20.0
"""Seconds the bot may take to start or to stop."""


async def demo(settings: Settings, *, port: int, browser: bool) -> None:
    """Print the page's address and run until stopped."""
    folder = settings.data_dir / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    fleet = example_fleet(settings.model_copy(update={"data_dir": folder}))
    panels = {"fleet": fleet.snapshot} if settings.agent is None else {}
    config = _checked_config(settings, folder)
    # From the start: the bot's process would be left behind.
    with asked_to_stop() as stop:
        async with Playground(demo_seed(), port=port, panels=panels) as slack:
            environment = bot_environment(os.environ, slack, folder, config)
            async with _kept_running(environment, slack):
                announce(slack.origin, settings)
                if browser and not stop.is_set():
                    await asyncio.to_thread(webbrowser.open, slack.origin)
                await stop.wait()


def demo_seed() -> Seed:
    """The sample workspace, in which the bot goes by the name of its agent."""
    bot_user = SAMPLE.app.bot_user_id
    users = tuple(
        replace(user, name="ops", real_name="Ops") if user.id == bot_user else user
        for user in SAMPLE.users
    )
    return replace(SAMPLE, app=replace(SAMPLE.app, name="Ops"), users=users)


def bot_environment(
    given: Mapping[str, str], slack: Playground, folder: Path, config: Path
) -> dict[str, str]:
    """What leads the bot to the stand-in, and keeps the demo's data apart from everything else."""
    app = slack.workspace.app
    ours = {
        "SLACK_API_URL": slack.url,
        "SLACK_BOT_TOKEN": app.bot_token,
        "SLACK_APP_TOKEN": app.app_token,
        "BOT_DATA_DIR": str(folder),
        "BOT_CONFIG": str(config),
        "BOT_PORT": "0",
        "BOT_COMMAND": "/agent",
        "BOT_LEASE": "5",
    }
    apart = ("REDIS_URL", "SLACK_SIGNING_SECRET", "BOT_ENCRYPTION_KEYS")
    return {name: value for name, value in given.items() if name not in apart} | ours


def announce(origin: str, settings: Settings) -> None:
    lines = [f"signoff demo: {origin}"]
    if not settings.has_model and settings.agent is None:
        lines.append("The model is scripted; set OPENAI_API_KEY for a real one.")
    lines.append("Ctrl-C ends it.")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _checked_config(settings: Settings, folder: Path) -> Path:
    """The policies' file. What the bot would not start with is told before it is started."""
    load_agent(settings)
    if (given := settings.policy_file()) is not None:
        load_policies(given)
        return given.absolute()
    own = folder / "bot.toml"
    own.write_text(POLICY, encoding="utf-8")
    return own


@asynccontextmanager
async def _kept_running(environment: Mapping[str, str], slack: Playground) -> AsyncIterator[None]:
    """The bot's process, started anew whenever it ends by itself, and stopped in any case."""
    bot = _Bot(environment, await _start(environment))
    try:
        await _connected(bot.process, slack)
        keeper = asyncio.create_task(bot.keep())
        try:
            yield
        finally:
            await end(keeper)
    finally:
        await _stop(bot.process)


@dataclass
class _Bot:
    environment: Mapping[str, str]
    process: asyncio.subprocess.Process
    """The one of now."""

    async def keep(self) -> NoReturn:
        while True:
            code = await self.process.wait()
            sys.stdout.write(f"The bot ended ({_how(code)}) and is started anew.\n")
            sys.stdout.flush()
            await asyncio.sleep(0.5)
            self.process = await _start(self.environment)


async def _start(environment: Mapping[str, str]) -> asyncio.subprocess.Process:
    """Ctrl-C in the terminal reaches this process alone, which passes it on. A pipe tells the bot
    when this process is gone without a word: it would go on for ever and join the next demo."""
    command = (sys.executable, "-m", "bot", "serve", "--until-stdin-ends")
    return await asyncio.create_subprocess_exec(
        *command, env=environment, start_new_session=True, stdin=asyncio.subprocess.PIPE
    )


async def _connected(process: asyncio.subprocess.Process, slack: Playground) -> None:
    connected = asyncio.create_task(
        slack.wait_for(lambda s: s.sockets.connections, timeout=PATIENCE)
    )
    ended = asyncio.create_task(process.wait())
    await asyncio.wait((connected, ended), return_when=asyncio.FIRST_COMPLETED)
    for task in (connected, ended):
        task.cancel()
    if process.returncode is not None:
        raise CannotStart("the bot did not start; what it says above tells why")


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await process.wait()
    if process.returncode is None:
        process.kill()


def _how(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
