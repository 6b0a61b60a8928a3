"""The agent: can it be imported, what can it do, and has it a model."""

from collections import Counter
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
    if misfits := [each for each in agent.tools if not hasattr(each, "name")]:
        what = f"{agent.name}: {misfits[0]!r} is no tool"
        return [Finding("agent", "fail", what, "Put @function_tool before the function")]
    return [
        Finding("agent", "ok", f"{agent.name}: {tools_in_words(agent)}"),
        *repeated(agent),
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


def repeated(agent: Agent[Any]) -> list[Finding]:
    """Tools that the model cannot tell apart."""
    count = Counter(getattr(tool, "qualified_name", tool.name) for tool in agent.tools)
    return [
        Finding("agent", "warn", f"{agent.name} has {number} tools named {name}", "Rename them")
        for name, number in count.items()
        if number > 1
    ]


def _models(agent: Agent[Any], settings: Settings) -> Sequence[Finding]:
    try:
        check_model(settings, agent)
    except SettingsError as error:
        return [Finding("agent", "fail", f"{error.name}: {error.problem}", error.remedy)]
    return []
