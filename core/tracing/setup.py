"""The provider everybody uses who was given no other one."""

from __future__ import annotations

from core.tracing.provider import DefaultTraceProvider, TraceProvider

GLOBAL_TRACE_PROVIDER: TraceProvider | None = None


def get_trace_provider() -> TraceProvider:
    """The provider; made when it is first asked for."""
    global GLOBAL_TRACE_PROVIDER
    if GLOBAL_TRACE_PROVIDER is None:
        GLOBAL_TRACE_PROVIDER = DefaultTraceProvider()
    return GLOBAL_TRACE_PROVIDER


def set_trace_provider(provider: TraceProvider) -> None:
    """Use another provider."""
    global GLOBAL_TRACE_PROVIDER
    GLOBAL_TRACE_PROVIDER = provider
