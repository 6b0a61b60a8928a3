"""What running a function tool gave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.items import RunItem, ToolApprovalItem
    from core.tools.function_tools import FunctionTool


@dataclass
class FunctionToolResult:
    """The output of one function tool call; `run_item` is None while the call waits."""

    tool: FunctionTool
    output: Any
    run_item: RunItem | None
    interruptions: list[ToolApprovalItem] = field(default_factory=list)
    agent_run_result: Any = None
