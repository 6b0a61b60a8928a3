"""A streamed run tells what happens and can be left at any time."""

import asyncio
from typing import Any

import pytest

from core import Agent, MaxTurnsExceeded, Runner, RunState, SQLiteSession, function_tool
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call

DONE = [assistant_message("done")]


def agent_with(*steps: Any, **fields: Any) -> Agent[Any]:
    return Agent(name="A", model=ScriptedModel(list(steps)), **fields)


async def test_the_events_of_a_run_come_in_order() -> None:
    @function_tool
    def act() -> str:
        return "acted"

    agent = agent_with([function_call("act", {}, call_id="c1")], DONE, tools=[act])
    result = Runner.run_streamed(agent, "hi")
    events = [e async for e in result.stream_events()]

    assert events[0].type == "agent_updated_stream_event"
    names = [e.name for e in events if e.type == "run_item_stream_event"]
    assert names == ["tool_called", "tool_output", "message_output_created"]
    deltas = [
        e.data.delta
        for e in events
        if e.type == "raw_response_event" and e.data.type == "response.output_text.delta"
    ]
    assert "".join(deltas) == "done"
    assert (result.is_complete, result.final_output) == (True, "done")


async def test_an_error_is_raised_at_the_end_of_the_stream() -> None:
    result = Runner.run_streamed(agent_with(RuntimeError("model down")), "hi")
    with pytest.raises(RuntimeError, match="model down"):
        async for _ in result.stream_events():
            pass
    assert isinstance(result.run_loop_exception, RuntimeError)


async def test_what_ended_a_stream_is_known_also_when_it_was_the_limit_of_turns() -> None:
    again = function_tool(lambda: "again", name_override="again")
    agent = agent_with([function_call("again", {}, call_id="c1")], tools=[again])
    result = Runner.run_streamed(agent, "hi", max_turns=1)
    with pytest.raises(MaxTurnsExceeded) as caught:
        async for _ in result.stream_events():
            pass
    assert result.run_loop_exception is caught.value


async def test_a_failed_stream_can_be_gone_on_with() -> None:
    ran: list[int] = []

    @function_tool
    def act() -> str:
        ran.append(1)
        return "acted"

    steps = [[function_call("act", {}, call_id="c1")], RuntimeError("model down"), DONE]
    agent = agent_with(*steps, tools=[act])
    result = Runner.run_streamed(agent, "hi")
    with pytest.raises(RuntimeError):
        async for _ in result.stream_events():
            pass
    state = await RunState.from_string(agent, result.to_state().to_string())

    assert (await Runner.run(agent, state)).final_output == "done"
    assert ran == [1]


@pytest.mark.parametrize("kind", ["response.failed", "response.incomplete", "error", "silence"])
async def test_half_an_answer_is_none(kind: str) -> None:
    ran: list[int] = []

    @function_tool
    def act() -> str:
        ran.append(1)
        return "acted"

    class Event:
        type = kind
        response = None
        message = "broken"

    step = ModelStep.stream([] if kind == "silence" else [Event()])
    result = Runner.run_streamed(agent_with(step, tools=[act]), "hi")
    with pytest.raises(Exception, match=r"broken|final response"):
        async for _ in result.stream_events():
            pass
    assert ran == []


async def test_cancelling_at_once_ends_stream_and_work() -> None:
    begun, stopped = asyncio.Event(), asyncio.Event()

    @function_tool
    async def wait() -> str:
        begun.set()
        try:
            await asyncio.sleep(10)
        finally:
            stopped.set()
        return "never"

    agent = agent_with([function_call("wait", {}, call_id="c1")], tools=[wait])
    result = Runner.run_streamed(agent, "hi")
    async for event in result.stream_events():
        if event.type == "run_item_stream_event":
            await begun.wait()
            result.cancel()
    assert result.is_complete
    await asyncio.wait_for(stopped.wait(), 30)


async def test_cancelling_after_the_turn_lets_it_end_and_can_be_gone_on_with() -> None:
    ran: list[int] = []

    @function_tool
    def act() -> str:
        ran.append(1)
        return "acted"

    agent = agent_with([function_call("act", {}, call_id="c1")], DONE, tools=[act])
    result = Runner.run_streamed(agent, "hi")
    async for event in result.stream_events():
        if event.type == "run_item_stream_event":
            result.cancel("after_turn")
    assert (result.final_output, ran) == (None, [1])
    state = result.to_state()
    assert state.to_json()["current_step"] == {"type": "next_step_run_again"}

    assert (await Runner.run(agent, state)).final_output == "done"
    assert ran == [1]


