"""Tracing: what runs did, told to whoever wants to know. Off until a processor is added."""

from __future__ import annotations

from core.tracing.config import TracingConfig
from core.tracing.create import (
    agent_span,
    custom_span,
    function_span,
    generation_span,
    get_current_span,
    get_current_trace,
    guardrail_span,
    handoff_span,
    mcp_tools_span,
    response_span,
    task_span,
    trace,
    turn_span,
)
from core.tracing.processor_interface import TracingExporter, TracingProcessor
from core.tracing.provider import DefaultTraceProvider, TraceProvider
from core.tracing.setup import get_trace_provider, set_trace_provider
from core.tracing.span_data import (
    AgentSpanData,
    CustomSpanData,
    FunctionSpanData,
    GenerationSpanData,
    GuardrailSpanData,
    HandoffSpanData,
    MCPListToolsSpanData,
    ResponseSpanData,
    SpanData,
    TaskSpanData,
    TurnSpanData,
)
from core.tracing.spans import NoOpSpan, Span, SpanError, SpanImpl
from core.tracing.trace_state import TraceState
from core.tracing.traces import NoOpTrace, Trace, TraceImpl
from core.tracing.util import gen_span_id, gen_trace_id


def add_trace_processor(processor: TracingProcessor) -> None:
    """Tell one more processor of traces and spans."""
    get_trace_provider().register_processor(processor)


def set_trace_processors(processors: list[TracingProcessor]) -> None:
    """Tell these processors only."""
    get_trace_provider().set_processors(processors)


def set_tracing_disabled(disabled: bool) -> None:
    """Stop or start tracing."""
    get_trace_provider().set_disabled(disabled)


def flush_traces() -> None:
    """Have everything sent that is waiting."""
    get_trace_provider().force_flush()


__all__ = [
    "AgentSpanData",
    "CustomSpanData",
    "DefaultTraceProvider",
    "FunctionSpanData",
    "GenerationSpanData",
    "GuardrailSpanData",
    "HandoffSpanData",
    "MCPListToolsSpanData",
    "NoOpSpan",
    "NoOpTrace",
    "ResponseSpanData",
    "Span",
    "SpanData",
    "SpanError",
    "SpanImpl",
    "TaskSpanData",
    "Trace",
    "TraceImpl",
    "TraceProvider",
    "TraceState",
    "TracingConfig",
    "TracingExporter",
    "TracingProcessor",
    "TurnSpanData",
    "add_trace_processor",
    "agent_span",
    "custom_span",
    "flush_traces",
    "function_span",
    "gen_span_id",
    "gen_trace_id",
    "generation_span",
    "get_current_span",
    "get_current_trace",
    "get_trace_provider",
    "guardrail_span",
    "handoff_span",
    "mcp_tools_span",
    "response_span",
    "set_trace_processors",
    "set_trace_provider",
    "set_tracing_disabled",
    "task_span",
    "trace",
    "turn_span",
]
