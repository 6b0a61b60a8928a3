"""Running the guardrails on single tool calls: before the tool, and on what it returned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import (
    ToolInputGuardrailTripwireTriggered,
    ToolOutputGuardrailTripwireTriggered,
)
from core.tool_guardrails import (
    ToolInputGuardrailData,
    ToolInputGuardrailResult,
    ToolOutputGuardrailData,
    ToolOutputGuardrailResult,
)
from core.tools.function_tools import FunctionTool

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


async def check_tool_input(
    tool: Any, call: Call, context: ToolContext[Any], run: LiveRun
) -> str | None:
    """What the model reads in place of the output when the input is refused; None to go on."""
    if not isinstance(tool, FunctionTool) or call.nested is not None:
        return None
    for guardrail in tool.tool_input_guardrails or []:
        output = await guardrail.run(ToolInputGuardrailData(context, call.agent))
        if output.behavior["type"] == "raise_exception":
            raise ToolInputGuardrailTripwireTriggered(guardrail, output)
        run.state.tool_input_guardrail_results.append(ToolInputGuardrailResult(guardrail, output))
        if output.behavior["type"] == "reject_content":
            return output.behavior["message"]
    return None


async def check_tool_output(
    tool: Any, call: Call, context: ToolContext[Any], output: Any, run: LiveRun
) -> Any:
    """The output, or what the model reads in its place."""
    if not isinstance(tool, FunctionTool):
        return output
    for guardrail in tool.tool_output_guardrails or []:
        found = await guardrail.run(ToolOutputGuardrailData(context, call.agent, output))
        if found.behavior["type"] == "raise_exception":
            raise ToolOutputGuardrailTripwireTriggered(guardrail, found)
        run.state.tool_output_guardrail_results.append(ToolOutputGuardrailResult(guardrail, found))
        if found.behavior["type"] == "reject_content":
            return found.behavior["message"]
    return output
