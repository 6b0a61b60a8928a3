"""Tools the model knows without a schema, which the application carries out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.tools.declarations import LocalTool

if TYPE_CHECKING:
    from core.editor import ApplyPatchEditor
    from core.run_context import RunContextWrapper
    from core.transcript.callers import ToolCaller

Gate = bool | Callable[..., Any]
"""Whether a person is asked; a policy gets (context, payload, call id)."""
OnApproval = Callable[..., Any]
"""Decides in place of a person: (context, approval item) -> {"approve": bool, "reason": str}."""


@dataclass
class ApplyPatchTool(LocalTool):
    """Change files with an editor of the application."""

    editor: ApplyPatchEditor
    name: str = "apply_patch"
    needs_approval: Gate = False
    on_approval: OnApproval | None = None
    custom_data_extractor: Callable[[Any], Any] | None = field(default=None, kw_only=True)
    allowed_callers: list[ToolCaller] | None = field(default=None, kw_only=True)

    @property
    def type(self) -> str:
        """The type of the tool in a request."""
        return "apply_patch"


@dataclass
class CustomTool(LocalTool):
    """A tool that takes free text, or text of a grammar."""

    name: str
    description: str
    on_invoke_tool: Callable[..., Any]
    format: Any = None
    needs_approval: Gate = False
    on_approval: OnApproval | None = None
    defer_loading: bool = False
    custom_data_extractor: Callable[[Any], Any] | None = field(default=None, kw_only=True)
    allowed_callers: list[ToolCaller] | None = field(default=None, kw_only=True)

    @property
    def type(self) -> str:
        """The type of the tool in a request."""
        return "custom"


@dataclass
class LocalShellCommandRequest:
    """What an executor of a local shell gets."""

    ctx_wrapper: RunContextWrapper[Any]
    data: Any
    """The call, as the model made it."""


LocalShellExecutor = Callable[[LocalShellCommandRequest], Any]


@dataclass
class LocalShellTool(LocalTool):
    """Run one command at a time; the older form of the shell tool, which nobody can gate."""

    executor: LocalShellExecutor

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "local_shell"

    @property
    def type(self) -> str:
        """The type of the tool in a request."""
        return "local_shell"
