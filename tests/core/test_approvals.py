"""A run pauses for a person and goes on with what the person said."""

import json
from typing import Any

import pytest

from core import (
    Agent,
    FunctionTool,
    MaxTurnsExceeded,
    ModelBehaviorError,
    RunConfig,
    RunContextWrapper,
    Runner,
    RunState,
    ToolApprovalItem,
    UserError,
    function_tool,
)
from core.testing import ScriptedModel, assistant_message, function_call
from core.transcript import raw_items


async def resume(agent: Agent[Any], state: RunState[Any, Any], *, streamed: bool) -> Any:
    if not streamed:
        return await Runner.run(agent, state)
    result = Runner.run_streamed(agent, state)
    async for _ in result.stream_events():
        pass
    return result


def model_of(agent: Agent[Any]) -> ScriptedModel:
    assert isinstance(agent.model, ScriptedModel)
    return agent.model


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("stored", [False, True])
async def test_the_approved_call_runs_once_and_the_refused_one_does_not(
    ops: Any, streamed: bool, stored: bool
) -> None:
    agent = ops.agent([ops.restart("c1", "a"), ops.look("c2"), ops.restart("c3", "b")], ops.done)
    first = await Runner.run(agent, "go")

    assert [item.call_id for item in first.interruptions] == ["c1", "c3"]
    assert ops.ran == ["look db"]
    assert [i.type for i in first.new_items[3:]] == [
        "tool_call_output_item",
        "tool_approval_item",
        "tool_approval_item",
    ]
    state = first.to_state()
    state.approve(first.interruptions[0])
    state.reject(first.interruptions[1], rejection_message="not now")
    if stored:
        state = await RunState.from_string(agent, state.to_string())
    result = await resume(agent, state, streamed=streamed)

    assert result.final_output == "done"
    assert ops.ran == ["look db", "a"]
    call = model_of(agent).last_call
    assert call is not None
    outputs = {
        i["call_id"]: i["output"] for i in call.input if i.get("type") == "function_call_output"
    }
    assert outputs == {"c1": "restarted a", "c2": "db is up", "c3": "not now"}


async def test_undecided_calls_wait_without_the_model_being_asked(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1", "a"), ops.restart("c2", "b")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()

    again = await Runner.run(agent, state)
    assert [i.call_id for i in again.interruptions] == ["c1", "c2"]
    state = again.to_state()
    state.approve(again.interruptions[1])
    partly = await Runner.run(agent, state)

    assert [i.call_id for i in partly.interruptions] == ["c1"]
    assert ops.ran == ["b"]
    assert len(model_of(agent).calls) == 1


async def test_the_last_decision_before_the_resume_counts(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0])
    state.reject(first.interruptions[0])

    await Runner.run(agent, state)
    assert ops.ran == []


