"""How results of guardrails are stored: names and findings, not the guardrails themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.guardrail import (
    GuardrailFunctionOutput,
    InputGuardrail,
    InputGuardrailResult,
    OutputGuardrail,
    OutputGuardrailResult,
)
from core.tool_guardrails import (
    AllowBehavior,
    Behavior,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrail,
    ToolInputGuardrailResult,
    ToolOutputGuardrail,
    ToolOutputGuardrailResult,
)
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.agents.graph import AgentGraph
    from core.run_state import RunState


def write_guardrails(state: RunState[Any, Any], graph: AgentGraph) -> dict[str, Any]:
    """The four lists of a state."""
    return {
        "input_guardrail_results": [
            {
                "guardrail": {"type": "input", "name": r.guardrail.get_name()},
                "output": _run(r.output),
            }
            for r in state.input_guardrail_results
        ],
        "output_guardrail_results": [
            {
                "guardrail": {"type": "output", "name": r.guardrail.get_name()},
                "agentOutput": raw_items.plain(r.agent_output),
                "agent": graph.reference(r.agent),
                "output": _run(r.output),
            }
            for r in state.output_guardrail_results
        ],
        "tool_input_guardrail_results": [
            {
                "guardrail": {"type": "tool_input", "name": r.guardrail.get_name()},
                "output": _tool(r.output),
            }
            for r in state.tool_input_guardrail_results
        ],
        "tool_output_guardrail_results": [
            {
                "guardrail": {"type": "tool_output", "name": r.guardrail.get_name()},
                "output": _tool(r.output),
            }
            for r in state.tool_output_guardrail_results
        ],
    }


def read_guardrails(
    document: Mapping[str, Any], state: RunState[Any, Any], graph: AgentGraph
) -> None:
    """Put the stored results into a state."""
    for entry in document.get("input_guardrail_results") or []:
        guard: InputGuardrail[Any] = InputGuardrail(_gone, _name(entry))
        state.input_guardrail_results.append(InputGuardrailResult(guard, _run_output(entry)))
    for entry in document.get("output_guardrail_results") or []:
        state.output_guardrail_results.append(
            OutputGuardrailResult(
                guardrail=OutputGuardrail(_gone, _name(entry)),
                agent_output=entry.get("agentOutput"),
                agent=graph.find(entry.get("agent")) or state.starting_agent,
                output=_run_output(entry),
            )
        )
    for entry in document.get("tool_input_guardrail_results") or []:
        state.tool_input_guardrail_results.append(
            ToolInputGuardrailResult(ToolInputGuardrail(_gone, _name(entry)), _tool_output(entry))
        )
    for entry in document.get("tool_output_guardrail_results") or []:
        state.tool_output_guardrail_results.append(
            ToolOutputGuardrailResult(ToolOutputGuardrail(_gone, _name(entry)), _tool_output(entry))
        )


def _run(output: GuardrailFunctionOutput) -> dict[str, Any]:
    return {
        "tripwireTriggered": output.tripwire_triggered,
        "outputInfo": raw_items.plain(output.output_info),
    }


def _tool(output: ToolGuardrailFunctionOutput) -> dict[str, Any]:
    return {
        "outputInfo": raw_items.plain(output.output_info),
        "behavior": dict(output.behavior),
    }


def _name(entry: Mapping[str, Any]) -> str:
    return str((entry.get("guardrail") or {}).get("name") or "guardrail")


def _run_output(entry: Mapping[str, Any]) -> GuardrailFunctionOutput:
    output = entry.get("output") or {}
    return GuardrailFunctionOutput(output.get("outputInfo"), bool(output.get("tripwireTriggered")))


def _tool_output(entry: Mapping[str, Any]) -> ToolGuardrailFunctionOutput:
    output = entry.get("output") or {}
    behavior: Behavior = output.get("behavior") or AllowBehavior(type="allow")
    return ToolGuardrailFunctionOutput(output.get("outputInfo"), behavior)


def _gone(*_: Any) -> Any:
    raise RuntimeError("A guardrail restored from a stored result cannot be run.")
