"""A session keeps the conversation between runs."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from core import (
    Agent,
    RunConfig,
    Runner,
    RunState,
    SessionSettings,
    SQLiteSession,
    UserError,
    function_tool,
)
from core.testing import ScriptedModel, assistant_message, function_call

DONE = [assistant_message("done")]


def kinds(items: list[Any]) -> list[str]:
    return [item.get("type") or item["role"] for item in items]


async def test_history_comes_before_the_new_input() -> None:
    session = SQLiteSession("s")
    agent: Agent[Any] = Agent(name="A", model=ScriptedModel([DONE, DONE]))
    await Runner.run(agent, "one", session=session)
    await Runner.run(agent, "two", session=session)

    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert kinds(agent.model.last_call.input) == ["user", "message", "user"]
    assert kinds(await session.get_items()) == ["user", "message", "user", "message"]
    session.close()


async def test_a_pause_saves_the_call_and_the_resume_its_output_once(ops: Any) -> None:
    session = SQLiteSession("s")
    agent = ops.agent([ops.restart("c1"), ops.look("c2")], ops.done)
    first = await Runner.run(agent, "go", session=session)
    saved = kinds(await session.get_items())
    assert saved == ["user", "function_call", "function_call", "function_call_output"]

    state = await RunState.from_string(agent, first.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state, session=session)
    assert kinds(await session.get_items()) == [*saved, "function_call_output", "message"]
    session.close()


async def test_two_sessions_share_a_file(tmp_path: Path) -> None:
    one = SQLiteSession("one", tmp_path / "s.db")
    two = SQLiteSession("two", tmp_path / "s.db")
    await one.add_items([{"role": "user", "content": str(n)} for n in range(3)])
    await two.add_items([{"role": "user", "content": "other"}])

    assert [i["content"] for i in await one.get_items(2)] == ["1", "2"]
    assert await one.pop_item() == {"role": "user", "content": "2"}
    await one.clear_session()
    assert (await one.get_items(), len(await two.get_items())) == ([], 1)
    one.close()
    two.close()


@pytest.mark.parametrize("limit", range(5))
async def test_a_limit_never_leaves_half_a_pair(limit: int) -> None:
    session = SQLiteSession("s", session_settings=SessionSettings(limit=limit))
    await session.add_items(
        [
            {"role": "user", "content": "a"},
            {"type": "function_call", "call_id": "c1", "name": "t", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": "x"},
            {"role": "assistant", "content": "b"},
        ]
    )
    agent: Agent[Any] = Agent(name="A", model=ScriptedModel([DONE]))
    await Runner.run(agent, "go", session=session)
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    seen = kinds(agent.model.last_call.input)
    assert ("function_call" in seen) == ("function_call_output" in seen)
    session.close()


def thought(name: str) -> dict[str, Any]:
    return {"type": "reasoning", "id": name, "summary": []}


def call(name: str) -> dict[str, Any]:
    return {"type": "function_call", "call_id": name, "name": "t", "arguments": "{}"}


def output(name: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": name, "output": "x"}


@pytest.mark.parametrize(
    ("history", "left"),
    [
        (
            [thought("a"), thought("b"), call("lost"), thought("c"), call("c1"), output("c1")],
            ["c", "c1", "c1"],
        ),
        ([thought("a"), call("lost")], []),
        ([thought("a")], []),
        ([thought("a"), call("c1"), thought("b"), output("c1")], ["a", "c1", "c1"]),
        ([output("c1"), thought("a"), call("c1")], []),
        ([call("c1"), call("c1"), output("c1"), output("c1")], ["c1", "c1"]),
        (
            [call("c1"), output("c1"), call("c1"), output("c1"), call("c1"), output("c1")],
            ["c1~1", "c1~1", "c1~2", "c1~2", "c1", "c1"],
        ),
    ],
)
async def test_a_thought_goes_with_what_it_led_to(history: list[Any], left: list[str]) -> None:
    session = SQLiteSession("s")
    await session.add_items([{"role": "user", "content": "a"}, *history])
    model = ScriptedModel([DONE])
    await Runner.run(Agent(name="A", model=model), "go", session=session)
    first, *middle, last = model.calls[0].input
    assert (first["content"], last["content"]) == ("a", "go")
    assert [item.get("id") or item.get("call_id") for item in middle] == left
    session.close()


async def test_rows_that_are_no_items_are_passed_over_and_do_not_count(tmp_path: Path) -> None:
    session = SQLiteSession("s", tmp_path / "s.db")
    said: list[Any] = [{"role": "user", "content": str(n)} for n in range(4)]
    await session.add_items(said[:2])
    with sqlite3.connect(tmp_path / "s.db") as db:
        for row in ("not json", b"\xff", "3"):
            db.execute(
                "INSERT INTO agent_messages (session_id, message_data) VALUES ('s', ?)", (row,)
            )
    db.close()
    await session.add_items(said[2:3])
    assert await session.get_items(2) == said[1:3]
    assert [await session.pop_item() for _ in range(2)] == [said[2], said[1]]
    assert await session.get_items() == said[:1]
    session.close()


async def test_a_callback_combines_history_and_input() -> None:
    session = SQLiteSession("s")
    await session.add_items([{"role": "user", "content": "old"}])
    config = RunConfig(session_input_callback=lambda history, new: new)
    agent: Agent[Any] = Agent(name="A", model=ScriptedModel([DONE]))
    await Runner.run(agent, "new", session=session, run_config=config)
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert [i["content"] for i in agent.model.last_call.input] == ["new"]
    session.close()


class Broken(SQLiteSession):
    """A session that cannot be written."""

    async def add_items(self, items: list[Any]) -> None:
        raise ConnectionError("store down")


async def test_a_session_that_fails_ends_the_stream_with_its_error() -> None:
    session = Broken("s")
    agent: Agent[Any] = Agent(name="A", model=ScriptedModel([DONE]))
    result = Runner.run_streamed(agent, "go", session=session)
    with pytest.raises(ConnectionError, match="store down"):
        async for _ in result.stream_events():
            pass
    session.close()


async def test_a_session_excludes_a_conversation_at_the_provider() -> None:
    session = SQLiteSession("s")
    agent: Agent[Any] = Agent(name="A", model=ScriptedModel([DONE]))
    with pytest.raises(UserError, match="cannot be combined"):
        await Runner.run(agent, "go", session=session, conversation_id="conv")
    session.close()


async def test_a_provider_that_keeps_the_conversation_gets_new_items_only(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    first = await Runner.run(agent, "go", auto_previous_response_id=True)
    state = await RunState.from_string(agent, first.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state)
    assert agent.model.last_call is not None
    assert kinds(agent.model.last_call.input) == ["function_call_output"]
    assert agent.model.last_call.previous_response_id == "resp-789"


def test_a_session_nobody_holds_any_more_is_closed() -> None:
    session = SQLiteSession("s")
    connection = session._connection
    del session
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


async def test_models_that_count_their_calls_anew_in_each_run_confuse_nobody() -> None:
    @function_tool
    def act(what: str) -> str:
        return what

    runs = [[[function_call("act", {"what": n}, call_id="call_0")], DONE] for n in "abc"]
    model = ScriptedModel([step for steps in runs for step in steps])
    session = SQLiteSession("s")
    for _ in runs:
        await Runner.run(Agent("a", model=model, tools=[act]), "go", session=session)
    assert model.last_call is not None
    shown = list(model.last_call.input)
    calls = {i["call_id"]: i["arguments"] for i in shown if i.get("type") == "function_call"}
    outputs = {i["call_id"]: i["output"] for i in shown if "output" in i}
    assert list(outputs.values()) == ["a", "b", "c"]
    assert {name: f'{{"what": "{out}"}}' for name, out in outputs.items()} == calls
    session.close()
