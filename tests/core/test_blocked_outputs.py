"""Final outputs a guardrail turns away, or cannot judge."""

from __future__ import annotations

from typing import Any

import pytest

from core import (
    Agent,
    GuardrailFunctionOutput,
    OutputGuardrailTripwireTriggered,
    RunConfig,
    Runner,
    ShellTool,
    SQLiteSession,
    UserError,
    function_tool,
    output_guardrail,
    state_of,
)
from core.testing import ScriptedModel, assistant_message, function_call

SECRET = "the secret"


@output_guardrail
def no_secrets(context: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
    return GuardrailFunctionOutput(output, tripwire_triggered=SECRET in str(output))


@output_guardrail
def broken(context: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
    raise ValueError("broken")


@function_tool
def tell() -> str:
    """Tells too much."""
    return SECRET


def teller(guardrail: Any) -> Agent[Any]:
    turn = [assistant_message("here it is"), function_call("tell", {}, call_id="c1")]
    return Agent(
        name="A",
        tools=[tell],
        model=ScriptedModel([turn, [assistant_message("done")]]),
        tool_use_behavior="stop_on_first_tool",
        output_guardrails=[guardrail],
    )


async def test_an_output_that_is_no_text_is_withheld_in_its_own_form() -> None:
    agent = teller(no_secrets)
    agent.tools = [tell, ShellTool(lambda request: SECRET)]
    shell = {"type": "shell_call", "call_id": "c2", "action": {"commands": ["ls"]}}
    agent.model = ScriptedModel([[function_call("tell", {}, call_id="c1"), shell]])
    session = SQLiteSession("s")
    with pytest.raises(OutputGuardrailTripwireTriggered):
        await Runner.run(agent, "go", session=session)
    saved = await session.get_items()
    [part] = saved[-1]["output"]
    assert part["stdout"] == "Output withheld by an output guardrail."
    assert SECRET not in str(saved)


def formatter(args: Any) -> str:
    return f"withheld by {args.guardrail_name}"


@pytest.mark.parametrize(
    ("message", "notice"),
    [
        (None, "Output withheld by an output guardrail."),
        (formatter, "withheld by no_secrets"),
        (lambda args: 1 / 0, "Output withheld by an output guardrail."),
    ],
)
async def test_what_a_tool_made_and_a_guardrail_blocked_can_be_read_nowhere(
    message: Any, notice: str
) -> None:
    session = SQLiteSession("s")
    config = RunConfig(output_guardrail_blocked_message=message)
    with pytest.raises(OutputGuardrailTripwireTriggered) as caught:
        await Runner.run(teller(no_secrets), "go", session=session, run_config=config)
    saved = await session.get_items()
    assert [item.get("type") for item in saved[1:]] == ["function_call", "function_call_output"]
    assert saved[-1]["output"] == notice
    assert caught.value.run_data is None
    assert caught.value.guardrail_result.agent_output == notice
    state = state_of(caught.value)
    assert state is not None
    assert SECRET not in state.to_string()


async def test_an_output_nobody_could_judge_is_kept_and_judged_again() -> None:
    session = SQLiteSession("s")
    agent = teller(broken)
    with pytest.raises(ValueError, match="broken") as caught:
        await Runner.run(agent, "go", session=session)
    assert len(await session.get_items()) == 4
    agent.output_guardrails = []
    result = await Runner.run(agent, state_of(caught.value), session=session)  # type: ignore[arg-type]
    assert result.final_output == "done"


async def test_where_the_provider_keeps_the_conversation_no_output_can_be_blocked() -> None:
    with pytest.raises(UserError, match="server-managed"):
        await Runner.run(teller(no_secrets), "go", previous_response_id="r1")
