"""What is kept of a trace between runs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.tracing.traces import Trace


@dataclass
class TraceState:
    """What is kept of a trace, so that a resumed run goes on in it."""

    trace_id: str | None = None
    workflow_name: str | None = None
    group_id: str | None = None
    metadata: dict[str, Any] | None = None
    tracing_api_key: str | None = None
    tracing_api_key_hash: str | None = None
    object_type: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_trace(cls, trace: Trace | None) -> TraceState | None:
        """What is kept of a trace; None for one nobody sees."""
        if trace is None or trace.export() is None:
            return None
        key = trace.tracing_api_key
        return cls(
            trace_id=trace.trace_id,
            workflow_name=trace.name,
            group_id=trace.group_id,
            metadata=None if trace.metadata is None else dict(trace.metadata),
            tracing_api_key=key,
            tracing_api_key_hash=key_hash(key),
            object_type="trace",
        )

    @classmethod
    def from_json(cls, payload: Mapping[str, Any] | None) -> TraceState | None:
        """From its JSON."""
        if not payload:
            return None
        names = {
            "object": "object_type",
            "id": "trace_id",
            "workflow_name": "workflow_name",
            "group_id": "group_id",
            "metadata": "metadata",
            "tracing_api_key": "tracing_api_key",
            "tracing_api_key_hash": "tracing_api_key_hash",
        }
        known = {field_name: payload.get(name) for name, field_name in names.items()}
        known["tracing_api_key_hash"] = known["tracing_api_key_hash"] or key_hash(
            known["tracing_api_key"]
        )
        return cls(**known, extra={k: v for k, v in payload.items() if k not in names})

    def to_json(self, *, include_tracing_api_key: bool = False) -> dict[str, Any] | None:
        """As JSON; the key itself only when asked for."""
        if not (self.trace_id or self.workflow_name or self.group_id or self.metadata):
            return None
        document = {
            **self.extra,
            "object": self.object_type or "trace",
            "id": self.trace_id,
            "workflow_name": self.workflow_name,
            "group_id": self.group_id,
            "metadata": self.metadata,
        }
        if include_tracing_api_key and self.tracing_api_key:
            document["tracing_api_key"] = self.tracing_api_key
        if self.tracing_api_key_hash:
            document["tracing_api_key_hash"] = self.tracing_api_key_hash
        return document


def key_hash(key: str | None) -> str | None:
    """What recognises a key without giving it away."""
    return hashlib.sha256(key.encode()).hexdigest() if key else None
