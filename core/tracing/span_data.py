"""What spans are about."""

from __future__ import annotations

import abc
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class SpanData(abc.ABC):
    """What a span is about."""

    @property
    @abc.abstractmethod
    def type(self) -> str:
        """The kind of span."""

    @abc.abstractmethod
    def export(self) -> dict[str, Any]:
        """As JSON."""


@dataclass
class _Fields(SpanData):
    """Data that are exported field by field."""

    kind: ClassVar[str] = ""
    hidden: ClassVar[frozenset[str]] = frozenset({"metadata"})

    @property
    def type(self) -> str:
        """The kind of span."""
        return self.kind

    def export(self) -> dict[str, Any]:
        """As JSON."""
        shown = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in self.hidden}
        return {"type": self.type, **shown}


@dataclass
class AgentSpanData(_Fields):
    """An agent at work."""

    kind = "agent"
    name: str
    handoffs: list[str] | None = None
    tools: list[str] | None = None
    output_type: str | None = None
    metadata: dict[str, Any] | None = None


@dataclass
class TaskSpanData(_Fields):
    """A whole run."""

    kind = "task"
    name: str
    usage: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None

    def export(self) -> dict[str, Any]:
        """As JSON, in the form of a custom span."""
        data = {"sdk_span_type": "task", "name": self.name}
        if self.usage is not None:
            data["usage"] = self.usage  # type: ignore[assignment]
        return {"type": "custom", "name": "task", "data": data}


@dataclass
class TurnSpanData(_Fields):
    """One turn."""

    kind = "turn"
    turn: int
    agent_name: str
    usage: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None

    def export(self) -> dict[str, Any]:
        """As JSON, in the form of a custom span."""
        data: dict[str, Any] = {
            "sdk_span_type": "turn",
            "turn": self.turn,
            "agent_name": self.agent_name,
        }
        if self.usage is not None:
            data["usage"] = self.usage
        return {"type": "custom", "name": "turn", "data": data}


@dataclass
class FunctionSpanData(_Fields):
    """A call of a function tool."""

    kind = "function"
    name: str
    input: str | None
    output: Any | None
    mcp_data: dict[str, Any] | None = None

    def export(self) -> dict[str, Any]:
        """As JSON; the output as text."""
        output = None if self.output is None else str(self.output)
        return super().export() | {"output": output}


@dataclass
class GenerationSpanData(_Fields):
    """A call of a model."""

    kind = "generation"
    input: Sequence[Mapping[str, Any]] | None = None
    output: Sequence[Mapping[str, Any]] | None = None
    model: str | None = None
    model_config: Mapping[str, Any] | None = None
    usage: dict[str, Any] | None = None


@dataclass
class ResponseSpanData(_Fields):
    """A response of the Responses API."""

    kind = "response"
    response: Any = None
    input: Any = None
    usage: dict[str, Any] | None = None

    def export(self) -> dict[str, Any]:
        """As JSON; of the response only its id."""
        response_id = None if self.response is None else self.response.id
        return {"type": self.type, "response_id": response_id, "usage": self.usage}


@dataclass
class HandoffSpanData(_Fields):
    """A handoff."""

    kind = "handoff"
    from_agent: str | None
    to_agent: str | None


@dataclass
class CustomSpanData(_Fields):
    """Something the application is interested in."""

    kind = "custom"
    name: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class GuardrailSpanData(_Fields):
    """A guardrail."""

    kind = "guardrail"
    name: str
    triggered: bool = False


@dataclass
class MCPListToolsSpanData(_Fields):
    """Asking an MCP server for its tools."""

    kind = "mcp_tools"
    server: str | None = None
    result: list[str] | None = None
