"""Calls of function tools."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from core import arguments as tool_arguments
from core import raw_items
from core.exceptions import ModelBehaviorError, ToolTimeoutError, UserError
from core.function_tool import default_tool_error_function
from core.item_text import ItemHelpers
from core.kinds.base import Answer, error_text
from core.maybe_await import settled

if TYPE_CHECKING:
    from core.calls import Call
    from core.function_tool import FunctionTool
    from core.live import LiveRun
    from core.tool_context import ToolContext


class FunctionKind:
    """Function tools, agents as tools, tools of local MCP servers."""

    async def needs_approval(self, tool: FunctionTool, call: Call, run: LiveRun) -> bool:
        """A policy is asked only about arguments it can read; others need a person."""
        policy: Any = tool.needs_approval
        if isinstance(policy, bool):
            return policy
        if not callable(policy):
            raise UserError(f"needs_approval of tool {tool.name!r} must be a bool or a callable")
        try:
            arguments = tool_arguments.parse(raw_items.arguments_of(call.raw_item) or "")
        except tool_arguments.ArgumentsError:
            return True
        return bool(await settled(policy(run.context, arguments, call.call_id)))

    async def invoke(
        self, tool: FunctionTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Run the tool; a failure becomes a text for the model, unless the tool wants it raised."""
        try:
            self._refuse_ambiguous(call, context.tool_arguments)
            return await _within_time(tool, context)
        except ToolTimeoutError as error:
            if tool.timeout_behavior == "raise_exception":
                raise
            if tool.timeout_error_function is not None:
                return await settled(tool.timeout_error_function(context, error))
            return str(error)
        except Exception as error:
            explain = tool.failure_error_function
            if explain is None:
                raise
            text = await settled(explain(context, error))
            if explain is not default_tool_error_function:
                return text
            return await error_text(run, call, "tool_exception", text, error)

    def answer(self, tool: FunctionTool, call: Call, output: Any) -> Answer:
        """The returned value as a function call output; changed arguments are mentioned."""
        raw = ItemHelpers.tool_call_output_item(call.raw_item, output)
        if call.edited is not None:
            raw["output"] = _with_note(call.edited, raw["output"])
        return Answer(output, raw)

    def refusal(self, call: Call, message: str) -> Answer:
        """The message as a function call output."""
        return Answer(message, ItemHelpers.tool_call_output_item(call.raw_item, message))

    @staticmethod
    def _refuse_ambiguous(call: Call, text: str) -> None:
        """Arguments that could be read in two ways were not what anybody approved."""
        try:
            tool_arguments.parse(text)
        except tool_arguments.AmbiguousArgumentsError as error:
            raise ModelBehaviorError(f"Invalid JSON input for tool {call.name}: {error}") from error
        except tool_arguments.ArgumentsError:
            return


async def _within_time(tool: FunctionTool, context: ToolContext[Any]) -> Any:
    work = tool.on_invoke_tool(context, context.tool_arguments)
    if tool.timeout_seconds is None:
        return await work
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=tool.timeout_seconds)
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task})
        raise
    if done:
        return task.result()
    task.cancel()
    await asyncio.wait({task})
    raise ToolTimeoutError(tool.name, tool.timeout_seconds)


def _with_note(arguments: str, output: Any) -> Any:
    note = f"Note: before this ran, a person changed its arguments to {arguments}"
    if isinstance(output, str):
        return f"{note}\n\n{output}"
    return [{"type": "input_text", "text": note}, *output]
