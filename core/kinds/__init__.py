"""The kinds of calls, by name."""

from core.kinds.apply_patch import ApplyPatchKind
from core.kinds.base import Answer, ToolKind
from core.kinds.computer import ComputerKind
from core.kinds.custom import CustomKind
from core.kinds.function import FunctionKind
from core.kinds.local_shell import LocalShellKind
from core.kinds.mcp import McpKind
from core.kinds.shell import ShellKind

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