async def test_always_covers_later_calls_also_after_storing(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1", "a")], [ops.restart("c2", "b")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0], always_approve=True)
    state = await RunState.from_json(agent, json.loads(state.to_string()))

    result = await Runner.run(agent, state)
    assert result.final_output == "done"
    assert ops.ran == ["a", "b"]


async def test_always_reject_tells_the_model_the_standing_message(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], [ops.restart("c2")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.reject(first.interruptions[0], always_reject=True, rejection_message="never")

    result = await Runner.run(agent, state)
    outputs = [i.output for i in result.new_items if i.type == "tool_call_output_item"]
    assert outputs == ["never", "never"]


async def test_an_item_that_is_not_pending_is_refused(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    stranger = ToolApprovalItem(agent=agent, raw_item=ops.restart("c9"))
    changed = ToolApprovalItem(agent=agent, raw_item=ops.restart("c1", "other"))

    for item in (stranger, changed):
        with pytest.raises(UserError, match="not pending"):
            state.approve(item)
    state.approve(first.interruptions[0])
    await Runner.run(agent, state)
    with pytest.raises(UserError, match="not pending"):
        state.approve(first.interruptions[0])


async def test_two_states_of_one_result_are_independent(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go")
    one, other = first.to_state(), first.to_state()
    one.approve(first.interruptions[0])

    assert (await Runner.run(agent, other)).interruptions
    assert (await Runner.run(agent, one)).final_output == "done"


async def test_one_state_is_not_run_twice_at_once(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    running = Runner.run_streamed(agent, state)

    with pytest.raises(UserError, match="being run already"):
        await Runner.run(agent, state)
    async for _ in running.stream_events():
        pass


async def test_a_resume_with_another_context_keeps_the_decisions(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go", context={"user": "U1"})
    state = await RunState.from_string(agent, first.to_state().to_string())
    state.approve(state.get_interruptions()[0])

    result = await Runner.run(agent, state, context={"user": "U2"})
    assert (result.final_output, ops.ran) == ("done", ["db"])
    assert result.context_wrapper.context == {"user": "U2"}


async def test_each_pending_approval_is_told_in_the_stream(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1"), ops.look("c2")], ops.done)
    result = Runner.run_streamed(agent, "go")
    names = [
        event.name
        async for event in result.stream_events()
        if event.type == "run_item_stream_event"
    ]

    assert names == ["tool_called", "tool_called", "tool_output", "tool_approval_requested"]
    assert (result.is_complete, result.final_output) == (True, None)
    assert [i.arguments for i in result.interruptions] == ['{"service": "db"}']


async def test_edited_arguments_run_are_kept_and_are_told_to_the_model(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1", "db")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0], arguments={"service": "cache"})
    state = await RunState.from_string(agent, state.to_string())

    item = state.get_interruptions()[0]
    assert item.arguments == '{"service":"cache"}'
    assert raw_items.arguments_of(item.raw_item) == '{"service": "db"}'
    await Runner.run(agent, state)
    assert ops.ran == ["cache"]
    call = model_of(agent).last_call
    assert call is not None
    assert '{"service":"cache"}' in call.input[-1]["output"]
    assert call.input[-1]["output"].endswith("restarted cache")


@pytest.mark.parametrize("arguments", [{}, {"service": 1}, {"service": "a", "force": True}])
async def test_edited_arguments_must_fit_the_tool(ops: Any, arguments: dict[str, Any]) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()

    with pytest.raises(UserError, match="do not fit"):
        state.approve(first.interruptions[0], arguments=arguments)
    assert (await Runner.run(agent, state)).interruptions


@pytest.mark.parametrize("streamed", [True, False])
async def test_of_a_key_given_twice_what_is_shown_is_what_the_tool_gets(
    ops: Any, streamed: bool
) -> None:
    got: list[str] = []

    async def run(ctx: Any, text: str) -> str:
        got.append(text)
        return "ok"

    tool = FunctionTool("act", "", {"type": "object", "properties": {}}, run, needs_approval=True)
    twice = function_call("act", '{"env": "staging", "env": "prod"}', call_id="c1")
    agent = Agent("a", model=ScriptedModel([[twice], ops.done]), tools=[tool])
    state = (await Runner.run(agent, "go")).to_state()
    state = await RunState.from_string(agent, state.to_string())
    item = state.get_interruptions()[0]
    state.approve(item)
    shown = state.call_of(item).arguments
    await resume(agent, state, streamed=streamed)
    assert got == [item.arguments] == [shown] == ['{"env":"prod"}']


async def test_ambiguous_arguments_never_run_even_when_approved(ops: Any) -> None:
    text = '{"service": NaN}'
    agent = ops.agent([function_call("restart", text, call_id="c1")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0])

    result = await Runner.run(agent, state)
    assert (result.final_output, ops.ran) == ("done", [])


async def test_a_policy_decides_and_is_not_asked_about_what_it_cannot_read() -> None:
    asked: list[Any] = []

    async def policy(ctx: RunContextWrapper[Any], params: dict[str, Any], call_id: str) -> bool:
        asked.append((params, call_id))
        return bool(params["amount"] > 10)

    @function_tool(needs_approval=policy)
    def pay(amount: int) -> str:
        return "paid"

    calls = [
        function_call("pay", {"amount": 1}, call_id="small"),
        function_call("pay", {"amount": 11}, call_id="big"),
        function_call("pay", "[11]", call_id="odd"),
    ]
    agent: Agent[Any] = Agent(name="Payer", tools=[pay], model=ScriptedModel([calls]))
    result = await Runner.run(agent, "go")

    assert [i.call_id for i in result.interruptions] == ["big", "odd"]
    assert asked == [({"amount": 1}, "small"), ({"amount": 11}, "big")]


async def test_a_reused_call_id_with_other_arguments_is_an_error(ops: Any) -> None:
    agent = ops.agent([ops.look("c1", "a")], [ops.look("c1", "b")], ops.done)

    with pytest.raises(ModelBehaviorError, match="unique call ID"):
        await Runner.run(agent, "go")
    assert ops.ran == ["look a"]


async def test_a_formatter_words_the_refusal(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    config = RunConfig(tool_error_formatter=lambda args: f"{args.tool_name} refused: {args.kind}")
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.reject(first.interruptions[0])

    result = await Runner.run(agent, state, run_config=config)
    outputs = [i.output for i in result.new_items if i.type == "tool_call_output_item"]
    assert outputs == ["restart refused: approval_rejected"]


async def test_a_resume_that_says_nothing_keeps_the_limit(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go", max_turns=1)
    state = first.to_state()
    state.approve(first.interruptions[0])

    with pytest.raises(MaxTurnsExceeded):
        await Runner.run(agent, state)
    assert ops.ran == ["db"]


async def test_more_turns_can_be_given_on_resume(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go", max_turns=1)
    state = first.to_state()
    state.approve(first.interruptions[0])

    result = await Runner.run(agent, state, max_turns=10)
    assert result.final_output == "done"


async def test_what_runs_is_what_the_model_asked_whatever_becomes_of_the_question(ops: Any) -> None:
    agent = ops.agent([ops.restart("call_1", "db")], ops.done)
    result = await Runner.run(agent, "go")
    state = result.to_state()
    item = state.get_interruptions()[0]
    state.approve(item)
    for raw in (item.raw_item, result.interruptions[0].raw_item, result.new_items[0].raw_item):
        raw.arguments = '{"service": "everything"}'
    await Runner.run(agent, state)
    assert ops.ran == ["db"]


async def test_a_question_that_was_changed_is_not_the_one_that_waits(ops: Any) -> None:
    state = (await Runner.run(ops.agent([ops.restart("call_1")], ops.done), "go")).to_state()
    item = state.get_interruptions()[0]
    item.raw_item.arguments = '{"service": "everything"}'
    with pytest.raises(ModelBehaviorError, match="call_1"):
        state.approve(item)


async def test_halves_of_characters_in_an_answer_can_be_stored_and_sent_back(ops: Any) -> None:
    calls = [ops.restart("c\ud83d"), assistant_message("so \udc00 far")]
    agent = ops.agent(calls, [assistant_message("done \ud83d")])
    state = (await Runner.run(agent, "go")).to_state()
    json.dumps(state.to_json(), ensure_ascii=False).encode()
    state.approve(state.get_interruptions()[0])
    result = await Runner.run(agent, state)
    assert (ops.ran, result.final_output) == (["db"], "done \ufffd")
    json.dumps(model_of(agent).calls[1].input, ensure_ascii=False).encode()
