"""What tells agents of the same name apart, the same in every process that builds them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.agent import Agent

Signature = tuple[str, ...]


def signature(agent: Agent[Any]) -> Signature:
    """How an agent is configured; what its hooks have counted so far is no part of it."""
    tools = sorted(str(getattr(tool, "name", type(tool).__name__)) for tool in agent.tools)
    return (*outer_signature(agent), _text(agent.instructions), _text(agent.model), *tools)


def outer_signature(agent: Agent[Any]) -> Signature:
    """The part that comes before everything a hook object holds."""
    return (agent.handoff_description or "", _hooks(agent.hooks))


def _hooks(hooks: Any) -> str:
    if hooks is None:
        return ""
    kind = type(hooks)
    category = "dataclass" if dataclasses.is_dataclass(kind) else "object"
    return f"{category}:{kind.__module__}.{kind.__qualname__}"


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"
