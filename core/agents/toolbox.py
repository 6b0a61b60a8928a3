"""What an agent can use right now: its enabled tools and handoffs, by what calls name them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.agent import Agent, is_enabled
from core.agents.name_collisions import distinct_handoffs, distinct_tools
from core.exceptions import ModelBehaviorError, UserError
from core.handoffs import Handoff, handoff
from core.tools.computer_tool import ComputerTool
from core.tools.function_tools import FunctionTool
from core.tools.hosted_tools import HostedMCPTool, ProgrammaticToolCallingTool
from core.tools.native_tools import ApplyPatchTool, CustomTool, LocalShellTool
from core.tools.shell_tool import ShellTool
from core.transcript.callers import check_caller, check_programs
from core.transcript.tool_identity import FunctionToolLookupKey, lookup_key

if TYPE_CHECKING:
    from core.run_config import ToolNameCollisionPolicy
    from core.run_context import RunContextWrapper
    from core.tool_calls.calls import Call
    from core.tools.mcp_binding import MCPBinding
    from core.transcript.call_types import CallKind

NATIVE: tuple[tuple[type[Any], CallKind], ...] = (
    (ShellTool, "shell"),
    (LocalShellTool, "local_shell"),
    (ApplyPatchTool, "apply_patch"),
    (ComputerTool, "computer"),
)
"""Tools that are found by their type, as there is one of each."""


@dataclass
class Toolbox:
    """The tools and handoffs of one agent in one turn."""

    tools: list[Any] = field(default_factory=list)
    handoffs: list[Handoff[Any, Any]] = field(default_factory=list)
    functions: dict[FunctionToolLookupKey, FunctionTool] = field(default_factory=dict)
    natives: dict[str, Any] = field(default_factory=dict)
    customs: dict[str, CustomTool] = field(default_factory=dict)
    mcp: dict[str, HostedMCPTool] = field(default_factory=dict)
    """Tools of hosted MCP servers by the label of the server."""
    programs: bool = False
    """Whether the model may write programs that call tools."""

    def handoff(self, name: str | None) -> Handoff[Any, Any] | None:
        """The handoff a call names."""
        return next((h for h in self.handoffs if h.tool_name == name), None)

    def function(self, name: str | None, namespace: str | None) -> FunctionTool | None:
        """The function tool a call names."""
        keys = [lookup_key(name, namespace), lookup_key(name, deferred=namespace is None)]
        found = (self.functions.get(key) for key in keys if key is not None)
        return next((tool for tool in found if tool is not None), None)

    def tool_for(self, call: Call) -> Any | None:
        """The tool of an open call; None when it is gone."""
        if call.kind == "function":
            return None if call.lookup_key is None else self.functions.get(call.lookup_key)
        if call.kind == "mcp":
            return self.mcp.get(str(call.key[1]))
        return self.native(call.kind, call.name)

    def tool_of(self, call: Call) -> Any:
        """The tool of an open call; ModelBehaviorError when it is gone, has become another one, or
        is not there for whoever made the call; UserError when it is another server's."""
        tool = self.tool_for(call)
        if tool is None:
            raise _gone(call)
        origin = getattr(tool, "origin", None)
        if call.origin is not None and origin is not None and call.origin.type != origin.type:
            raise ModelBehaviorError(f"Cannot reconcile queued tool {call.name} with a new tool.")
        _check_binding(call, getattr(tool, "binding", None))
        check_programs(call.raw_item, allowed=self.programs)
        check_caller(call.raw_item, tool, call.name)
        return tool

    def handoff_of(self, call: Call) -> Handoff[Any, Any]:
        """The handoff of an open call; ModelBehaviorError when it is gone."""
        found = self.handoff(call.name)
        if found is None:
            raise _gone(call)
        return found

    def native(self, kind: str, name: str | None) -> Any | None:
        """The tool of a native call: the one of its kind, or of its name where there are many."""
        return self.customs.get(name or "") if kind == "custom" else self.natives.get(kind)


def _check_binding(call: Call, binding: MCPBinding | None) -> None:
    """UserError when a call would reach another tool than the one it was asked and approved for.
    A server may have another place: its tools' names are not those of another's."""
    if (call.binding and call.binding[:2]) != (binding and binding[:2]):
        raise UserError(
            f"Tool {call.name!r} is not the tool of an MCP server the call was made for: go on "
            "with the servers the run had, under the names they had."
        )


def _gone(call: Call) -> ModelBehaviorError:
    return ModelBehaviorError(f"Tool {call.name} not found in agent {call.agent.name}")


async def open_toolbox(
    agent: Agent[Any], context: RunContextWrapper[Any], on_collision: ToolNameCollisionPolicy
) -> Toolbox:
    """Find out what the agent can use now."""
    tools = await agent.get_all_tools(context)
    handoffs = [h if isinstance(h, Handoff) else handoff(h) for h in agent.handoffs]
    enabled = [h for h in handoffs if await is_enabled(h.is_enabled, context, agent)]
    routes = distinct_handoffs(enabled, on_collision)
    return sort_tools(distinct_tools(tools, routes, on_collision), routes)


def sort_tools(tools: list[Any], handoffs: list[Handoff[Any, Any]]) -> Toolbox:
    """Tools by what calls name them; the later of two function tools with one name counts."""
    box = Toolbox(tools, handoffs)
    for tool in tools:
        if isinstance(tool, FunctionTool):
            box.functions[tool.key] = tool
        elif isinstance(tool, CustomTool):
            box.customs[tool.name] = tool
        elif isinstance(tool, HostedMCPTool):
            box.mcp[tool.tool_config.get("server_label", "")] = tool
        elif isinstance(tool, ProgrammaticToolCallingTool):
            box.programs = True
        else:
            kind = next((kind for kind_of, kind in NATIVE if isinstance(tool, kind_of)), None)
            if kind is not None:
                box.natives[kind] = tool
    return box
