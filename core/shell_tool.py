"""The shell tool: the model asks for commands, an executor of the application runs them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from core.callers import ToolCaller
    from core.items import ToolApprovalItem
    from core.ledger import Effect
    from core.run_context import RunContextWrapper


@dataclass
class ShellCallOutcome:
    """How a command ended."""

    type: Literal["exit", "timeout"]
    exit_code: int | None = None


@dataclass
class ShellCommandOutput:
    """What one command printed."""

    stdout: str = ""
    stderr: str = ""
    outcome: ShellCallOutcome = field(default_factory=lambda: ShellCallOutcome("exit", 0))
    command: str | None = None
    provider_data: dict[str, Any] | None = None

    @property
    def exit_code(self) -> int | None:
        """The exit code; None after a time-out."""
        return self.outcome.exit_code

    @property
    def status(self) -> Literal["completed", "timeout"]:
        """Whether the command came to its end."""
        return "timeout" if self.outcome.type == "timeout" else "completed"


@dataclass
class ShellResult:
    """What all commands of a call printed."""

    output: list[ShellCommandOutput]
    max_output_length: int | None = None
    provider_data: dict[str, Any] | None = None


@dataclass
class ShellActionRequest:
    """What the model wants to be run."""

    commands: list[str]
    timeout_ms: int | None = None
    max_output_length: int | None = None


@dataclass
class ShellCallData:
    """One call of the shell tool."""

    call_id: str
    action: ShellActionRequest
    status: Literal["in_progress", "completed"] | None = None
    raw: Any | None = None


@dataclass
class ShellCommandRequest:
    """What an executor gets."""

    ctx_wrapper: RunContextWrapper[Any]
    data: ShellCallData


ShellExecutor = Callable[[ShellCommandRequest], "Awaitable[str | ShellResult] | str | ShellResult"]
ShellApprovalFunction = Callable[
    ["RunContextWrapper[Any]", ShellActionRequest, str], "Awaitable[bool] | bool"
]
ShellOnApprovalFunction = Callable[["RunContextWrapper[Any]", "ToolApprovalItem"], Any]


@dataclass
class ShellTool:
    """Run commands with an executor, or at the provider's when there is none."""

    executor: ShellExecutor | None = None
    name: str = "shell"
    needs_approval: bool | ShellApprovalFunction = False
    on_approval: ShellOnApprovalFunction | None = None
    environment: Any = None
    allowed_callers: list[ToolCaller] | None = field(default=None, kw_only=True)
    effect: Effect = field(default="at_most_once", kw_only=True)

    @property
    def type(self) -> str:
        """The type of the tool in a request."""
        return "shell"