async def test_the_next_turn_waits_for_its_reader_who_may_stop_the_run() -> None:
    @function_tool
    def act() -> str:
        return "acted"

    model = ScriptedModel([[function_call("act", {}, call_id="c1")], DONE])
    result = Runner.run_streamed(Agent(name="A", model=model, tools=[act]), "hi")
    async for event in result.stream_events():
        if event.type == "run_item_stream_event" and event.name == "tool_output":
            await asyncio.sleep(0.02)
            assert len(model.calls) == 1
            result.cancel("after_turn")
    assert (result.final_output, len(model.calls)) == (None, 1)


async def test_who_reads_of_a_handoff_may_prepare_the_agent_before_its_turn() -> None:
    @function_tool
    def act() -> str:
        return "acted"

    target = agent_with([function_call("act", {}, call_id="c2")], DONE)
    target.name = "B"
    agent = agent_with([function_call("transfer_to_b", {}, call_id="c1")], handoffs=[target])
    result = Runner.run_streamed(agent, "hi")
    async for event in result.stream_events():
        if event.type == "agent_updated_stream_event" and event.new_agent is target:
            await asyncio.sleep(0)
            target.tools.append(act)
    assert result.final_output == "done"


async def test_a_reader_that_is_cancelled_cancels_the_run() -> None:
    @function_tool
    async def wait() -> str:
        await asyncio.sleep(10)
        return "never"

    agent = agent_with([function_call("wait", {}, call_id="c1")], tools=[wait])
    result = Runner.run_streamed(agent, "hi")

    async def read() -> None:
        async for _ in result.stream_events():
            pass

    reader = asyncio.create_task(read())
    await asyncio.sleep(0.01)
    reader.cancel()
    await asyncio.wait({reader})
    assert result.run_loop_task is not None
    await asyncio.wait({result.run_loop_task}, timeout=30)
    assert result.run_loop_task.cancelled()


async def test_a_reader_that_fails_does_not_hold_the_run_up() -> None:
    @function_tool
    def act() -> str:
        return "acted"

    agent = agent_with([function_call("act", {}, call_id="c1")], DONE, tools=[act])
    result = Runner.run_streamed(agent, "hi")
    events = result.stream_events()

    async def read() -> None:
        async for event in events:
            if event.type == "run_item_stream_event":
                raise ValueError("unreadable")

    with pytest.raises(ValueError, match="unreadable"):
        await asyncio.create_task(read())
    assert result.run_loop_task is not None
    await asyncio.wait_for(result.run_loop_task, 30)
    assert result.final_output == "done"


async def test_nobody_has_to_listen() -> None:
    result = Runner.run_streamed(agent_with(DONE), "hi")
    assert result.run_loop_task is not None
    await result.run_loop_task
    assert result.final_output == "done"


async def test_a_reader_who_leaves_at_the_end_loses_nothing() -> None:
    class Slow(SQLiteSession):
        async def add_items(self, items: list[Any]) -> None:
            await asyncio.sleep(0.02)
            await super().add_items(items)

    session = Slow("s")
    result = Runner.run_streamed(agent_with(DONE), "hi", session=session)
    async for event in result.stream_events():
        if event.type == "run_item_stream_event":
            break
    assert result.run_loop_task is not None
    await result.run_loop_task
    assert len(await session.get_items()) == 2
    session.close()


async def test_a_run_that_somebody_else_cancelled_does_not_end_in_silence() -> None:
    class Away(SQLiteSession):
        async def add_items(self, items: Any) -> None:
            if any(item.get("type") == "message" for item in items):
                raise asyncio.CancelledError("the session is away")
            await super().add_items(items)

    result = Runner.run_streamed(agent_with(DONE), "go", session=Away("s"))
    with pytest.raises(asyncio.CancelledError, match="the session is away"):
        async for _ in result.stream_events():
            pass
    assert result.final_output is None


async def test_a_handoff_is_told_as_a_handoff_and_as_nothing_else() -> None:
    @function_tool
    def act() -> None:
        """Act."""

    second = Agent(name="second", model=ScriptedModel([DONE]))
    both = [function_call(name, {}, call_id=name) for name in ("act", "transfer_to_second")]
    result = Runner.run_streamed(agent_with(both, tools=[act], handoffs=[second]), "hi")
    events = [e async for e in result.stream_events()]
    names = sorted(e.name for e in events if e.type == "run_item_stream_event")
    assert names == [
        "handoff_occured",
        "handoff_requested",
        "message_output_created",
        "tool_called",
        "tool_output",
    ]
