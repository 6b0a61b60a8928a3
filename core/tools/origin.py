"""Where a tool comes from: a function, an agent, an MCP server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

NAMES = ("mcp_server_name", "agent_name", "agent_tool_name")
"""The fields that say which server or agent it is."""


class ToolOriginType(str, Enum):  # noqa: UP042 - part of the public API
    """The kinds of origin."""

    FUNCTION = "function"
    MCP = "mcp"
    AGENT_AS_TOOL = "agent_as_tool"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class ToolOrigin:
    """The origin of one tool, kept with its calls and outputs."""

    type: ToolOriginType
    mcp_server_name: str | None = None
    agent_name: str | None = None
    agent_tool_name: str | None = None

    def to_json_dict(self) -> dict[str, str]:
        """The origin as JSON, without what does not apply."""
        result = {"type": self.type.value}
        for name in NAMES:
            value = getattr(self, name)
            if value is not None:
                result[name] = value
        return result

    @classmethod
    def from_json_dict(cls, data: Any) -> ToolOrigin | None:
        """The origin from its JSON; None when it is not one."""
        if not isinstance(data, Mapping):
            return None
        try:
            kind = ToolOriginType(data.get("type"))
        except ValueError:
            return None
        return cls(kind, *(_text(data.get(name)) for name in NAMES))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
