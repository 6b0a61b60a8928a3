"""Programs of a model call tools: only those that are there for them, and they get objects back."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from core import (
    Agent,
    ModelBehaviorError,
    ProgrammaticToolCallingTool,
    Runner,
    RunState,
    UserError,
    function_tool,
)
from core.testing import ModelStep, ScriptedModel, assistant_message


@dataclass
class Stock:
    """How much is left."""

    units: int


PROGRAM = {"type": "program", "id": "p", "call_id": "p1", "code": "look()", "fingerprint": "f"}
OWNED = {
    "type": "function_call",
    "call_id": "c1",
    "name": "look",
    "arguments": "{}",
    "caller": {"type": "program", "caller_id": "p1"},
}
ENDED = {"type": "program_output", "id": "o", "call_id": "p1", "result": "4", "status": "completed"}


def look() -> Stock:
    return Stock(units=4)


def agent_with(tool: Any, *more: Any, asked: Any = (PROGRAM, OWNED)) -> tuple[Any, ScriptedModel]:
    steps = [ModelStep(list(asked)), ModelStep([ENDED, assistant_message("four")])]
    model = ScriptedModel(steps)
    return Agent(name="Ops", tools=[tool, *more], model=model), model


def given_back(model: ScriptedModel) -> dict[str, Any]:
    items: Any = model.calls[-1].input
    [output] = [i for i in items if i.get("type") == "function_call_output"]
    return output


async def test_a_program_gets_the_object_a_tool_returned_and_its_result_is_an_output() -> None:
    tool = function_tool(look, allowed_callers=["programmatic"])
    agent, model = agent_with(tool, ProgrammaticToolCallingTool())
    result = await Runner.run(agent, "go")
    output = given_back(model)
    assert (json.loads(output["output"]), output["caller"]) == ({"units": 4}, OWNED["caller"])
    assert result.final_output == "four"
    assert [i.output for i in result.new_items if i.type == "tool_call_output_item"][1:] == ["4"]


async def test_a_call_of_a_program_waits_for_a_person_and_is_refused_in_an_object() -> None:
    tool = function_tool(look, allowed_callers=["programmatic"], needs_approval=True)
    agent, model = agent_with(tool, ProgrammaticToolCallingTool())
    paused = await Runner.run(agent, "go")
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.reject(state.get_interruptions()[0], rejection_message="not today")
    await Runner.run(agent, state)
    output = given_back(model)
    assert json.loads(output["output"]) == {"error": "not today"}
    assert output["caller"] == OWNED["caller"]


@pytest.mark.parametrize("callers", [None, ["direct"]])
async def test_a_tool_that_is_not_there_for_programs_is_not_run_by_one(callers: Any) -> None:
    tool = function_tool(look, allowed_callers=callers)
    agent, _ = agent_with(tool, ProgrammaticToolCallingTool())
    with pytest.raises(ModelBehaviorError, match="allows only direct"):
        await Runner.run(agent, "go")


async def test_a_tool_that_was_taken_from_programs_while_a_person_thought_does_not_run() -> None:
    tool = function_tool(look, allowed_callers=["programmatic"], needs_approval=True)
    agent, _ = agent_with(tool, ProgrammaticToolCallingTool())
    state = (await Runner.run(agent, "go")).to_state()
    state.approve(state.get_interruptions()[0])
    tool.allowed_callers = ["direct"]
    with pytest.raises(ModelBehaviorError, match="allows only direct"):
        await Runner.run(agent, state)


async def test_an_agent_without_programs_gets_none() -> None:
    agent, _ = agent_with(function_tool(look, allowed_callers=["programmatic"]))
    with pytest.raises(ModelBehaviorError, match="programmatic_tool_calling"):
        await Runner.run(agent, "go")


def test_a_promise_no_program_could_rely_on_is_none() -> None:
    def loose() -> dict[str, Any]:
        return {}

    with pytest.raises(UserError, match="return annotation must define a strict JSON object"):
        function_tool(loose, allowed_callers=["programmatic"])
