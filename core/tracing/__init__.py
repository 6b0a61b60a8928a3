"""Tracing: off until a processor is added."""

from __future__ import annotations

from typing_extensions import TypedDict

from core.tracing.traces import Trace, TraceState


class TracingConfig(TypedDict, total=False):
    """Settings of the export of one run's trace."""

    api_key: str


__all__ = ["Trace", "TraceState", "TracingConfig"]
