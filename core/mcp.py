"""Tools of MCP servers the application is connected to.

How a server is reached is its own affair: it lists tools and calls them, as a `ClientSession` of
the `mcp` package does. What it says of its tools (that one only reads, say) is not relied on.
"""

from __future__ import annotations

import asyncio
import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.concurrency.maybe_await import settled
from core.concurrency.tasks import cancelled_from_outside
from core.exceptions import AgentsException, MCPToolCancellationError, UserError
from core.logger import logger
from core.strict_schema import ensure_strict_json_schema
from core.tools.failure import UNSET
from core.tools.function_invoker import failed, read_arguments
from core.tools.function_tools import FunctionTool
from core.tools.mcp_binding import MCPBinding, prefixed_names
from core.tools.origin import ToolOrigin, ToolOriginType
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.agent import AgentBase, MCPConfig
    from core.run_context import RunContextWrapper
    from core.tool import Tool
    from core.tool_context import ToolContext
    from core.tool_guardrails import ToolInputGuardrail, ToolOutputGuardrail

Policy = Literal["always", "never"]
RequireApproval = bool | Policy | Mapping[str, Any] | Callable[..., Any] | None
"""For all tools; by name, `{"rm": "always"}`; by list, `{"always": {"tool_names": ["rm"]}}`; or a
function of (context, agent, tool). Who is not named needs no approval."""


class MCPServer(ABC):
    """A server that is connected already."""

    def __init__(
        self,
        use_structured_content: bool = False,
        require_approval: RequireApproval = None,
        failure_error_function: Any = UNSET,
        *,
        tool_input_guardrails: list[ToolInputGuardrail[Any]] | None = None,
        tool_output_guardrails: list[ToolOutputGuardrail[Any]] | None = None,
    ) -> None:
        """UserError for a `require_approval` that says something else than yes or no."""
        self.use_structured_content = use_structured_content
        self.require_approval = require_approval
        _by_name(require_approval)
        self.failure_error_function = failure_error_function
        self.tool_input_guardrails = tool_input_guardrails
        self.tool_output_guardrails = tool_output_guardrails

    @property
    @abstractmethod
    def name(self) -> str:
        """A name for people."""

    @abstractmethod
    async def list_tools(
        self,
        run_context: RunContextWrapper[Any] | None = None,
        agent: AgentBase[Any] | None = None,
    ) -> Sequence[Any]:
        """The tools, each with `name`, `description`, `title` and `inputSchema`."""

    @abstractmethod
    async def call_tool(
        self, tool_name: str, arguments: dict[str, Any] | None, meta: dict[str, Any] | None = None
    ) -> Any:
        """The result, with `content` (a list of parts), `structuredContent` and `isError`."""


@dataclass(frozen=True)
class MCPInvoker:
    """Calls one tool of a server; a failure becomes a text, unless the policy is None."""

    server: MCPServer
    tool_name: str
    policy: Any

    async def __call__(self, ctx: ToolContext[Any], input: str) -> Any:  # noqa: A002
        try:
            output, ctx.failed = await self._call(read_arguments(self.tool_name, input))
        except Exception as error:  # noqa: BLE001 - whatever a server does is a failure
            return await failed(self.policy, ctx, error)
        return output

    async def _call(self, arguments: dict[str, Any]) -> tuple[Any, bool]:
        """The output, and whether the server calls it an error."""
        where = f"MCP tool {self.tool_name} on server {self.server.name!r}"
        try:
            result = await self.server.call_tool(self.tool_name, arguments)
            output = output_of(result, structured=self.server.use_structured_content)
            return output, bool(_field(result, "isError"))
        except asyncio.CancelledError as error:
            if cancelled_from_outside():
                raise
            raise MCPToolCancellationError(f"{where} was cancelled by the server.") from error
        except Exception as error:
            raise AgentsException(f"Error invoking {where}: {error}") from error


async def function_tools(
    servers: Sequence[MCPServer],
    config: MCPConfig,
    context: RunContextWrapper[Any],
    agent: AgentBase[Any],
) -> list[Tool]:
    """The tools of all servers; UserError when two have one name, or a server is none."""
    for server in servers:
        if not isinstance(server, MCPServer):
            raise UserError(f"mcp_servers takes objects of core.mcp.MCPServer, not {server!r}.")
    listed = [
        (MCPBinding(server.name, str(tool.name), place), tool)
        for place, server in enumerate(servers)
        for tool in await _listed(server, context, agent)
    ]
    bindings = [binding for binding, _ in listed]
    prefixed = bool(config.get("include_server_in_tool_names"))
    names = prefixed_names(bindings) if prefixed else [binding.tool for binding in bindings]
    made = [
        _tool(servers[binding.place], tool, name, binding, config, agent)
        for name, (binding, tool) in zip(names, listed, strict=True)
    ]
    twice = [name for name, times in Counter(tool.name for tool in made).items() if times > 1]
    if twice:
        raise UserError(
            f"Duplicate tool names found across MCP servers: {', '.join(map(repr, twice))}. "
            "Set mcp_config={'include_server_in_tool_names': True}."
        )
    return list(made)


