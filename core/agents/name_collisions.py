"""Names by which the model could mean two things: told of, and settled so that each means one."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.handoffs import Handoff
from core.logger import logger
from core.tools.function_tools import FunctionTool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.run_config import ToolNameCollisionPolicy


def distinct_handoffs(
    handoffs: list[Handoff[Any, Any]], policy: ToolNameCollisionPolicy
) -> list[Handoff[Any, Any]]:
    """Handoffs with one name each, so that every agent can be reached.

    Where two agents' names make one name, the later gets a number; a name that was chosen, and one
    agent that is there twice, count as they stand last.
    """
    kept: dict[str, Handoff[Any, Any]] = {}
    for one in handoffs:
        earlier = kept.get(one.tool_name)
        if earlier is None:
            kept[one.tool_name] = one
            continue
        _tell_agents(earlier, one, policy)
        if _is_derived(one) and _agent(one) is not _agent(earlier):
            name = next(n for n in _numbered(one.tool_name) if n not in kept)
            kept[name] = _renamed(one, name)
        else:
            kept[one.tool_name] = one
    return list(kept.values())


def distinct_tools(
    tools: list[Any], handoffs: list[Handoff[Any, Any]], policy: ToolNameCollisionPolicy
) -> list[Any]:
    """A handoff wins over a function tool of its name, the later of two tools over the earlier."""
    names = {h.tool_name for h in handoffs}
    last = {tool.key: tool for tool in tools if isinstance(tool, FunctionTool)}
    kept = []
    for tool in tools:
        if not isinstance(tool, FunctionTool):
            kept.append(tool)
        elif tool.namespace is None and tool.name in names:
            both = f"the tool name `{tool.name}` is used by a function tool and a handoff"
            _tell("tool routing", both, policy)
        elif last[tool.key] is not tool:
            _tell("function tool", f"the tool name `{tool.name}` is used by multiple tools", policy)
        else:
            kept.append(tool)
    return kept


def _tell_agents(
    one: Handoff[Any, Any], other: Handoff[Any, Any], policy: ToolNameCollisionPolicy
) -> None:
    if one.agent_name == other.agent_name:
        who = f"the handoff tool name `{one.tool_name}` is used by multiple handoffs"
    else:
        who = (
            f"agents {one.agent_name!r} and {other.agent_name!r} both have "
            f"the handoff tool name `{one.tool_name}`"
        )
    _tell("handoff", f"{who}; give one of them another with tool_name_override=", policy)


def _tell(where: str, what: str, policy: ToolNameCollisionPolicy) -> None:
    message = f"Ambiguous {where} configuration: {what}."
    if policy == "error":
        raise UserError(message)
    logger.warning(message)


def _is_derived(one: Handoff[Any, Any]) -> bool:
    agent = _agent(one)
    return agent is not None and one.tool_name == Handoff.default_tool_name(agent)


def _agent(one: Handoff[Any, Any]) -> Any:
    return None if one.agent_ref is None else one.agent_ref()


def _renamed(one: Handoff[Any, Any], name: str) -> Handoff[Any, Any]:
    twin = replace(one, tool_name=name)
    twin.agent_ref = one.agent_ref
    return twin


def _numbered(name: str) -> Iterator[str]:
    return (f"{name}_{number}" for number in count(2))
