"""Tools run together, fail as they are told to, and may end the run."""

import asyncio
import threading
import time
from typing import Any

import pytest

from core import (
    Agent,
    ModelBehaviorError,
    RunConfig,
    Runner,
    ToolExecutionConfig,
    ToolTimeoutError,
    UserError,
    function_tool,
)
from core.testing import ScriptedModel, assistant_message, function_call

DONE = [assistant_message("done")]


def agent_with(*steps: Any, **fields: Any) -> Agent[Any]:
    return Agent(name=fields.pop("name", "A"), model=ScriptedModel(list(steps)), **fields)


async def test_sync_tools_of_one_answer_run_at_once_and_answer_in_order() -> None:
    together = threading.Barrier(3, timeout=10)

    @function_tool(failure_error_function=None)
    def nap(n: int) -> int:
        together.wait()
        time.sleep(0.01 * (3 - n))
        return n

    calls = [function_call("nap", {"n": n}, call_id=f"c{n}") for n in range(3)]
    result = await Runner.run(agent_with(calls, DONE, tools=[nap]), "hi")

    assert [i.output for i in result.new_items if i.type == "tool_call_output_item"] == [0, 1, 2]


async def test_the_number_of_tools_at_once_can_be_limited() -> None:
    now, most = 0, 0

    @function_tool
    async def work() -> str:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.001)
        now -= 1
        return "ok"

    calls = [function_call("work", {}, call_id=f"c{n}") for n in range(5)]
    config = RunConfig(tool_execution=ToolExecutionConfig(max_function_tool_concurrency=2))
    await Runner.run(agent_with(calls, DONE, tools=[work]), "hi", run_config=config)
    assert most == 2


async def test_a_failing_tool_is_news_for_the_model() -> None:
    @function_tool
    def fail() -> str:
        raise ValueError("secret")

    agent = agent_with([function_call("fail", {}, call_id="c1")], DONE, tools=[fail])
    result = await Runner.run(agent, "hi")
    outputs = [i.output for i in result.new_items if i.type == "tool_call_output_item"]
    assert outputs == ["An error occurred while running the tool. Please try again."]


async def test_a_tool_may_let_its_failure_end_the_run() -> None:
    @function_tool(failure_error_function=None)
    def fail() -> str:
        raise ValueError("out")

    agent = agent_with([function_call("fail", {}, call_id="c1")], tools=[fail])
    with pytest.raises(UserError, match="Error running tool fail: out"):
        await Runner.run(agent, "hi")


async def test_when_a_call_ends_the_run_the_others_are_stopped_and_awaited() -> None:
    did: list[str] = []

    @function_tool(failure_error_function=None)
    async def bad() -> None:
        raise ValueError("broken")

    @function_tool
    async def slow() -> None:
        try:
            await asyncio.sleep(10)
            did.append("effect")
        finally:
            did.append("cleaned up")

    calls = [function_call(name, {}, call_id=name) for name in ("bad", "slow")]
    with pytest.raises(UserError, match="broken"):
        await Runner.run(agent_with(calls, tools=[bad, slow]), "hi")
    assert did == ["cleaned up"]


@pytest.mark.parametrize("behavior", ["error_as_result", "raise_exception"])
async def test_a_tool_has_a_time_limit(behavior: Any) -> None:
    @function_tool(timeout=0.01, timeout_behavior=behavior)
    async def slow() -> str:
        await asyncio.sleep(10)
        return "never"

    agent = agent_with([function_call("slow", {}, call_id="c1")], DONE, tools=[slow])
    if behavior == "raise_exception":
        with pytest.raises(ToolTimeoutError):
            await Runner.run(agent, "hi")
    else:
        result = await Runner.run(agent, "hi")
        assert "timed out" in str(result.new_items[1].raw_item["output"])


@pytest.mark.parametrize(
    ("behavior", "output"),
    [
        ("stop_on_first_tool", "one"),
        ({"stop_at_tool_names": ["two"]}, "two"),
        ({"stop_at_tool_names": ["three"]}, "done"),
        ("run_llm_again", "done"),
    ],
)
async def test_what_tools_return_may_be_the_output(behavior: Any, output: str) -> None:
    one = function_tool(lambda: "one", name_override="one")
    two = function_tool(lambda: "two", name_override="two")
    calls = [function_call("one", {}, call_id="c1"), function_call("two", {}, call_id="c2")]
    agent = agent_with(calls, DONE, tools=[one, two], tool_use_behavior=behavior)
    assert (await Runner.run(agent, "hi")).final_output == output


async def test_nothing_as_the_output_is_told_as_the_model_would_be_told() -> None:
    nothing = function_tool(lambda: None, name_override="nothing")
    call = [function_call("nothing", {}, call_id="c1")]
    agent = agent_with(call, tools=[nothing], tool_use_behavior="stop_on_first_tool")
    assert (await Runner.run(agent, "hi")).final_output == "None"


async def test_an_unknown_tool_ends_the_run_or_is_told_to_the_model() -> None:
    call = [function_call("nothing", {}, call_id="c1")]
    with pytest.raises(ModelBehaviorError, match="nothing not found"):
        await Runner.run(agent_with(call), "hi")

    config = RunConfig(tool_not_found_behavior="return_error_to_model")
    result = await Runner.run(agent_with(call, DONE), "hi", run_config=config)
    assert result.final_output == "done"
    assert "Tool 'nothing' not found." in [getattr(i, "output", None) for i in result.new_items]


@pytest.mark.parametrize("gated", [True, False])
async def test_a_tool_that_is_switched_off_while_the_model_thinks_stops_all_calls(
    gated: bool,
) -> None:
    ran: list[str] = []
    on = iter([True])

    @function_tool(is_enabled=lambda context, agent: next(on, False), needs_approval=gated)
    def flagged() -> None:
        ran.append("flagged")

    @function_tool
    def other() -> None:
        ran.append("other")

    calls = [function_call(name, {}, call_id=name) for name in ("other", "flagged")]
    agent = Agent(name="a", model=ScriptedModel([calls]), tools=[flagged, other])
    with pytest.raises(ModelBehaviorError, match="flagged is currently disabled"):
        await Runner.run(agent, "hi")
    assert ran == []
