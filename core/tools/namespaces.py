"""Namespaces: tools that are offered to the model under one common name."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from core.exceptions import UserError

if TYPE_CHECKING:
    from core.tools.function_tools import FunctionTool


def tool_namespace(
    *, name: str, description: str | None, tools: list[FunctionTool]
) -> list[FunctionTool]:
    """Copies of the tools, in a namespace the model can search."""
    if not name.strip():
        raise UserError("tool_namespace() requires a non-empty name.")
    if description is None or not description.strip():
        raise UserError("tool_namespace() requires a non-empty description.")
    made = []
    for tool in tools:
        if tool.name == name.strip():
            raise UserError(
                f"The synthetic namespace `{tool.name}.{tool.name}` is reserved for tools that are "
                "loaded later; give the namespace another name than its tool."
            )
        twin = copy.copy(tool)
        twin.namespace, twin.namespace_description = name.strip(), description.strip()
        made.append(twin)
    return made
