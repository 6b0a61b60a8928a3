"""The shell tool: the model asks for commands, an executor of the application runs them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from core.tools.declarations import LocalTool

if TYPE_CHECKING:
    from core.items import ToolApprovalItem
    from core.run_context import RunContextWrapper
    from core.transcript.callers import ToolCaller


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

    def __post_init__(self) -> None:
        """What was not captured, so None, is empty."""
        self.stdout, self.stderr = self.stdout or "", self.stderr or ""

    @property
    def exit_code(self) -> int | None:
        """The exit code; None after a time-out."""
        return self.outcome.exit_code

    @property
    def status(self) -> Literal["completed", "timeout"]:
        """Whether the command came to its end."""
        return "timeout" if self.outcome.type == "timeout" else "completed"

    @property
    def text(self) -> str:
        """The command and what it printed, as a terminal shows it; how it ended, if not well."""
        lines = [f"$ {self.command}"] if self.command else []
        if self.stdout.rstrip():
            lines.append(self.stdout.rstrip())
        if self.stderr.rstrip():
            lines += [*([""] if lines else []), "stderr:", self.stderr.rstrip()]
        if self.exit_code:
            lines.append(f"exit code: {self.exit_code}")
        if self.status == "timeout":
            lines.append("status: timeout")
        return "\n".join(lines)


@dataclass
class ShellResult:
    """What all commands of a call printed."""

    output: list[ShellCommandOutput]
    max_output_length: int | None = None
    """How many characters of it the model reads; None for all."""
    provider_data: dict[str, Any] | None = None

    @property
    def text(self) -> str:
        """What all commands printed, with a blank line between them."""
        return "\n\n".join(filter(None, (part.text for part in self.output))) or "(no output)"

    def within(self, limit: int | None) -> ShellResult:
        """The result with no more characters than it allows itself, nor than the limit."""
        limits = [n for n in (limit, self.max_output_length) if n is not None]
        if not limits:
            return self
        left = most = max(min(limits), 0)
        kept = []
        for part in self.output:
            stdout = part.stdout[:left]
            stderr = part.stderr[: left - len(stdout)]
            left -= len(stdout) + len(stderr)
            kept.append(replace(part, stdout=stdout, stderr=stderr))
        return replace(self, output=kept, max_output_length=most)


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
class ShellTool(LocalTool):
    """Run commands with an executor, or at the provider's when there is none."""

    executor: ShellExecutor | None = None
    name: str = "shell"
    needs_approval: bool | ShellApprovalFunction = False
    on_approval: ShellOnApprovalFunction | None = None
    environment: Any = None
    allowed_callers: list[ToolCaller] | None = field(default=None, kw_only=True)

    @property
    def type(self) -> str:
        """The type of the tool in a request."""
        return "shell"
