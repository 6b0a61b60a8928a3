"""How an application puts the errors of tools into words of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias

from core.run_context import RunContextWrapper, TContext


@dataclass
class ToolErrorFormatterArgs(Generic[TContext]):
    """What a formatter of tool errors gets."""

    kind: Literal["approval_rejected", "tool_not_found", "tool_exception"]
    tool_type: Literal["function", "computer", "shell", "apply_patch", "custom"]
    tool_name: str
    call_id: str
    default_message: str
    run_context: RunContextWrapper[TContext]
    error: Exception | None = None


ToolErrorFormatter: TypeAlias = Callable[
    [ToolErrorFormatterArgs[Any]], Awaitable[str | None] | str | None
]
