"""How results and errors look as text: a title and an indented list of facts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.exceptions import RunErrorDetails
    from core.result import RunResult, RunResultBase, RunResultStreaming

INDENT = "  "


def indent(text: str, level: int) -> str:
    """Every line of the text moved `level` steps to the right."""
    return "\n".join(INDENT * level + line for line in text.splitlines())


def final_output_text(result: RunResultBase) -> str:
    """The final output as text: JSON for structured output, "None" when there is none yet."""
    output = result.final_output
    if output is None:
        return "None"
    if isinstance(output, str):
        return output
    dump = getattr(output, "model_dump", None)
    if dump is not None:
        return json.dumps(dump(), indent=2)
    return str(output)


def _counts(result: Any) -> str:
    return "\n".join(
        [
            f"- {len(result.new_items)} new item(s)",
            f"- {len(result.raw_responses)} raw response(s)",
            f"- {len(result.input_guardrail_results)} input guardrail result(s)",
            f"- {len(result.output_guardrail_results)} output guardrail result(s)",
        ]
    )


def pretty_print_result(result: RunResult) -> str:
    """A finished result."""
    lines = [
        "RunResult:",
        f'- Last agent: Agent(name="{result.last_agent.name}", ...)',
        f"- Final output ({type(result.final_output).__name__}):",
        indent(final_output_text(result), 2),
        _counts(result),
        "(See `RunResult` for more details)",
    ]
    return "\n".join(lines)


def pretty_print_run_error_details(details: RunErrorDetails) -> str:
    """What a run had done when it failed."""
    lines = [
        "RunErrorDetails:",
        f'- Last agent: Agent(name="{details.last_agent.name}", ...)',
        _counts(details),
        f"- {len(details.tool_input_guardrail_results)} tool input guardrail result(s)",
        f"- {len(details.tool_output_guardrail_results)} tool output guardrail result(s)",
        "(See `RunErrorDetails` for more details)",
    ]
    return "\n".join(lines)


def pretty_print_run_result_streaming(result: RunResultStreaming) -> str:
    """A streamed result, finished or not."""
    limit = "None" if result.max_turns is None else str(result.max_turns)
    lines = [
        "RunResultStreaming:",
        f'- Current agent: Agent(name="{result.current_agent.name}", ...)',
        f"- Current turn: {result.current_turn}",
        f"- Max turns: {limit}",
        f"- Is complete: {result.is_complete}",
        f"- Final output ({type(result.final_output).__name__}):",
        indent(final_output_text(result), 2),
        _counts(result),
        "(See `RunResultStreaming` for more details)",
    ]
    return "\n".join(lines)
