"""Which trace and span the running code is part of."""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.tracing.spans import Span
    from core.tracing.traces import Trace

current_span: ContextVar[Span[Any] | None] = ContextVar("current_span", default=None)
current_trace: ContextVar[Trace | None] = ContextVar("current_trace", default=None)


class Scope:
    """The current trace and span of this task or thread."""

    @classmethod
    def get_current_span(cls) -> Span[Any] | None:
        """The current span."""
        return current_span.get()

    @classmethod
    def set_current_span(cls, span: Span[Any] | None) -> Token[Span[Any] | None]:
        """Make a span the current one."""
        return current_span.set(span)

    @classmethod
    def reset_current_span(cls, token: Token[Span[Any] | None]) -> None:
        """Go back to the span before."""
        current_span.reset(token)

    @classmethod
    def get_current_trace(cls) -> Trace | None:
        """The current trace."""
        return current_trace.get()

    @classmethod
    def set_current_trace(cls, trace: Trace | None) -> Token[Trace | None]:
        """Make a trace the current one."""
        return current_trace.set(trace)

    @classmethod
    def reset_current_trace(cls, token: Token[Trace | None]) -> None:
        """Go back to the trace before."""
        current_trace.reset(token)
