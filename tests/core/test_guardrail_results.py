"""What guardrails found stays on record, also of calls a person was asked about."""

from typing import Any

import pytest

from core import (
    Agent,
    GuardrailFunctionOutput,
    Runner,
    RunState,
    ToolGuardrailFunctionOutput,
    function_tool,
    input_guardrail,
    tool_input_guardrail,
    tool_output_guardrail,
)
from core.testing import ScriptedModel, assistant_message, function_call


@input_guardrail
async def polite(*_: Any) -> GuardrailFunctionOutput:
    return GuardrailFunctionOutput("is polite", tripwire_triggered=False)


@tool_input_guardrail
async def known(data: Any) -> ToolGuardrailFunctionOutput:
    return ToolGuardrailFunctionOutput.allow(f"knows {data.context.tool_name}")


@tool_output_guardrail
async def clean(data: Any) -> ToolGuardrailFunctionOutput:
    return ToolGuardrailFunctionOutput.allow(f"{data.output} is clean")


GUARDS: dict[str, Any] = {"tool_input_guardrails": [known], "tool_output_guardrails": [clean]}


@function_tool(**GUARDS)
def look() -> str:
    return "seen"


@function_tool(needs_approval=True, **GUARDS)
def restart() -> str:
    return "restarted"


def infos(results: Any) -> list[Any]:
    return [(r.guardrail.get_name(), r.output.output_info) for r in results]


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("streamed", [False, True])
async def test_results_of_guardrails_survive_an_approval(*, streamed: bool, stored: bool) -> None:
    calls = [function_call(name, {}, call_id=name) for name in ("look", "restart")]
    agent: Agent[Any] = Agent(
        name="Ops",
        tools=[look, restart],
        input_guardrails=[polite],
        model=ScriptedModel([calls, [assistant_message("done")]]),
    )
    paused = await Runner.run(agent, "go")
    assert infos(paused.tool_output_guardrail_results) == [("clean", "seen is clean")]

    state = paused.to_state()
    if stored:
        state = await RunState.from_string(agent, state.to_string())
    state.approve(state.get_interruptions()[0])
    result: Any
    if streamed:
        result = Runner.run_streamed(agent, state)
        async for _ in result.stream_events():
            pass
    else:
        result = await Runner.run(agent, state)

    for end in (result, result.to_state()):
        assert infos(end.input_guardrail_results) == [("polite", "is polite")]
        assert infos(end.tool_input_guardrail_results) == [
            ("known", "knows look"),
            ("known", "knows restart"),
        ]
        assert infos(end.tool_output_guardrail_results) == [
            ("clean", "seen is clean"),
            ("clean", "restarted is clean"),
        ]
