"""The loop: the model is asked, tools run, until there is an output."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from core import (
    Agent,
    AgentHookContext,
    MaxTurnsExceeded,
    ModelBehaviorError,
    ModelInputData,
    ModelSettings,
    ModelTimeoutError,
    RunConfig,
    RunContextWrapper,
    RunHooks,
    Runner,
    UserError,
    function_tool,
    handoff,
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


async def test_an_output_that_does_not_fit_its_type_says_where() -> None:
    agent = agent_with([assistant_message('{"response": "three"}')], output_type=int)
    with pytest.raises(ModelBehaviorError, match=r"final output for int.*\n?response"):
        await Runner.run(agent, "hi")


async def test_a_run_has_a_limit_of_turns_and_tells_what_it_did() -> None:
    @function_tool
    def again() -> str:
        return "again"

    steps = [[function_call("again", {}, call_id=f"c{n}")] for n in range(3)]
    with pytest.raises(MaxTurnsExceeded, match=r"Max turns \(2\) exceeded") as caught:
        await Runner.run(agent_with(*steps, tools=[again]), "hi", max_turns=2)
    assert caught.value.run_data is not None
    assert len(caught.value.run_data.raw_responses) == 2
    assert "- 0 tool output guardrail result(s)" in str(caught.value.run_data)
    assert caught.value.run_state is not None
    assert caught.value.run_state.current_turn == 2


async def test_an_error_handler_makes_the_output() -> None:
    agent = agent_with(DONE)
    result = await Runner.run(
        agent, "hi", max_turns=0, error_handlers={"max_turns": lambda data: "sorry"}
    )
    assert result.final_output == "sorry"


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
