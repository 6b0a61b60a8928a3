"""Traces: what a run did, as spans under one id."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Trace(Protocol):
    """A trace."""

    trace_id: str
    name: str
    group_id: str | None
    metadata: dict[str, Any] | None
    tracing_api_key: str | None


@dataclass(frozen=True)
class TraceState:
    """What is kept of a trace, so that a resumed run goes on in it."""

    trace_id: str | None = None
    workflow_name: str | None = None
    group_id: str | None = None
    metadata: dict[str, Any] | None = None
    tracing_api_key: str | None = None
    tracing_api_key_hash: str | None = None

    @classmethod
    def from_trace(cls, trace: Trace | None) -> TraceState | None:
        """What is kept of a trace."""
        if trace is None:
            return None
        key = trace.tracing_api_key
        digest = hashlib.sha256(key.encode()).hexdigest() if key else None
        return cls(trace.trace_id, trace.name, trace.group_id, trace.metadata, key, digest)

    @classmethod
    def from_json(cls, data: Any) -> TraceState | None:
        """From its JSON."""
        if not isinstance(data, Mapping):
            return None
        return cls(
            trace_id=data.get("id"),
            workflow_name=data.get("workflow_name"),
            group_id=data.get("group_id"),
            metadata=data.get("metadata"),
            tracing_api_key=data.get("tracing_api_key"),
            tracing_api_key_hash=data.get("tracing_api_key_hash"),
        )

    def to_json(self, *, include_tracing_api_key: bool = False) -> dict[str, Any]:
        """As JSON; the key itself only when asked for."""
        document: dict[str, Any] = {
            "object": "trace",
            "id": self.trace_id,
            "workflow_name": self.workflow_name,
            "group_id": self.group_id,
            "metadata": self.metadata,
        }
        if self.tracing_api_key_hash:
            document["tracing_api_key_hash"] = self.tracing_api_key_hash
        if include_tracing_api_key and self.tracing_api_key:
            document["tracing_api_key"] = self.tracing_api_key
        return document
