"""The loop: the model is asked, tools run, until there is an output."""

import asyncio
import gc
import threading
import time
from typing import Any

import pytest
from pydantic import BaseModel

from core import (
    Agent,
    AgentHookContext,
    GuardrailFunctionOutput,
    InputGuardrailTripwireTriggered,
    MaxTurnsExceeded,
    ModelBehaviorError,
    ModelInputData,
    ModelSettings,
    ModelTimeoutError,
    OutputGuardrailTripwireTriggered,
    RunConfig,
    RunContextWrapper,
    RunHooks,
    Runner,
    ToolExecutionConfig,
    ToolTimeoutError,
    UserError,
    function_tool,
    handoff,
    input_guardrail,
    output_guardrail,
)
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call

DONE = [assistant_message("done")]


def agent_with(*steps: Any, **fields: Any) -> Agent[Any]:
    return Agent(name=fields.pop("name", "A"), model=ScriptedModel(list(steps)), **fields)


async def test_a_message_is_the_output() -> None:
    agent = agent_with([assistant_message("hello")], instructions="Be kind.")
    result = await Runner.run(agent, "hi")

    assert result.final_output == "hello"
    assert isinstance(agent.model, ScriptedModel)
    call = agent.model.last_call
    assert call is not None
    assert (call.system_instructions, call.input) == (
        "Be kind.",
        [{"content": "hi", "role": "user"}],
    )
    assert result.context_wrapper.usage.requests == 1
    assert [i["role"] for i in result.to_input_list()] == ["user", "assistant"]


@pytest.mark.parametrize("kind", ["plain", "coroutine"])
async def test_instructions_may_be_made_for_each_run(kind: str) -> None:
    def plain(ctx: RunContextWrapper[str], agent: Agent[str]) -> str:
        return f"{agent.name} serves {ctx.context}"

    async def coroutine(ctx: RunContextWrapper[str], agent: Agent[str]) -> str:
        return plain(ctx, agent)

    agent = agent_with(DONE, instructions=plain if kind == "plain" else coroutine)
    await Runner.run(agent, "hi", context="Ann")
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.system_instructions == "A serves Ann"


class Weather(BaseModel):
    city: str
    degrees: int


async def test_structured_output_is_read_strictly() -> None:
    good = agent_with([assistant_message('{"city": "Rome", "degrees": 30}')], output_type=Weather)
    result = await Runner.run(good, "hi")
    assert result.final_output_as(Weather, raise_if_incorrect_type=True).degrees == 30

    bad = agent_with([assistant_message('{"city": "Rome"}')], output_type=Weather)
    with pytest.raises(ModelBehaviorError, match="Invalid JSON"):
        await Runner.run(bad, "hi")


async def test_types_that_are_no_object_are_wrapped() -> None:
    agent = agent_with([assistant_message('{"response": [1, 2]}')], output_type=list[int])
    assert (await Runner.run(agent, "hi")).final_output == [1, 2]


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
            await asyncio.sleep(0.05)
            did.append("effect")
        finally:
            did.append("cleaned up")

    calls = [function_call(name, {}, call_id=name) for name in ("bad", "slow")]
    with pytest.raises(UserError, match="broken"):
        await Runner.run(agent_with(calls, tools=[bad, slow]), "hi")
    assert did == ["cleaned up"]
    await asyncio.sleep(0.06)
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


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_model_call_has_a_time_limit(streamed: bool) -> None:
    async def slowly(call: Any) -> Any:
        await asyncio.sleep(10)

    agent = agent_with(ModelStep.respond(slowly), model_settings=ModelSettings(timeout=0.01))
    if streamed:
        result = Runner.run_streamed(agent, "hi")
        assert result.run_loop_task is not None
        run: Any = result.run_loop_task
    else:
        run = Runner.run(agent, "hi")
    with pytest.raises(ModelTimeoutError, match=r"0\.01 seconds"):
        await run


