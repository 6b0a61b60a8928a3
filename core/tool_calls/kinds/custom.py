"""Calls of tools that take free text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.tool_calls.call_outputs import text_output
from core.tool_calls.kinds.base import Answer, failure_text
from core.tool_calls.kinds.gate import needs_person

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.tools.native_tools import CustomTool
    from core.turns.live import LiveRun


class CustomKind:
    """Custom tools."""

    async def needs_approval(self, tool: CustomTool, call: Call, run: LiveRun) -> bool:
        """A policy gets the text."""
        return await needs_person(tool, call.arguments, call, run)

    async def invoke(
        self, tool: CustomTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Run the tool; a failure is news for the model."""
        try:
            return await settled(tool.on_invoke_tool(context, context.tool_arguments))
        except Exception as error:  # noqa: BLE001 - any failure of a tool
            return await failure_text(run, call, context, error)

    def answer(self, tool: CustomTool, call: Call, output: Any) -> Answer:
        """The returned value as text."""
        return Answer(output, text_output("custom", call.call_id, str(output)))

    def refusal(self, call: Call, message: str) -> Answer:
        """The message as the output."""
        return Answer(message, text_output("custom", call.call_id, message))
