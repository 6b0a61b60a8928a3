"""The decorators, all in the module where the Agents SDK has them."""

from core.guardrail import input_guardrail, output_guardrail
from core.tool_guardrails import tool_input_guardrail, tool_output_guardrail
from core.tools.function_tools import function_tool

tool = function_tool

__all__ = [
    "function_tool",
    "input_guardrail",
    "output_guardrail",
    "tool",
    "tool_input_guardrail",
    "tool_output_guardrail",
]