async def test_a_run_has_a_limit_of_turns_and_tells_what_it_did() -> None:
    @function_tool
    def again() -> str:
        return "again"

    steps = [[function_call("again", {}, call_id=f"c{n}")] for n in range(3)]
    with pytest.raises(MaxTurnsExceeded, match=r"Max turns \(2\) exceeded") as caught:
        await Runner.run(agent_with(*steps, tools=[again]), "hi", max_turns=2)
    assert caught.value.run_data is not None
    assert len(caught.value.run_data.raw_responses) == 2
    assert caught.value.run_state is not None
    assert caught.value.run_state.current_turn == 2


async def test_an_error_handler_makes_the_output() -> None:
    agent = agent_with(DONE)
    result = await Runner.run(
        agent, "hi", max_turns=0, error_handlers={"max_turns": lambda data: "sorry"}
    )
    assert result.final_output == "sorry"


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


async def test_what_the_model_gets_can_be_filtered() -> None:
    def shorten(data: Any) -> ModelInputData:
        return ModelInputData(input=data.model_data.input[-1:], instructions="short")

    agent = agent_with(DONE)
    items: Any = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]
    await Runner.run(agent, items, run_config=RunConfig(call_model_input_filter=shorten))
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.input == [{"role": "user", "content": "b"}]


async def test_unpaired_calls_and_outputs_never_reach_the_model() -> None:
    agent = agent_with(DONE)
    items: Any = [
        {"type": "function_call_output", "call_id": "lost", "output": "x"},
        {"type": "function_call", "call_id": "open", "name": "t", "arguments": "{}"},
        {"role": "user", "content": "b"},
    ]
    await Runner.run(agent, items)
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.input == [{"role": "user", "content": "b"}]


class Log(RunHooks[Any]):
    def __init__(self) -> None:
        self.seen: list[str] = []

    async def on_agent_start(self, context: AgentHookContext[Any], agent: Any) -> None:
        self.seen.append(f"start {agent.name}")

    async def on_agent_end(self, context: AgentHookContext[Any], agent: Any, output: Any) -> None:
        self.seen.append(f"end {output}")

    async def on_llm_start(self, *_: Any) -> None:
        self.seen.append("llm")

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        self.seen.append(f"tool {tool.name}")

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: object) -> None:
        self.seen.append(f"got {result}")

    async def on_handoff(self, context: Any, from_agent: Any, to_agent: Any) -> None:
        self.seen.append(f"{from_agent.name} to {to_agent.name}")


async def test_another_agent_goes_on_after_a_handoff() -> None:
    billing = agent_with([assistant_message("paid")], name="Billing")
    move = function_call("transfer_to_billing", {}, call_id="c1")
    more = function_call("transfer_to_billing", {}, call_id="c2")
    triage = agent_with([move, more], name="Triage", handoffs=[billing])
    log = Log()
    result = await Runner.run(triage, "pay", hooks=log)

    assert (result.final_output, result.last_agent) == ("paid", billing)
    assert log.seen == [
        "start Triage",
        "llm",
        "Triage to Billing",
        "start Billing",
        "llm",
        "end paid",
    ]
    assert isinstance(billing.model, ScriptedModel)
    assert billing.model.last_call is not None
    outputs = {
        i["call_id"]: i["output"]
        for i in billing.model.last_call.input
        if i.get("type") == "function_call_output"
    }
    assert outputs == {
        "c1": '{"assistant": "Billing"}',
        "c2": "Multiple handoffs detected, ignoring this one.",
    }


async def test_a_handoff_filter_changes_what_the_model_sees_and_not_the_record() -> None:
    billing = agent_with(DONE, name="Billing")
    clean = handoff(billing, input_filter=lambda data: data.clone(input_history=(), new_items=()))
    triage = agent_with([function_call("transfer_to_billing", {}, call_id="c1")], handoffs=[clean])
    result = await Runner.run(triage, "pay")

    assert isinstance(billing.model, ScriptedModel)
    assert billing.model.last_call is not None
    assert billing.model.last_call.input == []
    assert [i.type for i in result.new_items] == [
        "handoff_call_item",
        "handoff_output_item",
        "message_output_item",
    ]


