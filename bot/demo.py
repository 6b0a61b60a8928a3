"""`signoff demo`: the real bot against a Slack stand-in on this machine.

Only the workspace is make-believe: the bot is the one that `signoff serve` runs, on the same
embedded Redis, and it reaches the stand-in through the same settings.
"""

import asyncio
import sys
import webbrowser
from dataclasses import replace

from pydantic import SecretStr

from bot.agents.load import example_fleet
from bot.app import serve
from bot.playground import SAMPLE, Playground, Seed
from bot.settings import Settings

APPROVERS = ("U0JONAS", "U0AIKO")
POLICY = f"""[[policy]]
tools = ["*"]
approvers = {list(APPROVERS)}
"""


async def demo(settings: Settings, *, port: int, browser: bool) -> None:
    """Print the page's address and run until stopped."""
    settings = settings.model_copy(update={"data_dir": settings.data_dir / "demo"})
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    panels = {"fleet": example_fleet(settings).snapshot} if settings.agent is None else {}
    async with Playground(demo_seed(), port=port, panels=panels) as slack:
        app = slack.workspace.app
        config = settings.config
        if config is None:
            config = settings.data_dir / "bot.toml"
            config.write_text(POLICY, encoding="utf-8")
        bot = settings.model_copy(
            update={
                "slack_api_url": slack.url,
                "slack_bot_token": SecretStr(app.bot_token),
                "slack_app_token": SecretStr(app.app_token),
                "redis_url": None,
                "config": config,
                "port": 0,
            }
        )
        announce(slack.origin, settings)
        if browser:
            await asyncio.to_thread(webbrowser.open, slack.origin)
        await serve(bot, worker=True)


def demo_seed() -> Seed:
    """The sample workspace, in which the bot goes by the name of its agent."""
    bot_user = SAMPLE.app.bot_user_id
    users = tuple(
        replace(user, name="ops", real_name="Ops") if user.id == bot_user else user
        for user in SAMPLE.users
    )
    return replace(SAMPLE, app=replace(SAMPLE.app, name="Ops"), users=users)


def announce(origin: str, settings: Settings) -> None:
    lines = [f"signoff demo: {origin}"]
    if not settings.has_model and settings.agent is None:
        lines.append("The model is scripted; set OPENAI_API_KEY for a real one.")
    lines.append("Ctrl-C ends it.")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