async def _listed(
    server: MCPServer, context: RunContextWrapper[Any], agent: AgentBase[Any]
) -> Sequence[Any]:
    try:
        return await server.list_tools(context, agent)
    except asyncio.CancelledError as error:
        if cancelled_from_outside():
            raise
        raise AgentsException(f"MCP server {server.name!r} cancelled listing its tools.") from error


def _tool(
    server: MCPServer,
    tool: Any,
    name: str,
    binding: MCPBinding,
    config: MCPConfig,
    agent: AgentBase[Any],
) -> FunctionTool:
    schema, strict = {"properties": {}, **raw_items.plain(_field(tool, "inputSchema") or {})}, False
    if config.get("convert_schemas_to_strict"):
        try:
            schema, strict = ensure_strict_json_schema(schema), True
        except UserError as error:
            logger.info("The schema of MCP tool %s has no strict form: %s", name, error)
    policy: Any = server.failure_error_function
    policy = config.get("failure_error_function", UNSET) if policy is UNSET else policy
    return FunctionTool(
        name=name,
        description=tool.description or getattr(tool, "title", None) or "",
        params_json_schema=schema,
        on_invoke_tool=MCPInvoker(server, binding.tool, policy),
        strict_json_schema=strict,
        tool_input_guardrails=server.tool_input_guardrails,
        tool_output_guardrails=server.tool_output_guardrails,
        needs_approval=_gate(server.require_approval, tool, agent),
        failure_error_function=policy,
        origin=ToolOrigin(ToolOriginType.MCP, mcp_server_name=server.name),
        binding=binding,
    )


def output_of(result: Any, *, structured: bool) -> Any:
    """What a tool returned: its object as JSON, or its parts; one part stands alone."""
    whole = _field(result, "structuredContent")
    if structured and whole:
        return json.dumps(whole)
    parts = [_part(raw_items.as_dict(part)) for part in raw_items.get(result, "content") or []]
    return parts[0] if len(parts) == 1 else parts


def _part(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") == "text":
        return {"type": "text", "text": part["text"]}
    if part.get("type") == "image" and (mime := _field(part, "mimeType")):
        return {"type": "image", "image_url": f"data:{mime};base64,{part['data']}"}
    return {"type": "text", "text": json.dumps(part, default=str)}


def _field(raw: Any, name: str) -> Any:
    """A field by its name in the protocol, which `mcp` 1 has for it, or by its name in `mcp` 2."""
    in_python = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
    return raw_items.get(raw, name, raw_items.get(raw, in_python))


def _gate(setting: RequireApproval, tool: Any, agent: AgentBase[Any]) -> Any:
    setting = _by_name(setting)
    if not callable(setting):
        return bool(setting.get(tool.name) if isinstance(setting, Mapping) else setting)
    ask = setting

    async def policy(context: RunContextWrapper[Any], _: Any, call_id: str) -> bool:
        return bool(await settled(ask(context, agent, tool)))

    return policy


def _by_name(setting: RequireApproval) -> RequireApproval:
    """The setting as a yes or no, or one for each name."""
    if callable(setting):
        return setting
    if not isinstance(setting, Mapping):
        return _yes(setting)
    lists = {k: v for k, v in setting.items() if k in ("always", "never") and _is_list(v)}
    listed = Counter(name for names in lists.values() for name in set(names["tool_names"]))
    if both := [name for name, times in listed.items() if times > 1]:
        raise UserError(f"require_approval has tools both in always and in never: {both}")
    named = {name: k == "always" for k, v in lists.items() for name in v["tool_names"]}
    return named | {name: _yes(v) for name, v in setting.items() if name not in lists}


def _is_list(value: Any) -> bool:
    names = value.get("tool_names") if isinstance(value, Mapping) else None
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def _yes(setting: Any) -> bool:
    if setting in (None, "never"):
        return False
    if setting is True or setting is False or setting == "always":
        return setting is not False
    raise UserError(f"require_approval must be always or never, True or False, not {setting!r}.")
