"""The kinds of calls, by name."""

from core.tool_calls.kinds.apply_patch import ApplyPatchKind
from core.tool_calls.kinds.base import Answer, ToolKind
from core.tool_calls.kinds.computer import ComputerKind
from core.tool_calls.kinds.custom import CustomKind
from core.tool_calls.kinds.function import FunctionKind
from core.tool_calls.kinds.local_shell import LocalShellKind
from core.tool_calls.kinds.mcp import McpKind
from core.tool_calls.kinds.shell import ShellKind

KINDS: dict[str, ToolKind] = {
    "function": FunctionKind(),
    "shell": ShellKind(),
    "local_shell": LocalShellKind(),
    "apply_patch": ApplyPatchKind(),
    "computer": ComputerKind(),
    "custom": CustomKind(),
    "mcp": McpKind(),
}

__all__ = ["KINDS", "Answer", "ToolKind"]
