"""Who gets to know of traces and spans."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.tracing.spans import Span
    from core.tracing.traces import Trace


class TracingProcessor(abc.ABC):
    """Told when traces and spans start and end; must be quick, and safe from any thread."""

    @abc.abstractmethod
    def on_trace_start(self, trace: Trace) -> None:
        """A trace has started."""

    @abc.abstractmethod
    def on_trace_end(self, trace: Trace) -> None:
        """A trace has ended."""

    @abc.abstractmethod
    def on_span_start(self, span: Span[Any]) -> None:
        """A span has started."""

    @abc.abstractmethod
    def on_span_end(self, span: Span[Any]) -> None:
        """A span has ended."""

    @abc.abstractmethod
    def shutdown(self) -> None:
        """Nothing more will come."""

    @abc.abstractmethod
    def force_flush(self) -> None:
        """Send what is waiting."""


class TracingExporter(abc.ABC):
    """Sends traces and spans somewhere."""

    @abc.abstractmethod
    def export(self, items: list[Trace | Span[Any]]) -> None:
        """Send them."""
