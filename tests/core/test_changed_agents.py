"""An agent may change while a person thinks: what cannot run any more hurts nothing that can."""

from typing import Any

import pytest

from core import Agent, ModelBehaviorError, RunConfig, Runner, RunState, function_tool, handoff
from core.testing import ScriptedModel, assistant_message, function_call

TOLD = RunConfig(tool_not_found_behavior="return_error_to_model")


def gated(name: str, ran: list[str]) -> Any:
    return function_tool(lambda: ran.append(name), name_override=name, needs_approval=True)


async def paused(agent: Agent[Any]) -> RunState[Any, Any]:
    """The state of a run all of whose questions are answered with yes."""
    state = (await Runner.run(agent, "go")).to_state()
    for item in state.get_interruptions():
        state.approve(item)
    return state


def calls(*names: str) -> list[Any]:
    return [function_call(name, {}, call_id=name) for name in names]


async def test_the_model_reads_that_an_approved_tool_is_gone_and_the_others_run() -> None:
    ran: list[str] = []
    model = ScriptedModel([calls("old", "new"), [assistant_message("end")]])
    agent = Agent(name="Ops", model=model, tools=[gated("old", ran), gated("new", ran)])
    state = await paused(agent)
    agent.tools = agent.tools[1:]
    result = await Runner.run(agent, state, run_config=TOLD)
    outputs = [i for i in result.new_items if i.type == "tool_call_output_item"]
    assert (result.final_output, ran) == ("end", ["new"])
    assert [i.call_id for i in outputs] == ["old", "new"]
    assert "not found" in outputs[0].output


@pytest.mark.parametrize("gone", ["tool", "handoff"])
async def test_nothing_runs_when_a_part_of_it_cannot_be_done(gone: str) -> None:
    ran: list[str] = []
    way = handoff(Agent(name="Other"), tool_name_override="route")
    model = ScriptedModel([calls("old", "new", "route")])
    tools = [gated("old", ran), gated("new", ran)]
    agent = Agent(name="Ops", model=model, tools=tools, handoffs=[way])
    state = await paused(agent)
    if gone == "tool":
        agent.tools = tools[1:]
    else:
        agent.handoffs = []
    with pytest.raises(ModelBehaviorError, match="not found in agent Ops"):
        await Runner.run(agent, state)
    assert ran == []


async def test_a_function_does_not_take_the_place_of_an_agent() -> None:
    ran: list[str] = []
    inner = Agent(name="Inner", model=ScriptedModel([calls("x")]), tools=[gated("x", ran)])
    ask = function_call("ask", {"input": "hi"}, call_id="c1")
    outer = Agent(name="Ops", model=ScriptedModel([[ask]]), tools=[inner.as_tool("ask", "Ask.")])
    state = await paused(outer)
    outer.tools = [function_tool(lambda text: ran.append(text), name_override="ask")]
    with pytest.raises(ModelBehaviorError, match="new tool"):
        await Runner.run(outer, state)
    assert ran == []
