"""Which tool of which MCP server a name stands for, and the names that say so themselves."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_NAME = 64
"""How many characters of a tool's name models take."""


class MCPBinding(NamedTuple):
    """Which tool of which MCP server a call goes to, whatever name the model knows it by."""

    server: str
    tool: str
    place: int
    """That of the server among those of the agent, which the Agents SDK looks at as well."""

    @classmethod
    def from_json(cls, data: Any) -> MCPBinding | None:
        """The binding from its JSON; None when it is not one."""
        match data:
            case [str(server), str(tool), int(place)]:
                return cls(server, tool, place)
            case _:
                return None


def prefixed_names(bindings: Sequence[MCPBinding]) -> list[str]:
    """Names with those of the servers, as the Agents SDK makes them. Where that makes one name
    twice, or one that is too long, its end tells which it is."""
    plain = [re.sub(r"[^a-zA-Z0-9_-]", "_", f"mcp_{b.server}__{b.tool}") for b in bindings]
    times = Counter(plain)
    return [
        _marked(name, binding) if times[name] > 1 or len(name) > MAX_NAME else name
        for name, binding in zip(plain, bindings, strict=True)
    ]


def _marked(name: str, binding: MCPBinding) -> str:
    mark = hashlib.sha1(f"{binding.server}\0{binding.tool}".encode(), usedforsecurity=False)
    return f"{name[: MAX_NAME - 9]}_{mark.hexdigest()[:8]}"
