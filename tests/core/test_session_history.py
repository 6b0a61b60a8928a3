"""A stored run leaves the history to its session and finds it there again."""

from typing import Any

import agents
import pytest

from core import Agent, Runner, RunState, SQLiteSession, UserError
from core.sessions.history import SessionHistory


def said(*texts: str) -> list[Any]:
    return [{"role": "user", "content": text} for text in texts]


async def paused(ops: Any, session: Any, *more: Any) -> tuple[Agent[Any], str]:
    agent = ops.agent([ops.restart("c1")], *more, ops.done)
    result = await Runner.run(agent, "go", session=session)
    return agent, result.to_state().to_string()


async def resumed(agent: Agent[Any], text: str, session: Any) -> list[Any]:
    """What the model is shown after the resume."""
    state = await RunState.from_string(agent, text)
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state, session=session)
    model: Any = agent.model
    return [item.get("content") or item["type"] for item in model.last_call.input]


async def test_a_state_does_not_grow_with_the_history_of_its_session(ops: Any) -> None:
    sizes = []
    for length in (1, 500):
        session = SQLiteSession("s")
        await session.add_items(said(*[f"question {n}" for n in range(length)]))
        agent, text = await paused(ops, session)
        sizes.append(len(text))
        shown = await resumed(agent, text, session)
        assert shown[:length] == [f"question {n}" for n in range(length)]
        assert shown[length:] == ["go", "function_call", "function_call_output"]
        session.close()
    assert sizes[1] <= sizes[0] + 10


async def test_what_others_said_meanwhile_is_not_taken_for_history(ops: Any) -> None:
    session = SQLiteSession("s")
    await session.add_items(said("go", "old"))
    agent, text = await paused(ops, session)
    await session.add_items(said("go", "new"))
    assert await resumed(agent, text, session) == [
        *("go", "old"),
        *("go", "function_call", "function_call_output"),
    ]
    session.close()


async def test_a_history_that_was_put_in_order_is_shown_as_it_is_now(ops: Any) -> None:
    session = SQLiteSession("s")
    await session.add_items(said("one", "two"))
    agent, text = await paused(ops, session)
    items = await session.get_items()
    await session.clear_session()
    await session.add_items([*said("summary"), *items[2:]])
    assert await resumed(agent, text, session) == [
        *("summary", "go"),
        *("function_call", "function_call_output"),
    ]
    session.close()


async def test_without_its_session_a_run_does_not_go_on_as_if_nothing_had_been_said(
    ops: Any,
) -> None:
    session = SQLiteSession("s")
    await session.add_items(said("old"))
    agent, text = await paused(ops, session)
    with pytest.raises(UserError, match="leaves the history before the run to session 's'"):
        await resumed(agent, text, None)
    assert ops.ran == []
    session.close()


async def test_a_state_that_is_stored_again_before_it_goes_on_still_knows_its_history(
    ops: Any,
) -> None:
    session = SQLiteSession("s")
    await session.add_items(said("old"))
    agent, text = await paused(ops, session)
    again = (await RunState.from_string(agent, text)).to_string()
    assert (await resumed(agent, again, session))[:2] == ["old", "go"]
    session.close()


@pytest.mark.parametrize(
    ("items", "found"),
    [
        (["a", "b", "go"], ["a", "b"]),
        (["a", "go", "b", "go", "later"], ["go", "b"]),
        (["summary"], ["summary"]),
        (["go"], []),
        ([], []),
    ],
)
def test_history_is_what_stands_before_the_input(items: list[str], found: list[str]) -> None:
    history = SessionHistory("s", taken=2)
    assert history.find(said(*items), said("go"), ()) == said(*found)


async def test_the_sdk_reads_the_state_and_runs_the_call(ops: Any) -> None:
    session = SQLiteSession("s")
    await session.add_items(said("old"))
    _, text = await paused(ops, session)
    ran: list[str] = []

    @agents.function_tool(needs_approval=True)
    async def restart(service: str) -> str:
        ran.append(service)
        return "restarted"

    from agents.testing import ScriptedModel, assistant_message

    theirs: Any = agents.Agent(
        name="Ops", tools=[restart], model=ScriptedModel([[assistant_message("done")]])
    )
    state = await agents.RunState.from_string(theirs, text)
    state.approve(state.get_interruptions()[0])
    config = agents.RunConfig(tracing_disabled=True)
    result = await agents.Runner.run(theirs, state, run_config=config)
    assert (result.final_output, ran) == ("done", ["db"])
    session.close()