@pytest.mark.parametrize(
    ("beside", "seconds", "asked"),
    [(False, 0.01, 0), (True, 0, 0), (True, 0.01, 1)],
    ids=["before", "beside, at once", "beside"],
)
async def test_an_input_guardrail_stops_the_run(beside: bool, seconds: float, asked: int) -> None:
    ran: list[int] = []

    @input_guardrail(run_in_parallel=beside)
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        if seconds:
            await asyncio.sleep(seconds)
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    @function_tool
    async def act() -> str:
        await asyncio.sleep(0.05)
        ran.append(1)
        return "ok"

    agent = agent_with(
        [function_call("act", {}, call_id="c1")], DONE, tools=[act], input_guardrails=[no]
    )
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent, "hi")
    assert ran == []
    assert isinstance(agent.model, ScriptedModel)
    assert len(agent.model.calls) == asked


async def test_nothing_runs_while_the_guardrails_beside_one_that_refused_are_stopped() -> None:
    ran: list[int] = []
    answering, stopping = asyncio.Event(), asyncio.Event()

    @input_guardrail
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        await answering.wait()
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    @input_guardrail
    async def slow(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        try:
            await asyncio.sleep(10)
        finally:
            stopping.set()
            await asyncio.sleep(0.02)
        raise AssertionError

    async def answer(call: Any) -> Any:
        answering.set()
        await stopping.wait()
        return [function_call("act", {}, call_id="c1")]

    @function_tool
    def act() -> str:
        ran.append(1)
        return "acted"

    agent = agent_with(ModelStep.respond(answer), DONE, tools=[act], input_guardrails=[no, slow])
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent, "hi")
    assert ran == []


async def test_a_guardrail_that_takes_long_leaves_nothing_behind() -> None:
    @input_guardrail
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        await asyncio.sleep(0.02)
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    @function_tool
    def act() -> None:
        """Done before the guardrail is."""

    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    calls = [function_call("act", {}, call_id="c1")]
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent_with(calls, DONE, tools=[act], input_guardrails=[no]), "hi")
    gc.collect()
    assert complaints == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_an_output_guardrail_stops_the_run() -> None:
    @output_guardrail
    def no(ctx: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=output, tripwire_triggered=output == "done")

    with pytest.raises(OutputGuardrailTripwireTriggered):
        await Runner.run(agent_with(DONE, output_guardrails=[no]), "hi")


async def test_hooks_and_settings_are_checked_at_once() -> None:
    hooks: Any = object()
    with pytest.raises(TypeError, match="RunHooks"):
        await Runner.run(agent_with(DONE), "hi", hooks=hooks)
    with pytest.raises(TypeError, match="Unknown run_config settings: modle"):
        await Runner.run(agent_with(DONE), "hi", run_config={"modle": "x"})


def test_a_program_without_a_loop_can_run_an_agent() -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    assert Runner.run_sync(agent_with(DONE), "hi").final_output == "done"
    assert Runner.run_sync(agent_with(DONE), "hi").final_output == "done"
    assert not loop.is_closed()
    loop.close()
    asyncio.set_event_loop(None)


async def test_run_sync_is_refused_inside_a_loop() -> None:
    with pytest.raises(RuntimeError, match="event loop"):
        Runner.run_sync(agent_with(DONE), "hi")


async def test_input_can_be_added_between_turns() -> None:
    @function_tool(needs_approval=True)
    def act() -> str:
        return "acted"

    agent = agent_with([function_call("act", {}, call_id="c1")], DONE, tools=[act])
    first = await Runner.run(agent, "hi")
    state = first.to_state()
    state.add_input("and hurry")
    state.approve(first.interruptions[0])
    await Runner.run(agent, state)
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.input[-1] == {"content": "and hurry", "role": "user"}


async def test_input_is_refused_when_no_turn_is_left() -> None:
    @function_tool(needs_approval=True)
    def act() -> str:
        return "acted"

    agent = agent_with([function_call("act", {}, call_id="c1")], tools=[act])
    state = (await Runner.run(agent, "hi", max_turns=1)).to_state()
    with pytest.raises(UserError, match="no turns left"):
        state.add_input("more")


async def test_in_a_conversation_of_the_provider_an_output_has_its_call_there() -> None:
    agent = agent_with(DONE)
    output: Any = [{"type": "function_call_output", "call_id": "c1", "output": "x"}]
    await Runner.run(agent, output, previous_response_id="r1")
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.input == output
