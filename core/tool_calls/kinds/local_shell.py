"""Calls of the local shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.tool_calls.kinds.base import Answer, failure_text
from core.tools.native_tools import LocalShellCommandRequest, LocalShellTool
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


class LocalShellKind:
    """The local shell, with an executor of the application."""

    async def needs_approval(self, tool: LocalShellTool, call: Call, run: LiveRun) -> bool:
        """The tool has no gate; the shell tool does."""
        return False

    async def invoke(
        self, tool: LocalShellTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Run the command; a failing executor is news for the model."""
        try:
            return await settled(
                tool.executor(LocalShellCommandRequest(run.context, call.raw_item))
            )
        except Exception as error:  # noqa: BLE001 - any failure of an executor
            return await failure_text(run, call, context, error)

    def answer(self, tool: LocalShellTool, call: Call, output: Any) -> Answer:
        """What the executor returned, as text."""
        return _answer(call, str(output))

    def refusal(self, call: Call, message: str) -> Answer:
        """The message as the output."""
        return _answer(call, message)


def _answer(call: Call, text: str) -> Answer:
    """The output goes by the call's own id, as this API wants it."""
    own = raw_items.get(call.raw_item, "id") or call.call_id
    raw = {"type": "local_shell_call_output", "id": own, "call_id": call.call_id, "output": text}
    return Answer(text, raw)
