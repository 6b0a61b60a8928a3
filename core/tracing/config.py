"""Settings of the trace of one run."""

from __future__ import annotations

from typing_extensions import TypedDict


class TracingConfig(TypedDict, total=False):
    """Where the trace goes, and how fine it is."""

    api_key: str
    include_task_and_turn_spans: bool


def include_task_and_turn_spans(config: TracingConfig | None) -> bool:
    """Whether the run as a whole and its turns have spans of their own."""
    return bool((config or {}).get("include_task_and_turn_spans", True))
