"""Calls that change files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.editor import ApplyPatchResult, operation_of
from core.tool_calls.kinds.base import Answer, failure_text
from core.tool_calls.kinds.gate import needs_person

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.tools.native_tools import ApplyPatchTool
    from core.turns.live import LiveRun


class ApplyPatchKind:
    """The tool with an editor of the application."""

    async def needs_approval(self, tool: ApplyPatchTool, call: Call, run: LiveRun) -> bool:
        """A policy gets the operation."""
        return await needs_person(tool, operation_of(call.raw_item, run.context), call, run)

    async def invoke(
        self, tool: ApplyPatchTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Change the file; a failing editor is news for the model."""
        operation = operation_of(call.raw_item, run.context)
        change = getattr(tool.editor, operation.type)
        try:
            return await settled(change(operation))
        except Exception as error:  # noqa: BLE001 - any failure of an editor
            text = await failure_text(run, call, context, error)
            return ApplyPatchResult("failed", text)

    def answer(self, tool: ApplyPatchTool, call: Call, output: Any) -> Answer:
        """What the editor returned."""
        if isinstance(output, ApplyPatchResult):
            return _answer(call, output.status or "completed", output.output or "")
        return _answer(call, "completed", "" if output is None else str(output))

    def refusal(self, call: Call, message: str) -> Answer:
        """A refusal looks like a change that failed."""
        return _answer(call, "failed", message)


def _answer(call: Call, status: str, text: str) -> Answer:
    raw = {
        "type": "apply_patch_call_output",
        "call_id": call.call_id,
        "status": status,
        "output": text,
    }
    return Answer(text, raw)
