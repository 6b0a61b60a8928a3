"""A policy decides about exactly what will run, or a person does."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, BeforeValidator

from core import (
    Agent,
    RunConfig,
    Runner,
    RunState,
    ToolGuardrailFunctionOutput,
    function_tool,
    tool_input_guardrail,
)
from core.run_config import ToolExecutionConfig
from core.testing import ScriptedModel, assistant_message, function_call


class Order(BaseModel):
    """An object the arguments become."""

    amount: int


def upper(value: str) -> str:
    raise AssertionError("nothing of the application runs before a decision")


@pytest.mark.parametrize(
    ("kind", "value", "asks_a_person"),
    [
        (str, "a", False),
        (int, 1, False),
        (int | None, None, False),
        (list[dict[str, int]], [{"a": 1}], False),
        (int, "1", True),
        (float, 1, True),
        (Order, {"amount": 1}, True),
        (Annotated[str, BeforeValidator(upper)], "a", True),
        (tuple[int, ...], [1], True),
    ],
)
async def test_a_policy_is_asked_where_it_sees_what_runs(
    kind: Any, value: Any, asks_a_person: bool
) -> None:
    seen: list[Any] = []

    async def policy(_context: Any, arguments: dict[str, Any], _call_id: str) -> bool:
        seen.append(arguments)
        return False

    async def act(value: Any) -> str:
        return "acted"

    act.__annotations__ = {"value": kind, "return": str}
    tool = function_tool(act, needs_approval=policy, strict_mode=False)
    steps = [[function_call("act", {"value": value}, call_id="c")], [assistant_message("done")]]
    result = await Runner.run(Agent("a", model=ScriptedModel(steps), tools=[tool]), "go")

    assert bool(result.interruptions) is asks_a_person
    assert seen == ([] if asks_a_person else [{"value": value}])


async def test_a_default_that_was_left_out_is_asked_about() -> None:
    @function_tool(strict_mode=False, needs_approval=lambda *_: False)
    async def act(value: str = "everything") -> str:
        return value

    model = ScriptedModel([[function_call("act", {}, call_id="c")]])
    result = await Runner.run(Agent("a", model=model, tools=[act]), "go")

    assert len(result.interruptions) == 1


async def test_nobody_is_asked_about_a_call_a_guardrail_turns_away() -> None:
    @tool_input_guardrail
    def block(_data: Any) -> ToolGuardrailFunctionOutput:
        return ToolGuardrailFunctionOutput.reject_content("blocked")

    @function_tool(needs_approval=True, tool_input_guardrails=[block])
    async def act() -> str:
        raise AssertionError("blocked")

    model = ScriptedModel([[function_call("act", {}, call_id="c")], [assistant_message("done")]])
    config = RunConfig(tool_execution=ToolExecutionConfig(pre_approval_tool_input_guardrails=True))
    result = await Runner.run(Agent("a", model=model, tools=[act]), "go", run_config=config)

    assert result.final_output == "done"
    assert len(result.tool_input_guardrail_results) == 1


async def test_a_policy_is_not_asked_again_about_a_call_that_was_decided_on() -> None:
    asked: list[str] = []
    ran: list[str] = []

    async def policy(context: Any, arguments: Any, call_id: str) -> bool:
        asked.append(call_id)
        if len(asked) > 1:
            raise AssertionError("asked again")
        return True

    @function_tool(needs_approval=policy)
    def act(what: str) -> None:
        ran.append(what)

    call = function_call("act", {"what": "it"}, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    agent = Agent("a", model=model, tools=[act])
    state = (await Runner.run(agent, "go")).to_state()
    state = await RunState.from_string(agent, state.to_string())
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state)
    assert (asked, ran) == (["c1"], ["it"])
