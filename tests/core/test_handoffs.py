"""Handoffs: what the next agent is shown, and what stays on record."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from core import (
    Agent,
    HandoffInputData,
    RunConfig,
    RunContextWrapper,
    RunHooks,
    Runner,
    RunState,
    UserError,
    function_tool,
    handoff,
)
from core.exceptions import ModelBehaviorError
from core.handoffs import nest_handoff_history
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call


class Amount(BaseModel):
    """Typed input of a handoff."""

    value: int


def handover(*, says: str = "over to you") -> list[object]:
    return [assistant_message(says), function_call("transfer_to_second", {}, call_id="h1")]


def pair(model: ScriptedModel, **options: object) -> tuple[Agent, Agent]:
    second = Agent(name="second", model=model)
    first = Agent(name="first", model=model, handoffs=[handoff(second, **options)])  # type: ignore[arg-type]
    return first, second


async def test_nested_history_tells_calls_as_text_and_forwards_messages() -> None:
    model = ScriptedModel([handover(), [assistant_message("done")]])
    first, _ = pair(model)
    result = await Runner.run(first, "hi", run_config=RunConfig(nest_handoff_history=True))
    before, message, after = model.calls[1].input
    assert "1. user: hi" in before["content"]
    assert message["content"][0]["text"] == "over to you"
    assert "transfer_to_second" in after["content"]
    assert [i.type for i in result.new_items][:3] == [
        "message_output_item",
        "handoff_call_item",
        "handoff_output_item",
    ]


async def test_a_forwarded_message_is_told_once_also_after_json() -> None:
    model = ScriptedModel([handover(), [assistant_message("done")]])
    first, _ = pair(model)
    config = RunConfig(nest_handoff_history=True)
    result = await Runner.run(first, "hi", run_config=config)
    assert str(result.to_input_list()).count("over to you") == 1
    state = await RunState.from_string(first, result.to_state().to_string())
    assert state.forwarded == result.to_state().forwarded == [0]


def test_summaries_do_not_pile_up() -> None:
    data = HandoffInputData("hi\nthere", (), ())
    once = nest_handoff_history(data)
    twice = nest_handoff_history(once)
    assert twice.input_history == once.input_history


async def test_the_normalized_list_is_what_the_next_agent_saw() -> None:
    model = ScriptedModel([handover(), [assistant_message("done")]])
    first, _ = pair(model, input_filter=lambda data: data.clone(input_items=()))
    result = await Runner.run(first, "hi")
    assert len(result.to_input_list()) == 5
    shown = result.to_input_list(mode="normalized")
    assert shown[:-1] == model.calls[1].input


async def test_where_the_provider_keeps_the_conversation_nothing_can_be_filtered() -> None:
    model = ScriptedModel([handover(), [assistant_message("done")]])
    first, _ = pair(model, input_filter=lambda data: data)
    with pytest.raises(UserError, match="Server-managed"):
        await Runner.run(first, "hi", conversation_id="conv_1")


async def test_the_input_of_a_handoff_is_not_coerced() -> None:
    call = function_call("transfer_to_second", {"value": "5"}, call_id="h1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    first, _ = pair(model, on_handoff=lambda context, data: None, input_type=Amount)
    with pytest.raises(ModelBehaviorError, match="Invalid JSON input"):
        await Runner.run(first, "hi")


@pytest.mark.parametrize("names", [("風林火山", "疾風迅雷"), ("Billing Agent", "billing.agent")])
@pytest.mark.parametrize("wanted", [0, 1])
async def test_agents_whose_names_look_alike_are_told_of_and_can_each_be_reached(
    names: tuple[str, str], wanted: int, caplog: pytest.LogCaptureFixture
) -> None:
    others = [Agent(name=n, model=ScriptedModel([[assistant_message(n)]])) for n in names]
    model = ScriptedModel(
        [ModelStep.respond(lambda call: [reach(call.handoffs[wanted].tool_name)])]
    )
    result = await Runner.run(Agent(name="first", model=model, handoffs=others), "hi")
    assert result.final_output == names[wanted]
    assert len({one.tool_name for one in model.calls[0].handoffs}) == len(names)
    assert all(name in caplog.text for name in names)


async def test_of_two_handoffs_given_one_name_the_later_counts_unless_that_is_an_error() -> None:
    others = [Agent(name=n, model=ScriptedModel([[assistant_message(n)]])) for n in "ab"]
    model = ScriptedModel([[reach("go")]])
    ways = [handoff(one, tool_name_override="go") for one in others]
    first = Agent(name="first", model=model, handoffs=ways)
    with pytest.raises(UserError, match="'a' and 'b'"):
        await Runner.run(first, "hi", run_config=RunConfig(tool_name_collision_policy="error"))
    assert (await Runner.run(first, "hi")).final_output == "b"


def reach(name: str) -> object:
    return function_call(name, {}, call_id="h1")


async def test_whether_an_agent_can_be_reached_is_asked_when_the_turn_has_begun() -> None:
    asked: list[tuple[str, object, object]] = []

    class Hooks(RunHooks[dict[str, bool]]):
        async def on_agent_start(self, context: Any, agent: Any) -> None:
            context.context["begun"] = True

    def enabled(context: RunContextWrapper[Any], agent: Agent) -> bool:
        asked.append((agent.name, dict(context.context), context.turn_input))
        return agent.name == "first"

    def prompt(data: Any) -> Any:
        data.context.context["prompted"] = True
        return {"id": "p"}

    model = ScriptedModel([handover(), [assistant_message("done")]])
    first, second = pair(model, is_enabled=enabled)
    first.prompt = prompt
    result = await Runner.run(first, "hi", context={}, hooks=Hooks())
    assert result.last_agent is second
    begun = {"begun": True, "prompted": True}
    assert asked == [("first", begun, [{"content": "hi", "role": "user"}])]


@pytest.mark.parametrize("back", [False, True])
async def test_a_call_after_a_handoff_is_gone_on_with_by_the_agent_that_made_it(back: bool) -> None:
    ran: list[str] = []

    @function_tool(needs_approval=True)
    def act(what: str) -> None:
        ran.append(what)

    call = function_call("act", {"what": "it"}, call_id="c1")
    model = ScriptedModel([[reach("transfer_to_second")], [call], [assistant_message("done")]])
    first, second = pair(model)
    second.tools = [act]
    second.handoffs = [first] if back else []
    state = (await Runner.run(first, "hi")).to_state()
    state = await RunState.from_string(first, state.to_string())
    (item,) = state.get_interruptions()
    assert item.agent is second
    state.approve(item)
    result = await Runner.run(first, state)
    assert (ran, result.last_agent, result.final_output) == (["it"], second, "done")
