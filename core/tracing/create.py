"""Making traces and spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.logger import logger
from core.tracing.setup import get_trace_provider
from core.tracing.span_data import (
    AgentSpanData,
    CustomSpanData,
    FunctionSpanData,
    GenerationSpanData,
    GuardrailSpanData,
    HandoffSpanData,
    MCPListToolsSpanData,
    ResponseSpanData,
    TaskSpanData,
    TurnSpanData,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.tracing.config import TracingConfig
    from core.tracing.spans import Span
    from core.tracing.traces import Trace

Parent = Any


def trace(
    workflow_name: str,
    trace_id: str | None = None,
    group_id: str | None = None,
    metadata: dict[str, Any] | None = None,
    tracing: TracingConfig | None = None,
    disabled: bool = False,
) -> Trace:
    """A new trace; start it, or use it as a context manager."""
    if get_trace_provider().get_current_trace() is not None:
        logger.warning(
            "Trace already exists. Creating a new trace, but this is probably a mistake."
        )
    return get_trace_provider().create_trace(
        name=workflow_name,
        trace_id=trace_id,
        group_id=group_id,
        metadata=metadata,
        tracing=tracing,
        disabled=disabled,
    )


def get_current_trace() -> Trace | None:
    """The current trace."""
    return get_trace_provider().get_current_trace()


def get_current_span() -> Span[Any] | None:
    """The current span."""
    return get_trace_provider().get_current_span()


def _span(data: Any, span_id: str | None, parent: Parent, disabled: bool) -> Span[Any]:
    return get_trace_provider().create_span(data, span_id, parent, disabled)


def agent_span(
    name: str,
    handoffs: list[str] | None = None,
    tools: list[str] | None = None,
    output_type: str | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[AgentSpanData]:
    """A span of an agent at work."""
    return _span(AgentSpanData(name, handoffs, tools, output_type), span_id, parent, disabled)


def task_span(
    name: str, span_id: str | None = None, parent: Parent = None, disabled: bool = False
) -> Span[TaskSpanData]:
    """A span of a whole run."""
    return _span(TaskSpanData(name), span_id, parent, disabled)


def turn_span(
    turn: int,
    agent_name: str,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[TurnSpanData]:
    """A span of one turn."""
    return _span(TurnSpanData(turn, agent_name), span_id, parent, disabled)


def function_span(
    name: str,
    input: str | None = None,  # noqa: A002 - the public name
    output: str | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[FunctionSpanData]:
    """A span of a call of a function tool."""
    return _span(FunctionSpanData(name, input, output), span_id, parent, disabled)


def generation_span(
    input: Sequence[Mapping[str, Any]] | None = None,  # noqa: A002 - the public name
    output: Sequence[Mapping[str, Any]] | None = None,
    model: str | None = None,
    model_config: Mapping[str, Any] | None = None,
    usage: dict[str, Any] | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[GenerationSpanData]:
    """A span of a call of a model."""
    data = GenerationSpanData(input, output, model, model_config, usage)
    return _span(data, span_id, parent, disabled)


def response_span(
    response: Any = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[ResponseSpanData]:
    """A span of a response of the Responses API."""
    return _span(ResponseSpanData(response=response), span_id, parent, disabled)


def handoff_span(
    from_agent: str | None = None,
    to_agent: str | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[HandoffSpanData]:
    """A span of a handoff."""
    return _span(HandoffSpanData(from_agent, to_agent), span_id, parent, disabled)


def custom_span(
    name: str,
    data: dict[str, Any] | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[CustomSpanData]:
    """A span of something the application is interested in."""
    return _span(CustomSpanData(name, data or {}), span_id, parent, disabled)


def guardrail_span(
    name: str,
    triggered: bool = False,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[GuardrailSpanData]:
    """A span of a guardrail."""
    return _span(GuardrailSpanData(name, triggered), span_id, parent, disabled)


def mcp_tools_span(
    server: str | None = None,
    result: list[str] | None = None,
    span_id: str | None = None,
    parent: Parent = None,
    disabled: bool = False,
) -> Span[MCPListToolsSpanData]:
    """A span of asking an MCP server for its tools."""
    return _span(MCPListToolsSpanData(server, result), span_id, parent, disabled)
