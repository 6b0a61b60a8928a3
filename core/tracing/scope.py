"""Which trace and span the running code is part of."""

from __future__ import annotations

import contextlib
from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.tracing.spans import Span
    from core.tracing.traces import Trace

_span: ContextVar[Span[Any] | None] = ContextVar("current_span", default=None)
_trace: ContextVar[Trace | None] = ContextVar("current_trace", default=None)


class Scope:
    """The current trace and span of this task or thread."""

    @classmethod
    def get_current_span(cls) -> Span[Any] | None:
        """The current span."""
        return _span.get()

    @classmethod
    def set_current_span(cls, span: Span[Any] | None) -> Token[Span[Any] | None]:
        """Make a span the current one."""
        return _span.set(span)

    @classmethod
    def reset_current_span(cls, token: Token[Span[Any] | None]) -> None:
        """Go back to the span before."""
        _span.reset(token)

    @classmethod
    def get_current_trace(cls) -> Trace | None:
        """The current trace."""
        return _trace.get()

    @classmethod
    def set_current_trace(cls, trace: Trace | None) -> Token[Trace | None]:
        """Make a trace the current one."""
        return _trace.set(trace)

    @classmethod
    def reset_current_trace(cls, token: Token[Trace | None]) -> None:
        """Go back to the trace before."""
        _trace.reset(token)


def foreign_token_allowed(
    error: type[BaseException] | None,
) -> contextlib.AbstractContextManager[None]:
    """A generator that is closed by another task cannot give back what its own task set."""
    if error is GeneratorExit:
        return contextlib.suppress(ValueError)
    return contextlib.nullcontext()
