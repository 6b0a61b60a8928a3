"""Spans: the parts a trace consists of."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypedDict, TypeVar

from core.logger import logger
from core.tracing.scope import current_span
from core.tracing.scoped import Scoped
from core.tracing.span_data import SpanData
from core.tracing.util import gen_span_id, time_iso

if TYPE_CHECKING:
    from core.tracing.processor_interface import TracingProcessor

TSpanData = TypeVar("TSpanData", bound=SpanData, default=Any)
NO_ID = "no-op"
ROUTING = ("agent_harness_id",)
"""Metadata of a trace that the server wants to see with each of its spans."""


class SpanError(TypedDict):
    """What went wrong in a span."""

    message: str
    data: dict[str, Any] | None


class Span(Scoped, Generic[TSpanData]):
    """Something that took time; as a context manager it is the current span inside."""

    variable = current_span

    def __init__(self, span_data: TSpanData) -> None:
        super().__init__()
        self._data = span_data

    @property
    @abc.abstractmethod
    def trace_id(self) -> str:
        """The id of its trace."""

    @property
    @abc.abstractmethod
    def span_id(self) -> str:
        """Its id."""

    @property
    def span_data(self) -> TSpanData:
        """What it is about."""
        return self._data

    @property
    def parent_id(self) -> str | None:
        """The id of the span around it."""
        return None

    @property
    def error(self) -> SpanError | None:
        """What went wrong."""
        return None

    @property
    def started_at(self) -> str | None:
        """When it started."""
        return None

    @property
    def ended_at(self) -> str | None:
        """When it ended."""
        return None

    @property
    def tracing_api_key(self) -> str | None:
        """The key it is sent with."""
        return None

    @property
    def trace_metadata(self) -> dict[str, Any] | None:
        """The metadata of its trace."""
        return None

    def set_error(self, error: SpanError) -> None:
        """Note what went wrong."""

    def export(self) -> dict[str, Any] | None:
        """As JSON; None when it is not to be sent."""
        return None

    def start(self, mark_as_current: bool = False) -> None:
        """Start it."""
        if mark_as_current:
            self._mark()

    def finish(self, reset_current: bool = False) -> None:
        """End it."""
        if reset_current:
            self._reset()


class NoOpSpan(Span[TSpanData]):
    """A span nobody gets to see."""

    @property
    def trace_id(self) -> str:
        """No real id."""
        return NO_ID

    @property
    def span_id(self) -> str:
        """No real id."""
        return NO_ID


class SpanImpl(Span[TSpanData]):
    """A span that is recorded."""

    def __init__(
        self,
        trace_id: str,
        span_id: str | None,
        parent_id: str | None,
        processor: TracingProcessor,
        span_data: TSpanData,
        tracing_api_key: str | None,
        trace_metadata: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(span_data)
        self._trace_id = trace_id
        self._span_id = span_id or gen_span_id()
        self._parent_id = parent_id
        self._processor = processor
        self._api_key = tracing_api_key
        self._metadata = trace_metadata
        self._started_at: str | None = None
        self._ended_at: str | None = None
        self._error: SpanError | None = None

    @property
    def trace_id(self) -> str:
        """The id of its trace."""
        return self._trace_id

    @property
    def span_id(self) -> str:
        """Its id."""
        return self._span_id

    @property
    def parent_id(self) -> str | None:
        """The id of the span around it."""
        return self._parent_id

    @property
    def error(self) -> SpanError | None:
        """What went wrong."""
        return self._error

    @property
    def started_at(self) -> str | None:
        """When it started."""
        return self._started_at

    @property
    def ended_at(self) -> str | None:
        """When it ended."""
        return self._ended_at

    @property
    def tracing_api_key(self) -> str | None:
        """The key it is sent with."""
        return self._api_key

    @property
    def trace_metadata(self) -> dict[str, Any] | None:
        """The metadata of its trace."""
        return self._metadata

    def set_error(self, error: SpanError) -> None:
        """Note what went wrong."""
        self._error = error

    def start(self, mark_as_current: bool = False) -> None:
        """Start it, once."""
        if self._started_at is not None:
            logger.warning("Span already started")
            return
        self._started_at = time_iso()
        self._processor.on_span_start(self)
        super().start(mark_as_current)

    def finish(self, reset_current: bool = False) -> None:
        """End it, once."""
        if self._ended_at is not None:
            logger.warning("Span already finished")
            return
        self._ended_at = time_iso()
        try:
            self._processor.on_span_end(self)
        finally:
            super().finish(reset_current)

    def export(self) -> dict[str, Any] | None:
        """As JSON."""
        made = {
            "object": "trace.span",
            "id": self.span_id,
            "trace_id": self.trace_id,
            "parent_id": self._parent_id,
            "started_at": self._started_at,
            "ended_at": self._ended_at,
            "span_data": self.span_data.export(),
            "error": self._error,
        }
        metadata = self._shown_metadata()
        return {**made, "metadata": metadata} if metadata else made

    def _shown_metadata(self) -> dict[str, Any]:
        trace = self._metadata or {}
        routing = {name: trace[name] for name in ROUTING if name in trace}
        own: dict[str, Any] | None = getattr(self.span_data, "metadata", None)
        return {**routing, **(own or {})}
