"""A request of the Responses API: tools, tool choice and output format as the API wants them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from openai import Omit, omit

from core.exceptions import UserError
from core.function_tools import FunctionTool
from core.hosted_tools import (
    CodeInterpreterTool,
    FileSearchTool,
    HostedMCPTool,
    ImageGenerationTool,
    ToolSearchTool,
    WebSearchTool,
)
from core.model_settings import MCPToolChoice
from core.native_tools import ApplyPatchTool, CustomTool, LocalShellTool
from core.raw_items import plain, without_none
from core.shell_tool import ShellTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.model_settings import ModelSettings
    from core.models.request_model import ModelRequest

HOSTED_CHOICES = frozenset(
    {
        "file_search",
        "web_search",
        "web_search_preview",
        "code_interpreter",
        "image_generation",
        "mcp",
    }
)
"""Tools that are chosen by their type, not by a name."""


@dataclass
class ConvertedTools:
    """Tools as the API wants them, and what it is to include in its answer for them."""

    tools: list[dict[str, Any]] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)


class Converter:
    """Turns what the engine knows into parts of a request."""

    @classmethod
    def convert_tool_choice(cls, tool_choice: Any) -> Any:
        """Which tool the model has to call."""
        if tool_choice is None:
            return omit
        if isinstance(tool_choice, MCPToolChoice):
            return {
                "type": "mcp",
                "server_label": tool_choice.server_label,
                "name": tool_choice.name,
            }
        if tool_choice in ("auto", "required", "none"):
            return tool_choice
        if tool_choice in HOSTED_CHOICES:
            return {"type": tool_choice}
        return {"type": "function", "name": tool_choice}

    @classmethod
    def get_response_format(cls, output_schema: AgentOutputSchemaBase | None) -> Any:
        """The format of the final output."""
        if output_schema is None or output_schema.is_plain_text():
            return omit
        return {
            "format": {
                "type": "json_schema",
                "name": "final_output",
                "schema": output_schema.json_schema(),
                "strict": output_schema.is_strict_json_schema(),
            }
        }

    @classmethod
    def convert_tools(
        cls, tools: Sequence[Any], handoffs: Sequence[Handoff[Any, Any]]
    ) -> ConvertedTools:
        """Tools and handoffs, in this order."""
        converted = ConvertedTools()
        for tool in tools:
            if isinstance(tool, FileSearchTool) and tool.include_search_results:
                converted.includes.append("file_search_call.results")
            converted.tools.append(_tool(tool))
        converted.tools += [_handoff(handoff) for handoff in handoffs]
        return converted


def _tool(tool: Any) -> dict[str, Any]:
    match tool:
        case FunctionTool():
            return _function(tool)
        case ShellTool():
            return _set({"type": "shell", "environment": plain(tool.environment)})
        case LocalShellTool() | ApplyPatchTool():
            return {"type": tool.type}
        case CustomTool():
            return _custom(tool)
        case FileSearchTool():
            return _set(
                {
                    "type": "file_search",
                    "vector_store_ids": tool.vector_store_ids,
                    "max_num_results": tool.max_num_results,
                    "ranking_options": tool.ranking_options,
                    "filters": tool.filters,
                }
            )
        case WebSearchTool():
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
        case _:
            raise UserError(f"Unknown tool type: {type(tool).__name__}")


def _custom(tool: CustomTool) -> dict[str, Any]:
    fields = {
        "type": "custom",
        "name": tool.name,
        "description": tool.description,
        "format": plain(tool.format),
        "defer_loading": tool.defer_loading or None,
    }
    return _set(fields)


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
    return converted


def _handoff(handoff: Handoff[Any, Any]) -> dict[str, Any]:
    return {
        "type": "function",
        "name": handoff.tool_name,
        "parameters": handoff.input_json_schema,
        "strict": handoff.strict_json_schema,
        "description": handoff.tool_description,
    }


def arguments_of(request: ModelRequest, model: str) -> dict[str, Any]:
    """The arguments of `client.responses.create`; what is not set is left to the API."""
    settings, items, prompt = request.model_settings, request.input, request.prompt
    converted = Converter.convert_tools(request.tools, request.handoffs)
    text = _text(settings, Converter.get_response_format(request.output_schema))
    include = [*converted.includes, *(settings.response_include or [])]
    if settings.top_logprobs is not None:
        include.append("message.output_text.logprobs")
    parallel = settings.parallel_tool_calls if converted.tools else None
    arguments = {
        "model": omit if prompt is not None and not model else model,
        "instructions": _given(request.system_instructions),
        "input": [{"role": "user", "content": items}] if isinstance(items, str) else items,
        "tools": converted.tools or omit,
        "include": list(dict.fromkeys(include)) or omit,
        "text": text,
        "tool_choice": Converter.convert_tool_choice(settings.tool_choice),
        "parallel_tool_calls": _given(parallel),
        "previous_response_id": _given(request.previous_response_id),
        "conversation": _given(request.conversation_id),
        "prompt": _given(without_none(prompt) if prompt is not None else None),
        "temperature": _given(settings.temperature),
        "top_p": _given(settings.top_p),
        "truncation": _given(settings.truncation),
        "max_output_tokens": _given(settings.max_tokens),
        "reasoning": _given(plain(settings.reasoning)),
        "metadata": _given(settings.metadata),
        "store": _given(settings.store),
        "prompt_cache_retention": _given(settings.prompt_cache_retention),
        "top_logprobs": _given(settings.top_logprobs),
        "context_management": _given(settings.context_management),
        "extra_headers": settings.extra_headers,
        "extra_query": settings.extra_query,
        "extra_body": settings.extra_body,
        **(settings.extra_args or {}),
    }
    return {name: value for name, value in arguments.items() if not isinstance(value, Omit)}


def _text(settings: ModelSettings, output_format: Any) -> Any:
    if settings.verbosity is None:
        return output_format
    known = {} if isinstance(output_format, Omit) else output_format
    return {**known, "verbosity": settings.verbosity}


def _given(value: Any) -> Any:
    return omit if value is None else value
