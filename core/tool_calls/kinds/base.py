"""What differs between kinds of tools: who must be asked, how one runs, how a refusal looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.run_config import ToolErrorFormatterArgs
from core.tool import DEFAULT_APPROVAL_REJECTION_MESSAGE
from core.tool_calls.call_outputs import output_item
from core.tools.failure import formatted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.items import RunItem
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


@dataclass(frozen=True)
class Answer:
    """The output of a call: the value the application sees, and the item the model reads."""

    output: Any
    raw_item: Any
    custom_data: dict[str, Any] | None = None
    beside: Sequence[RunItem] = ()
    """What has to be said apart from the output."""
    shortened: bool = False
    """Whether the model reads less than the tool returned."""

    def item(self, call: Call) -> RunItem:
        """The answer as an item of the run."""
        return output_item(call, self.raw_item, self.output, self.custom_data)


class ToolKind(Protocol):
    """How calls of one kind are handled."""

    async def needs_approval(self, tool: Any, call: Call, run: LiveRun) -> bool:
        """Whether a person has to be asked; in doubt yes."""
        ...

    async def invoke(self, tool: Any, call: Call, context: ToolContext[Any], run: LiveRun) -> Any:
        """Run the tool."""
        ...

    def answer(self, tool: Any, call: Call, output: Any) -> Answer:
        """What the tool returned, as the output of the call."""
        ...

    def refusal(self, call: Call, message: str) -> Answer:
        """A refusal, as the output of the call."""
        ...


async def error_text(
    run: LiveRun,
    call: Call,
    kind: Any,
    default: str,
    error: Exception | None = None,
) -> str:
    """What the model reads when a call has no output of its own."""
    tool_type: Any = (
        call.kind if call.kind in ("shell", "computer", "apply_patch", "custom") else "function"
    )
    args: ToolErrorFormatterArgs[Any] = ToolErrorFormatterArgs(
        kind=kind,
        tool_type=tool_type,
        tool_name=call.name,
        call_id=call.call_id,
        default_message=default,
        run_context=run.context,
        error=error,
    )
    return await formatted(run.config.tool_error_formatter, args)


async def failure_text(
    run: LiveRun, call: Call, context: ToolContext[Any], error: Exception
) -> str:
    """What the model reads about a tool that failed; that it did is noted on the context."""
    context.failed = True
    return await error_text(run, call, "tool_exception", str(error), error)


async def refusal_text(run: LiveRun, call: Call) -> str:
    """Why a call was refused: what the person said, else the formatter, else the usual words."""
    verdict = run.state.verdict(call)
    if verdict is not None and verdict.message is not None:
        return verdict.message
    entry = run.context.approvals.entry(call.key, call.agent)
    standing = entry.rule_on(call.identity, call.raw_item)
    if standing is not None and not standing.approved and standing.message is not None:
        return standing.message
    return await error_text(run, call, "approval_rejected", DEFAULT_APPROVAL_REJECTION_MESSAGE)
