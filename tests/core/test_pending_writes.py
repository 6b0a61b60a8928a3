"""A session that fails in the middle of a resumed run: nothing runs again, nothing is doubled."""

import asyncio
import json
from typing import Any

import pytest

from core import (
    Agent,
    RunConfig,
    Runner,
    RunState,
    SQLiteSession,
    UserError,
    function_tool,
    state_of,
)
from core.testing import ScriptedModel, assistant_message, function_call

TURNS = 50
"""Of the loop: no time passes in them."""


class Failing(SQLiteSession):
    """Fails once when it is told to: before it has appended, or after."""

    fails = ""

    async def add_items(self, items: list[Any]) -> None:
        how, self.fails = self.fails, ""
        if how == "before":
            raise ConnectionError("gone")
        await super().add_items(items)
        if how == "after":
            raise ConnectionError("gone")


async def interrupted(how: str) -> tuple[Agent[Any], Failing, dict[str, Any], list[str]]:
    """A run whose approved tool has run and whose session then failed, as stored JSON."""
    ran: list[str] = []

    @function_tool(needs_approval=True)
    async def charge() -> str:
        ran.append("charged")
        return "receipt"

    steps: list[Any] = [[function_call("charge", {}, call_id="c")], [assistant_message("done")]]
    agent = Agent("a", model=ScriptedModel(steps), tools=[charge])
    session = Failing("s")
    state = (await Runner.run(agent, "go", session=session)).to_state()
    state.approve(state.get_interruptions()[0])
    session.fails = how
    with pytest.raises(ConnectionError):
        await Runner.run(agent, state, session=session)
    return agent, session, json.loads(state.to_string()), ran


@pytest.mark.parametrize("how", ["before", "after"])
async def test_the_append_is_settled_and_the_tool_does_not_run_again(how: str) -> None:
    agent, session, stored, ran = await interrupted(how)

    result = await Runner.run(agent, await RunState.from_json(agent, stored), session=session)

    assert result.final_output == "done"
    assert ran == ["charged"]
    outputs = [i for i in await session.get_items() if i.get("type") == "function_call_output"]
    assert len(outputs) == 1
    session.close()


async def test_a_history_somebody_else_has_changed_is_not_guessed_about() -> None:
    agent, session, stored, ran = await interrupted("before")
    await session.add_items([{"role": "user", "content": "somebody else"}])

    with pytest.raises(UserError, match="pending Session write"):
        await Runner.run(agent, await RunState.from_json(agent, stored), session=session)
    assert ran == ["charged"]
    session.close()


async def test_it_is_settled_with_its_own_session_only() -> None:
    agent, session, stored, _ = await interrupted("before")
    other = SQLiteSession("other")

    with pytest.raises(UserError, match="'s'"):
        await Runner.run(agent, await RunState.from_json(agent, stored), session=other)
    assert await other.get_items() == []
    session.close()
    other.close()


@pytest.mark.parametrize("answer", ["approve", "reject"])
async def test_what_was_decided_before_a_handoff_is_saved_before_the_next_agent_is_asked(
    answer: str,
) -> None:
    ran: list[str] = []

    @function_tool(needs_approval=True)
    async def charge() -> str:
        ran.append("charged")
        return "receipt"

    second = Agent("second", model=ScriptedModel([[assistant_message("done")]]))
    both = [
        function_call("charge", {}, call_id="c"),
        function_call("transfer_to_second", {}, call_id="h"),
    ]
    first = Agent("first", model=ScriptedModel([both]), tools=[charge], handoffs=[second])
    session = Failing("s")
    state = (await Runner.run(first, "go", session=session)).to_state()
    getattr(state, answer)(state.get_interruptions()[0])
    session.fails = "before"
    with pytest.raises(ConnectionError):
        await Runner.run(first, state, session=session)
    result = await Runner.run(first, await restored(first, state), session=session)
    assert (result.final_output, result.last_agent) == ("done", second)
    assert ran == (["charged"] if answer == "approve" else [])
    kinds = [item.get("type") for item in await session.get_items()]
    assert kinds.count("function_call") == kinds.count("function_call_output") == 2
    session.close()


async def restored(agent: Agent[Any], state: RunState[Any, Any]) -> RunState[Any, Any]:
    return await RunState.from_string(agent, state.to_string())


@pytest.mark.parametrize("written", ["message", "function_call"])
async def test_an_append_that_is_cancelled_meanwhile_is_not_repeated(
    ops: Any, written: str
) -> None:
    """Neither that of the input nor that of a turn."""
    begun = asyncio.Event()

    class Slow(SQLiteSession):
        async def add_items(self, items: list[Any]) -> None:
            await super().add_items(items)
            if items[0].get("type", "message") == written:
                begun.set()
                await asyncio.sleep(0.01)

    agent, session = ops.agent([ops.look("c1")], ops.done), Slow("s")
    run = asyncio.create_task(Runner.run(agent, "go", session=session))
    await begun.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await run
    state = state_of(caught.value)
    assert state is not None
    result = await Runner.run(agent, state, session=session)

    assert (result.final_output, ops.ran) == ("done", ["look db"])
    kinds = [item.get("type", "input") for item in await session.get_items()]
    assert kinds == ["input", "function_call", "function_call_output", "message"]


class Died(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("dies_at", range(2, 8))
async def test_what_a_process_that_died_has_appended_is_not_appended_again(
    ops: Any, dies_at: int
) -> None:
    """It dies before it can store that the session has something, wherever that is."""
    stored: list[str] = []
    steps: list[Any] = [[ops.look("c1")], [ops.look("c2"), ops.look("c3")], ops.done, ops.done]
    agent, session = ops.agent(*steps), SQLiteSession("s")

    async def store(state: RunState[Any, Any]) -> None:
        if len(stored) + 1 == dies_at:
            raise Died
        stored.append(state.to_string())

    with pytest.raises(Died):
        await Runner.run(agent, "go", session=session, run_config=RunConfig(checkpoint=store))
    agent.model = ScriptedModel(steps[stored_turns(stored[-1]) :])
    result = await Runner.run(agent, await RunState.from_string(agent, stored[-1]), session=session)

    assert result.final_output == "done"
    items = [item for item in await session.get_items() if item.get("call_id")]
    assert len(items) == len({(item["type"], item["call_id"]) for item in items}) == 6


def stored_turns(text: str) -> int:
    """How many turns a stored run has had."""
    turns: int = json.loads(text)["current_turn"]
    return turns


async def test_a_session_that_hangs_does_not_keep_a_cancelled_run(ops: Any) -> None:
    begun = asyncio.Event()

    class Hanging(SQLiteSession):
        async def add_items(self, items: list[Any]) -> None:
            begun.set()
            await asyncio.Event().wait()

    run = asyncio.create_task(Runner.run(ops.agent(ops.done), "go", session=Hanging("s")))
    await begun.wait()
    run.cancel()
    done, _ = await asyncio.wait({run}, timeout=30)
    assert done
    assert run.cancelled()


async def test_who_cancels_twice_does_not_wait_for_a_session_at_all(ops: Any) -> None:
    begun, left = asyncio.Event(), asyncio.Event()

    class Hanging(SQLiteSession):
        async def add_items(self, items: list[Any]) -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                left.set()

    run = asyncio.create_task(Runner.run(ops.agent(ops.done), "go", session=Hanging("s")))
    await begun.wait()
    for _ in range(2):
        run.cancel()
        for _ in range(TURNS):
            await asyncio.sleep(0)
    assert run.cancelled()
    assert left.is_set()
