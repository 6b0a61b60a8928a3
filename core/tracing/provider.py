"""Who makes traces and spans: real ones when somebody wants to know of them."""

from __future__ import annotations

import abc
import os
import threading
from typing import TYPE_CHECKING, Any

from core.logger import logger
from core.tracing.processor_interface import TracingProcessor
from core.tracing.scope import Scope
from core.tracing.spans import NoOpSpan, Span, SpanImpl, TSpanData
from core.tracing.traces import NoOpTrace, Trace, TraceImpl
from core.tracing.util import gen_group_id, gen_span_id, gen_trace_id, time_iso

if TYPE_CHECKING:
    from core.tracing.config import TracingConfig


class SynchronousMultiTracingProcessor(TracingProcessor):
    """Tells several processors, one after the other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processors: tuple[TracingProcessor, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nobody to tell."""
        return not self._processors

    def add_tracing_processor(self, tracing_processor: TracingProcessor) -> None:
        """Tell one more."""
        with self._lock:
            self._processors = (*self._processors, tracing_processor)

    def set_processors(self, processors: list[TracingProcessor]) -> None:
        """Tell these only."""
        with self._lock:
            self._processors = tuple(processors)

    def on_trace_start(self, trace: Trace) -> None:
        """A trace has started."""
        for processor in self._processors:
            processor.on_trace_start(trace)

    def on_trace_end(self, trace: Trace) -> None:
        """A trace has ended."""
        for processor in self._processors:
            processor.on_trace_end(trace)

    def on_span_start(self, span: Span[Any]) -> None:
        """A span has started."""
        for processor in self._processors:
            processor.on_span_start(span)

    def on_span_end(self, span: Span[Any]) -> None:
        """A span has ended."""
        for processor in self._processors:
            processor.on_span_end(span)

    def shutdown(self, timeout: float | None = None) -> None:
        """Nothing more will come."""
        for processor in self._processors:
            processor.shutdown()

    def force_flush(self) -> None:
        """Send what is waiting."""
        for processor in self._processors:
            processor.force_flush()


class TraceProvider(abc.ABC):
    """Makes traces and spans."""

    @abc.abstractmethod
    def register_processor(self, processor: TracingProcessor) -> None:
        """Tell one more processor."""

    @abc.abstractmethod
    def set_processors(self, processors: list[TracingProcessor]) -> None:
        """Tell these processors only."""

    @abc.abstractmethod
    def get_current_trace(self) -> Trace | None:
        """The current trace."""

    @abc.abstractmethod
    def get_current_span(self) -> Span[Any] | None:
        """The current span."""

    @abc.abstractmethod
    def set_disabled(self, disabled: bool) -> None:
        """Stop or start tracing."""

    @abc.abstractmethod
    def time_iso(self) -> str:
        """Now."""

    @abc.abstractmethod
    def gen_trace_id(self) -> str:
        """A new id of a trace."""

    @abc.abstractmethod
    def gen_span_id(self) -> str:
        """A new id of a span."""

    @abc.abstractmethod
    def gen_group_id(self) -> str:
        """A new id of a group of traces."""

    @abc.abstractmethod
    def create_trace(
        self,
        name: str,
        trace_id: str | None = None,
        group_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        disabled: bool = False,
        tracing: TracingConfig | None = None,
    ) -> Trace:
        """A new trace."""

    @abc.abstractmethod
    def create_span(
        self,
        span_data: TSpanData,
        span_id: str | None = None,
        parent: Trace | Span[Any] | None = None,
        disabled: bool = False,
    ) -> Span[TSpanData]:
        """A new span."""

    def force_flush(self) -> None:  # noqa: B027 - not everybody keeps things waiting
        """Send what is waiting."""

    def shutdown(self) -> None:  # noqa: B027 - not everybody keeps things waiting
        """Nothing more will come."""


class DefaultTraceProvider(TraceProvider):
    """Makes real traces once there is a processor and nothing forbids it."""

    def __init__(self) -> None:
        self._processors = SynchronousMultiTracingProcessor()
        self._disabled: bool | None = None

    def register_processor(self, processor: TracingProcessor) -> None:
        """Tell one more processor."""
        self._processors.add_tracing_processor(processor)

    def set_processors(self, processors: list[TracingProcessor]) -> None:
        """Tell these processors only."""
        self._processors.set_processors(processors)

    def get_current_trace(self) -> Trace | None:
        """The current trace."""
        return Scope.get_current_trace()

    def get_current_span(self) -> Span[Any] | None:
        """The current span."""
        return Scope.get_current_span()

    def set_disabled(self, disabled: bool) -> None:
        """Stop or start tracing, whatever the environment says."""
        self._disabled = disabled

    def time_iso(self) -> str:
        """Now."""
        return time_iso()

    def gen_trace_id(self) -> str:
        """A new id of a trace."""
        return gen_trace_id()

    def gen_span_id(self) -> str:
        """A new id of a span."""
        return gen_span_id()

    def gen_group_id(self) -> str:
        """A new id of a group of traces."""
        return gen_group_id()

    def create_trace(
        self,
        name: str,
        trace_id: str | None = None,
        group_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        disabled: bool = False,
        tracing: TracingConfig | None = None,
    ) -> Trace:
        """A new trace."""
        if disabled or self._off():
            return NoOpTrace()
        key = (tracing or {}).get("api_key")
        return TraceImpl(name, trace_id, group_id, metadata, self._processors, key)

    def create_span(
        self,
        span_data: TSpanData,
        span_id: str | None = None,
        parent: Trace | Span[Any] | None = None,
        disabled: bool = False,
    ) -> Span[TSpanData]:
        """A new span, under its parent or under what is current."""
        if disabled or self._off():
            return NoOpSpan(span_data)
        above = (
            parent if parent is not None else self.get_current_span() or self.get_current_trace()
        )
        if above is None:
            logger.error("No active trace. Make sure to start a trace with `trace()` first.")
            return NoOpSpan(span_data)
        if isinstance(above, NoOpTrace | NoOpSpan):
            return NoOpSpan(span_data)
        metadata = above.trace_metadata if isinstance(above, Span) else above.metadata
        return SpanImpl(
            trace_id=above.trace_id,
            span_id=span_id,
            parent_id=above.span_id if isinstance(above, Span) else None,
            processor=self._processors,
            span_data=span_data,
            tracing_api_key=above.tracing_api_key,
            trace_metadata=metadata,
        )

    def force_flush(self) -> None:
        """Send what is waiting."""
        self._processors.force_flush()

    def shutdown(self, timeout: float | None = None) -> None:
        """Nothing more will come."""
        self._processors.shutdown()

    def _off(self) -> bool:
        """The environment is read when the first trace is made, not when the module is loaded."""
        if self._disabled is None:
            value = os.environ.get("OPENAI_AGENTS_DISABLE_TRACING", "").lower()
            self._disabled = value in ("true", "1")
        return self._disabled or self._processors.empty
