"""Traces: what a run, or several that belong together, did."""

from __future__ import annotations

import abc
import threading
from typing import TYPE_CHECKING, Any

from core.logger import logger
from core.tracing.scope import current_trace
from core.tracing.scoped import Scoped
from core.tracing.trace_state import TraceState
from core.tracing.util import gen_trace_id

if TYPE_CHECKING:
    from typing import Self

    from core.tracing.processor_interface import TracingProcessor

NO_ID = "no-op"


class Trace(Scoped):
    """A trace; as a context manager it is the current one inside."""

    group_id: str | None = None
    metadata: dict[str, Any] | None = None

    variable = current_trace

    def __init__(self) -> None:
        super().__init__()
        self._started = False

    @property
    @abc.abstractmethod
    def trace_id(self) -> str:
        """Its id."""

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name of the workflow."""

    @property
    def tracing_api_key(self) -> str | None:
        """The key it is sent with."""
        return None

    @abc.abstractmethod
    def export(self) -> dict[str, Any] | None:
        """As JSON; None when it is not to be sent."""

    def start(self, mark_as_current: bool = False) -> None:
        """Start it, once."""
        if self._started:
            return
        self._started = True
        self._announce_start()
        if mark_as_current:
            self._mark()

    def finish(self, reset_current: bool = False) -> None:
        """End it."""
        try:
            if self._started:
                self._announce_end()
        finally:
            if reset_current:
                self._reset()

    def to_json(self, *, include_tracing_api_key: bool = False) -> dict[str, Any] | None:
        """As it is kept in a state."""
        state = TraceState.from_trace(self)
        if state is None:
            return None
        return state.to_json(include_tracing_api_key=include_tracing_api_key)

    def _announce_start(self) -> None:
        """Tell that it has started."""

    def _announce_end(self) -> None:
        """Tell that it has ended."""

    def __enter__(self) -> Self:
        if not self._started:
            return super().__enter__()
        if self._token is None:
            logger.error("Trace already started but no context token set")
        return self


class NoOpTrace(Trace):
    """A trace nobody gets to see."""

    @property
    def trace_id(self) -> str:
        """No real id."""
        return NO_ID

    @property
    def name(self) -> str:
        """No real name."""
        return NO_ID

    def export(self) -> dict[str, Any] | None:
        """Nothing."""
        return None


class _NamedTrace(Trace):
    def __init__(
        self,
        name: str,
        trace_id: str | None,
        group_id: str | None,
        metadata: dict[str, Any] | None,
        tracing_api_key: str | None,
    ) -> None:
        super().__init__()
        self._name = name
        self._trace_id = trace_id or gen_trace_id()
        self.group_id = group_id
        self.metadata = metadata
        self._api_key = tracing_api_key

    @property
    def trace_id(self) -> str:
        """Its id."""
        return self._trace_id

    @property
    def name(self) -> str:
        """The name of the workflow."""
        return self._name

    @property
    def tracing_api_key(self) -> str | None:
        """The key it is sent with."""
        return self._api_key

    def export(self) -> dict[str, Any] | None:
        """As JSON."""
        return {
            "object": "trace",
            "id": self.trace_id,
            "workflow_name": self.name,
            "group_id": self.group_id,
            "metadata": self.metadata,
        }


class TraceImpl(_NamedTrace):
    """A trace that is recorded."""

    def __init__(
        self,
        name: str,
        trace_id: str | None,
        group_id: str | None,
        metadata: dict[str, Any] | None,
        processor: TracingProcessor,
        tracing_api_key: str | None = None,
    ) -> None:
        super().__init__(name, trace_id, group_id, metadata, tracing_api_key)
        self._processor = processor

    def _announce_start(self) -> None:
        _note_start(self.trace_id)
        self._processor.on_trace_start(self)

    def _announce_end(self) -> None:
        self._processor.on_trace_end(self)


class ReattachedTrace(_NamedTrace):
    """A trace that is gone on with: its start and end have been told already."""

    def __init__(
        self,
        *,
        name: str,
        trace_id: str,
        group_id: str | None,
        metadata: dict[str, Any] | None,
        tracing_api_key: str | None,
    ) -> None:
        super().__init__(name, trace_id, group_id, metadata, tracing_api_key)


_MAX_STARTED_TRACE_IDS = 4096
_started_trace_ids: dict[str, None] = {}
"""Ids of traces this process has started, oldest first; the oldest are forgotten."""
_started_trace_ids_lock = threading.Lock()


def _note_start(trace_id: str) -> None:
    with _started_trace_ids_lock:
        _started_trace_ids.pop(trace_id, None)
        _started_trace_ids[trace_id] = None
        while len(_started_trace_ids) > _MAX_STARTED_TRACE_IDS:
            del _started_trace_ids[next(iter(_started_trace_ids))]


def was_started(trace_id: str | None) -> bool:
    """Whether this process has told of the start of a trace."""
    with _started_trace_ids_lock:
        return trace_id in _started_trace_ids


def reattach_trace(trace_state: TraceState, *, tracing_api_key: str | None = None) -> Trace | None:
    """The trace of a state, to go on in it."""
    if trace_state.trace_id is None:
        return None
    return ReattachedTrace(
        name=trace_state.workflow_name or "Agent workflow",
        trace_id=trace_state.trace_id,
        group_id=trace_state.group_id,
        metadata=trace_state.metadata,
        tracing_api_key=trace_state.tracing_api_key or tracing_api_key,
    )
