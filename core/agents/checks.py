"""What an agent must be made of, said at once instead of in the middle of a run."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import TYPE_CHECKING, Any

from core.lifecycle import AgentHooksBase
from core.model_settings import ModelSettings, model_settings_of
from core.models.interface import Model

if TYPE_CHECKING:
    from core.agent import Agent

LISTS = ("tools", "mcp_servers", "handoffs", "input_guardrails", "output_guardrails")
TYPES: dict[str, tuple[Any, str]] = {
    "name": (str, "a string"),
    **dict.fromkeys(LISTS, (list, "a list")),
    "handoff_description": ((str, NoneType), "a string or None"),
    "instructions": ((str, Callable, NoneType), "a string, callable, or None"),
    "prompt": ((dict, Callable, NoneType), "a dict, callable, or None"),
    "model": ((str, Model, NoneType), "a string, Model, or None"),
    "model_settings": ((ModelSettings, dict), "a ModelSettings instance or a dict"),
    "mcp_config": (dict, "a dict"),
    "hooks": ((AgentHooksBase, NoneType), "an AgentHooks instance"),
    "reset_tool_choice": (bool, "a boolean"),
}
"""What each field may be, and how that is said."""


def check_agent(agent: Agent[Any]) -> None:
    """Raise TypeError when a field has a type that cannot work."""
    for name, (allowed, words) in TYPES.items():
        value = getattr(agent, name)
        if not isinstance(value, allowed):
            raise TypeError(f"Agent {name} must be {words}, got {type(value).__name__}")
    agent.model_settings = model_settings_of(agent.model_settings)
    _check_behavior(agent.tool_use_behavior)


def _check_behavior(behavior: Any) -> None:
    if isinstance(behavior, str):
        fits = behavior in ("run_llm_again", "stop_on_first_tool")
    else:
        fits = isinstance(behavior, dict) or callable(behavior)
    if not fits:
        raise TypeError(
            "Agent tool_use_behavior must be 'run_llm_again', 'stop_on_first_tool', "
            f"StopAtTools dict, or callable, got {type(behavior).__name__}"
        )
