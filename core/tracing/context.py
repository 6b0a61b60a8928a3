"""The trace a run belongs to: the caller's, the one it was paused in, or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.tracing.create import get_current_trace, trace
from core.tracing.scope import Scope
from core.tracing.setup import get_trace_provider
from core.tracing.trace_state import TraceState, key_hash
from core.tracing.traces import Trace, reattach_trace, was_started

if TYPE_CHECKING:
    from contextvars import Token
    from types import TracebackType

    from core.tracing.config import TracingConfig
    from core.tracing.spans import Span


def create_trace_for_run(
    *,
    workflow_name: str,
    trace_id: str | None,
    group_id: str | None,
    metadata: dict[str, Any] | None,
    tracing: TracingConfig | None,
    disabled: bool,
    trace_state: TraceState | None = None,
    reattach_resumed_trace: bool = False,
) -> Trace | None:
    """The trace of a run; None when the caller has one that the run becomes part of."""
    if get_current_trace() is not None:
        return None
    if not disabled and reattach_resumed_trace and trace_state is not None:
        key = (tracing or {}).get("api_key")
        wanted = (workflow_name, trace_id, group_id, metadata or {})
        if _is_the_same(trace_state, wanted, key):
            return reattach_trace(trace_state, tracing_api_key=key)
    return trace(
        workflow_name=workflow_name,
        trace_id=trace_id,
        group_id=group_id,
        metadata=metadata,
        tracing=tracing,
        disabled=disabled,
    )


def _is_the_same(kept: TraceState, wanted: tuple[Any, ...], key: str | None) -> bool:
    """Whether the kept trace is the wanted one, and this process has told of its start."""
    if not was_started(kept.trace_id):
        return False
    has = (kept.workflow_name, kept.trace_id, kept.group_id, kept.metadata or {})
    return has == wanted and kept.tracing_api_key_hash == key_hash(key)


class TraceCtxManager:
    """Opens the trace of a run and ends it; a run without tracing hides its caller's."""

    def __init__(
        self,
        workflow_name: str,
        trace_id: str | None,
        group_id: str | None,
        metadata: dict[str, Any] | None,
        tracing: TracingConfig | None,
        disabled: bool,
        trace_state: TraceState | None = None,
        reattach_resumed_trace: bool = False,
    ) -> None:
        self._wanted: dict[str, Any] = {
            "workflow_name": workflow_name,
            "trace_id": trace_id,
            "group_id": group_id,
            "metadata": metadata,
            "tracing": tracing,
            "disabled": disabled,
            "trace_state": trace_state,
            "reattach_resumed_trace": reattach_resumed_trace,
        }
        self.trace: Trace | None = None
        self._hidden: Token[Span[Any] | None] | None = None

    def __enter__(self) -> TraceCtxManager:
        if self._wanted["disabled"]:
            wanted = {**self._wanted, "name": self._wanted["workflow_name"]}
            names = ("name", "trace_id", "group_id", "metadata", "disabled", "tracing")
            self.trace = get_trace_provider().create_trace(**{n: wanted[n] for n in names})
            self._hidden = Scope.set_current_span(None)
        else:
            self.trace = create_trace_for_run(**self._wanted)
        if self.trace is not None:
            self.trace.start(mark_as_current=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._hidden is not None:
            Scope.reset_current_span(self._hidden)
        if self.trace is not None:
            self.trace.finish(reset_current=True)
