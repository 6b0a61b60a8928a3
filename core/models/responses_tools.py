"""Tools as the Responses API wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.tools.computer_tool import ComputerTool
from core.tools.function_tools import FunctionTool
from core.tools.hosted_tools import (
    CodeInterpreterTool,
    FileSearchTool,
    HostedMCPTool,
    ImageGenerationTool,
    ProgrammaticToolCallingTool,
    ToolSearchTool,
    WebSearchTool,
)
from core.tools.native_tools import ApplyPatchTool, CustomTool, LocalShellTool
from core.tools.shell_tool import ShellTool
from core.transcript.callers import allowed_callers
from core.transcript.raw_items import plain, without_none

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.handoffs import Handoff

PREVIEW = "computer_use_preview"
COMPUTER = frozenset({"computer", "computer_use", PREVIEW})
"""What a computer tool is chosen by."""


def wants_preview(model: str | None, tool_choice: Any) -> bool:
    """Whether the computer tool is the older one: of its own model, or of a prompt's model that
    nobody has named, unless the newer one is asked for."""
    if model:
        return "computer-use-preview" in model
    return tool_choice not in ("computer", "computer_use")


def check_programs(tools: Sequence[Any]) -> None:
    """UserError when programs could call nothing, or are asked for twice."""
    writers = [tool for tool in tools if isinstance(tool, ProgrammaticToolCallingTool)]
    if len(writers) > 1:
        raise UserError("Only one ProgrammaticToolCallingTool() is allowed.")
    others = (tool for tool in tools if tool not in writers)
    useful = (
        isinstance(tool, ToolSearchTool) or "programmatic" in allowed_callers(tool)
        for tool in others
    )
    if writers and not any(useful):
        raise UserError(
            "ProgrammaticToolCallingTool() needs a tool whose allowed_callers name "
            "'programmatic', or a ToolSearchTool() that finds some."
        )


def tool_form(tool: Any, *, preview: bool) -> dict[str, Any]:
    """A tool as the API wants it."""
    match tool:
        case FunctionTool():
            return _function(tool)
        case ShellTool():
            return _set({"type": "shell", "environment": plain(tool.environment)} | _callers(tool))
        case ApplyPatchTool():
            return _set({"type": tool.type} | _callers(tool))
        case LocalShellTool():
            return {"type": tool.type}
        case ComputerTool():
            return _computer(tool) if preview else {"type": "computer"}
        case CustomTool():
            return _custom(tool)
        case FileSearchTool():
            return _file_search(tool)
        case WebSearchTool():
            return _web_search(tool)
        case HostedMCPTool() | CodeInterpreterTool() | ImageGenerationTool():
            return dict(tool.tool_config)
        case ToolSearchTool():
            return _set(
                {
                    "type": "tool_search",
                    "description": tool.description,
                    "execution": tool.execution,
                    "parameters": tool.parameters,
                }
            )
        case ProgrammaticToolCallingTool():
            return {"type": tool.name}
        case _:
            raise UserError(f"Unknown tool type: {type(tool).__name__}")


def _file_search(tool: FileSearchTool) -> dict[str, Any]:
    return _set(
        {
            "type": "file_search",
            "vector_store_ids": tool.vector_store_ids,
            "max_num_results": tool.max_num_results,
            "ranking_options": tool.ranking_options,
            "filters": tool.filters,
        }
    )


def _web_search(tool: WebSearchTool) -> dict[str, Any]:
    return _set(
        {
            "type": "web_search",
            "filters": plain(tool.filters),
            "user_location": tool.user_location,
            "search_context_size": tool.search_context_size,
            "external_web_access": tool.external_web_access,
            "search_content_types": tool.search_content_types,
            "image_settings": tool.image_settings,
        }
    )


def _custom(tool: CustomTool) -> dict[str, Any]:
    fields = {
        "type": "custom",
        "name": tool.name,
        "description": tool.description,
        "format": plain(tool.format),
        "defer_loading": tool.defer_loading or None,
    }
    return _set(fields | _callers(tool))


def _callers(tool: Any) -> dict[str, Any]:
    return {"allowed_callers": tool.allowed_callers}


def _computer(tool: ComputerTool[Any]) -> dict[str, Any]:
    """What older models are told; for that the computer has to be there already."""
    computer: Any = tool.computer
    size = getattr(computer, "dimensions", None)
    if size is None or getattr(computer, "environment", None) is None:
        raise UserError(
            "The model wants to know environment and dimensions of the computer: define both."
        )
    return {
        "type": PREVIEW,
        "environment": computer.environment,
        "display_width": size[0],
        "display_height": size[1],
    }


def _set(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are set."""
    kept: dict[str, Any] = without_none(fields)
    return kept


def _function(tool: FunctionTool) -> dict[str, Any]:
    converted: dict[str, Any] = {
        "type": "function",
        "name": tool.name,
        "parameters": tool.params_json_schema,
        "strict": tool.strict_json_schema,
        "description": tool.description,
    }
    if tool.defer_loading:
        converted["defer_loading"] = True
    return converted | _set({"output_schema": tool.output_json_schema} | _callers(tool))


def in_namespaces(tools: Iterable[Any], *, preview: bool) -> list[dict[str, Any]]:
    """Tools as the API wants them; those of one namespace stand together where its first stands."""
    forms: list[dict[str, Any]] = []
    spaces: dict[str, list[dict[str, Any]]] = {}
    for tool in tools:
        form = tool_form(tool, preview=preview)
        name = tool.namespace if isinstance(tool, FunctionTool) else None
        if name is None:
            forms.append(form)
        elif name in spaces:
            spaces[name].append(form)
        else:
            spaces[name] = [form]
            text = tool.namespace_description
            forms.append(
                {
                    "type": "namespace",
                    "name": name,
                    "description": text,
                    "tools": spaces[name],
                }
            )
    return forms


def check_choice(choice: str, tools: Iterable[Any]) -> None:
    """UserError when no tool is meant by a name: a namespace, or a name that counts inside one."""
    named = [tool for tool in tools if isinstance(tool, FunctionTool)]
    inside = {name for tool in named if tool.namespace for name in (tool.name, tool.namespace)}
    if choice in inside - {tool.name for tool in named if tool.namespace is None}:
        raise UserError(
            f"tool_choice {choice!r} is a namespace or the name of a tool in one: "
            "say `namespace.tool`."
        )


def handoff_form(handoff: Handoff[Any, Any]) -> dict[str, Any]:
    """A handoff as the API wants it: a function like others."""
    return {
        "type": "function",
        "name": handoff.tool_name,
        "parameters": handoff.input_json_schema,
        "strict": handoff.strict_json_schema,
        "description": handoff.tool_description,
    }
