"""The agent: can it be imported, what can it do, and has it a model."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.agents.load import load_agent
from bot.agents.models import check_model
from bot.doctor.finding import Finding
from bot.errors import SettingsError
from bot.settings import Settings
from core import Agent


async def check_agent(settings: Settings) -> Sequence[Finding]:
    """Raises `SettingsError` when there is none."""
    agent = load_agent(settings)
    return [
        Finding("agent", "ok", f"{agent.name}: {tools_in_words(agent)}"),
        *_models(agent, settings),
    ]


def tools_in_words(agent: Agent[Any]) -> str:
    gated = [name for name, needs_approval in tools(agent) if needs_approval]
    free = [name for name, needs_approval in tools(agent) if not needs_approval]
    parts = [f"free {', '.join(free)}"] if free else []
    parts += [f"with approval {', '.join(gated)}"] if gated else []
    return "; ".join(parts) or "no tools"


def tools(agent: Agent[Any]) -> Iterator[tuple[str, bool]]:
    """The tools of an agent, and whether a call of one can need approval."""
    for tool in agent.tools:
        yield tool.name, bool(getattr(tool, "needs_approval", False))


def _models(agent: Agent[Any], settings: Settings) -> Sequence[Finding]:
    if agent.model is not None and not isinstance(agent.model, str):
        return []
    try:
        check_model(settings, agent.model)
    except SettingsError as error:
        return [Finding("agent", "fail", f"{error.name}: {error.problem}", error.remedy)]
    return []
