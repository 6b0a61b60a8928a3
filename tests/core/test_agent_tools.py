"""An agent as a tool of another one: its questions come out, decisions go in."""

from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from core import (
    Agent,
    GuardrailFunctionOutput,
    RunConfig,
    RunHooks,
    Runner,
    RunState,
    UserError,
    function_tool,
    output_guardrail,
)
from core.testing import MemoryLedger, ScriptedModel, assistant_message, function_call

ASK = [function_call("helper", {"input": "please"}, call_id="out")]


class House:
    """An inner agent with a gated tool, inside an outer one of the same name."""

    def __init__(self, levels: int = 1) -> None:
        self.ran: list[str] = []

        @function_tool(needs_approval=True)
        def act(what: str) -> str:
            self.ran.append(what)
            return f"did {what}"

        script: list[Any] = [
            [function_call("act", {"what": "x"}, call_id="out")],
            [assistant_message("inner done")],
        ]
        agent: Agent[Any] = Agent(name="Assistant", tools=[act], model=ScriptedModel(script))
        for _ in range(levels):
            agent = Agent(
                name="Assistant",
                tools=[agent.as_tool("helper", "Helps.")],
                model=ScriptedModel([ASK, [assistant_message("outer done")]]),
            )
        self.agent = agent


@pytest.mark.parametrize("levels", [1, 2])
@pytest.mark.parametrize("stored", [False, True])
async def test_a_nested_call_is_approved_on_the_outer_state(levels: int, stored: bool) -> None:
    house = House(levels)
    first = await Runner.run(house.agent, "go")
    [item] = first.interruptions
    assert (item.tool_name, item.arguments) == ("act", '{"what": "x"}')

    state = first.to_state()
    if stored:
        state = await RunState.from_string(house.agent, state.to_string())
    state.approve(state.get_interruptions()[0])
    if stored:
        state = await RunState.from_string(house.agent, state.to_string())
    result = await Runner.run(house.agent, state)
    assert (result.final_output, house.ran) == ("outer done", ["x"])


async def test_a_nested_call_is_refused_on_the_outer_state() -> None:
    house = House()
    first = await Runner.run(house.agent, "go")
    state = first.to_state()
    state.reject(first.interruptions[0])
    result = await Runner.run(house.agent, state)
    assert (result.final_output, house.ran) == ("outer done", [])


async def test_undecided_nested_calls_ask_no_model_again() -> None:
    house = House()
    first = await Runner.run(house.agent, "go")
    again = await Runner.run(house.agent, first.to_state())
    assert [i.call_id for i in again.interruptions] == ["out"]


async def test_usage_of_nested_runs_counts() -> None:
    house = House()
    first = await Runner.run(house.agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0])
    result = await Runner.run(house.agent, state)
    assert result.context_wrapper.usage.requests == 4


async def test_nested_calls_are_on_record_under_a_run_of_their_own() -> None:
    house, ledger = House(), MemoryLedger()
    config = RunConfig(ledger=ledger)
    first = await Runner.run(house.agent, "go", run_config=config)
    state = first.to_state()
    nested_id = f"{state.run_id}.out"
    assert first.interruptions[0].run_id == nested_id
    state.approve(first.interruptions[0])
    await Runner.run(house.agent, state, run_config=config)
    assert [(c.run_id, c.tool_name) for c, _ in ledger.finished] == [
        (nested_id, "act"),
        (state.run_id, "helper"),
    ]


class Crash(BaseException):
    """The process is gone."""


class Store:
    """Keeps the latest state, and dies once."""

    def __init__(self, dies_at: int) -> None:
        self.count = 0
        self.dies_at = dies_at
        self.text = ""

    async def __call__(self, state: RunState[Any, Any]) -> None:
        self.count += 1
        self.text = state.to_string()
        if self.count == self.dies_at:
            raise Crash


@pytest.mark.parametrize("dies_at", range(1, 12))
async def test_a_crash_inside_a_nested_run_loses_and_repeats_nothing(dies_at: int) -> None:
    house, store = House(), Store(dies_at)
    config = RunConfig(ledger=MemoryLedger(), checkpoint=store)
    given: Any = "go"
    result: Any = None
    while result is None or result.interruptions:
        if result is not None:
            given = result.to_state()
            given.approve(result.interruptions[0])
        try:
            result = await Runner.run(house.agent, given, run_config=config)
        except Crash:
            result = None
            given = await RunState.from_string(house.agent, store.text)
    assert (result.final_output, house.ran) == ("outer done", ["x"])


def worker(*steps: Any, **fields: Any) -> Agent[Any]:
    """An agent to be used as a tool."""
    return Agent(name="worker", model=ScriptedModel(list(steps)), **fields)


async def outputs(tool: Any, arguments: Any) -> list[Any]:
    """What the tool answers when an agent calls it once."""
    call = function_call(tool.name, arguments, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    result = await Runner.run(Agent(name="outer", tools=[tool], model=model), "go")
    return [item.output for item in result.new_items if item.type == "tool_call_output_item"]


@pytest.mark.parametrize(("checked", "answer"), [(False, "found"), (True, "")])
async def test_where_the_last_word_is_empty_the_last_thing_said_counts_unless_words_are_checked(
    checked: bool, answer: str
) -> None:
    @function_tool
    def look() -> str:
        return "found"

    @output_guardrail
    def check(context: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(None, tripwire_triggered=False)

    agent = worker(
        [function_call("look", {}, call_id="l1")],
        [assistant_message("")],
        tools=[look],
        output_guardrails=[check] if checked else [],
    )
    assert await outputs(agent.as_tool("worker", "Works."), {"input": "go"}) == [answer]


async def test_events_of_a_nested_run_come_in_order_and_a_broken_handler_ends_nothing() -> None:
    told: list[str] = []

    async def watch(event: Any) -> None:
        told.append(event["event"].type)
        raise ValueError("broken")

    agent = worker([assistant_message("fine")])
    tool = agent.as_tool("worker", "Works.", on_stream=watch, on_stream_max_pending_events=1)
    assert await outputs(tool, {"input": "go"}) == ["fine"]
    assert told[0] == "agent_updated_stream_event"
    assert told[-1] == "run_item_stream_event"


class Order(BaseModel):
    """An order."""

    item: str = Field(description="What is ordered.")
    size: Literal["S", "L"]


async def test_structured_input_is_told_with_what_its_fields_mean() -> None:
    agent = worker([assistant_message("fine")])
    tool = agent.as_tool("worker", "Works.", parameters=Order)
    await outputs(tool, {"item": "tea", "size": "S"})
    assert isinstance(agent.model, ScriptedModel)
    given = agent.model.calls[0].input[0]["content"]
    assert '- size (enum("S" | "L"), required)' in given
    assert "- item (string, required) - What is ordered." in given


def test_a_handler_that_cannot_be_called_is_refused_at_once() -> None:
    with pytest.raises(UserError, match="run_config="):
        worker().as_tool("worker", "Works.", None, True, RunConfig())  # type: ignore[arg-type]


async def test_an_agent_tool_that_goes_on_was_started_once() -> None:
    seen: list[str] = []

    class Hooks(RunHooks[Any]):
        async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
            seen.append(f"start {tool.name}")

        async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: object) -> None:
            seen.append(f"end {tool.name}")

    house = House()
    first = await Runner.run(house.agent, "go", hooks=Hooks())
    state = await RunState.from_string(house.agent, first.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    await Runner.run(house.agent, state, hooks=Hooks())
    assert seen == ["start helper", "end helper"]
