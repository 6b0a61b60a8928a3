"""The kinds of calls, by name."""

from core.kinds.base import Answer, ToolKind
from core.kinds.function import FunctionKind
from core.kinds.shell import ShellKind

KINDS: dict[str, ToolKind] = {"function": FunctionKind(), "shell": ShellKind()}

__all__ = ["KINDS", "Answer", "ToolKind"]
