"""A request of the Responses API: tool choice, output format and settings as the API wants them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from openai import Omit, omit

from core.model_settings import MCPToolChoice
from core.models.fake_id import known_to_provider
from core.models.responses_tools import (
    COMPUTER,
    PREVIEW,
    check_choice,
    check_programs,
    handoff_form,
    in_namespaces,
    wants_preview,
)
from core.tools.computer_tool import ComputerTool
from core.tools.hosted_tools import FileSearchTool
from core.transcript.raw_items import plain, without_none

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
        "programmatic_tool_calling",
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
    def convert_tool_choice(
        cls, tool_choice: Any, *, tools: Sequence[Any] = (), model: str | None = None
    ) -> Any:
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
        if tool_choice in COMPUTER and any(isinstance(tool, ComputerTool) for tool in tools):
            return {"type": PREVIEW if wants_preview(model, tool_choice) else "computer"}
        if tool_choice in HOSTED_CHOICES:
            return {"type": tool_choice}
        check_choice(tool_choice, tools)
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
        cls,
        tools: Sequence[Any],
        handoffs: Sequence[Handoff[Any, Any]],
        *,
        model: str | None = None,
        tool_choice: Any = None,
    ) -> ConvertedTools:
        """Tools and handoffs, in this order; the oldest models know an older computer tool."""
        check_programs(tools)
        forms = in_namespaces(tools, preview=wants_preview(model, tool_choice))
        forms += [handoff_form(handoff) for handoff in handoffs]
        searched = (
            isinstance(tool, FileSearchTool) and tool.include_search_results for tool in tools
        )
        return ConvertedTools(forms, ["file_search_call.results"] if any(searched) else [])


def arguments_of(request: ModelRequest, model: str) -> dict[str, Any]:
    """The arguments of `client.responses.create`; what is not set is left to the API."""
    settings, items, prompt = request.model_settings, request.input, request.prompt
    asked = omit if prompt is not None and not model else model
    choice = settings.tool_choice
    converted = Converter.convert_tools(
        request.tools, request.handoffs, model=model, tool_choice=choice
    )
    text = _text(settings, Converter.get_response_format(request.output_schema))
    include = [*converted.includes, *(settings.response_include or [])]
    if settings.top_logprobs is not None:
        include.append("message.output_text.logprobs")
    parallel = settings.parallel_tool_calls if converted.tools else None
    arguments = {
        "model": asked,
        "instructions": _given(request.system_instructions),
        "input": (
            [{"role": "user", "content": items}]
            if isinstance(items, str)
            else known_to_provider(items)
        ),
        "tools": converted.tools or omit,
        "include": list(dict.fromkeys(include)) or omit,
        "text": text,
        "tool_choice": Converter.convert_tool_choice(choice, tools=request.tools, model=model),
        "parallel_tool_calls": _given(parallel),
        "previous_response_id": _given(request.previous_response_id),
        "conversation": _given(request.conversation_id),
        "prompt": _given(without_none(prompt) if prompt is not None else None),
        **_settings(settings),
    }
    return {name: value for name, value in arguments.items() if not isinstance(value, Omit)}


def _settings(settings: ModelSettings) -> dict[str, Any]:
    """What the API takes as it was set; further arguments count most."""
    return {
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


def _text(settings: ModelSettings, output_format: Any) -> Any:
    if settings.verbosity is None:
        return output_format
    known = {} if isinstance(output_format, Omit) else output_format
    return {**known, "verbosity": settings.verbosity}


def _given(value: Any) -> Any:
    return omit if value is None else value
