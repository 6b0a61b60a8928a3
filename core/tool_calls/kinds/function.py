"""Calls of function tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.exceptions import ModelBehaviorError, UserError
from core.outputs.edit_note import edit_note, noted
from core.schemas import arguments as tool_arguments
from core.schemas.plain_arguments import seen_as_run
from core.tool_calls.kinds.base import Answer
from core.tools.failure import ends_the_run
from core.tools.function_invoker import FunctionInvoker, failed, invoke_function_tool
from core.transcript.callers import is_of_program
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.tools.function_tools import FunctionTool
    from core.turns.live import LiveRun


class FunctionKind:
    """Function tools, agents as tools, tools of local MCP servers."""

    async def needs_approval(self, tool: FunctionTool, call: Call, run: LiveRun) -> bool:
        """A policy is asked only about the very arguments that run; others need a person."""
        policy: Any = tool.needs_approval
        if isinstance(policy, bool):
            return policy
        if not callable(policy):
            raise UserError(f"needs_approval of tool {tool.name!r} must be a bool or a callable")
        try:
            arguments = tool_arguments.parse(call.arguments)
        except tool_arguments.ArgumentsError:
            return True
        if not call.arguments.strip():
            return True
        invoker = tool.on_invoke_tool
        if isinstance(invoker, FunctionInvoker) and not seen_as_run(invoker.schema, arguments):
            return True
        return bool(await settled(policy(run.context, arguments, call.call_id)))

    async def invoke(
        self, tool: FunctionTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Run the tool; a failure becomes a text for the model, unless the tool wants it raised."""
        with ends_the_run(call.name):
            problem = self._ambiguity(call, context.tool_arguments)
            if problem is not None:
                return await failed(tool.failure_error_function, context, problem)
            return await invoke_function_tool(
                function_tool=tool, context=context, arguments=context.tool_arguments
            )

    def answer(self, tool: FunctionTool, call: Call, output: Any) -> Answer:
        """The returned value as a function call output; changed arguments are mentioned."""
        invoker = tool.on_invoke_tool
        promised = invoker.output if isinstance(invoker, FunctionInvoker) else None
        if promised and isinstance(output, str) and not promised.is_told_by(output):
            # Words in place of an object: a program gets them in an object of their own.
            return Answer(output, _words(call, output))
        raw = ItemHelpers.tool_call_output_item(
            call.raw_item,
            output,
            output_json_schema=tool.output_json_schema,
            output_type_adapter=None if promised is None else promised.adapter,
        )
        if call.edited is not None and not is_of_program(call.raw_item):
            raw["output"] = _with_note(call.edited, raw["output"])
        return Answer(output, raw)

    def refusal(self, call: Call, message: str) -> Answer:
        """The message as a function call output."""
        return Answer(message, _words(call, message))

    @staticmethod
    def _ambiguity(call: Call, text: str) -> ModelBehaviorError | None:
        """Arguments that could be read in two ways were not what anybody approved."""
        try:
            tool_arguments.parse(text)
        except tool_arguments.AmbiguousArgumentsError as error:
            return ModelBehaviorError(f"Invalid JSON input for tool {call.name}: {error}")
        except tool_arguments.ArgumentsError:
            return None
        return None


def _words(call: Call, text: str) -> dict[str, Any]:
    said = {"error": text} if is_of_program(call.raw_item) else text
    return ItemHelpers.tool_call_output_item(call.raw_item, said)


def _with_note(arguments: str, output: Any) -> Any:
    if isinstance(output, str):
        return noted(arguments, output)
    return [{"type": "input_text", "text": edit_note(arguments)}, *output]
