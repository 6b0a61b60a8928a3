"""What an agent must be made of, said at once instead of in the middle of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.lifecycle import AgentHooksBase
from core.model_settings import ModelSettings, model_settings_from_dict

if TYPE_CHECKING:
    from core.agent import Agent

LISTS = ("tools", "mcp_servers", "handoffs", "input_guardrails", "output_guardrails")


def check_agent(agent: Agent[Any]) -> None:
    """Raise TypeError when a field has a type that cannot work."""
    if not isinstance(agent.name, str):
        raise TypeError(f"Agent name must be a string, got {_kind(agent.name)}")
    for name in LISTS:
        if not isinstance(getattr(agent, name), list):
            raise TypeError(f"Agent {name} must be a list, got {_kind(getattr(agent, name))}")
    if agent.instructions is not None and not (
        isinstance(agent.instructions, str) or callable(agent.instructions)
    ):
        raise TypeError(
            f"Agent instructions must be a string, callable, or None, "
            f"got {_kind(agent.instructions)}"
        )
    if isinstance(agent.model_settings, dict):
        agent.model_settings = model_settings_from_dict(agent.model_settings)
    if not isinstance(agent.model_settings, ModelSettings):
        raise TypeError(
            f"Agent model_settings must be a ModelSettings instance or a dict, "
            f"got {_kind(agent.model_settings)}"
        )
    if agent.hooks is not None and not isinstance(agent.hooks, AgentHooksBase):
        raise TypeError(f"Agent hooks must be an AgentHooks instance, got {_kind(agent.hooks)}")
    _check_behavior(agent)


def _check_behavior(agent: Agent[Any]) -> None:
    behavior: Any = agent.tool_use_behavior
    if isinstance(behavior, str):
        fits = behavior in ("run_llm_again", "stop_on_first_tool")
    else:
        fits = isinstance(behavior, dict) or callable(behavior)
    if not fits:
        raise TypeError(
            "Agent tool_use_behavior must be 'run_llm_again', 'stop_on_first_tool', "
            f"StopAtTools dict, or callable, got {_kind(behavior)}"
        )
    if not isinstance(agent.reset_tool_choice, bool):
        raise TypeError(
            f"Agent reset_tool_choice must be a boolean, got {_kind(agent.reset_tool_choice)}"
        )


def _kind(value: Any) -> str:
    return type(value).__name__
