"""States are stored in the format of the Agents SDK, and each reads the other's."""

import json
import threading
from dataclasses import dataclass
from datetime import date
from typing import Any

import agents
import pytest
from agents.testing import ScriptedModel as TheirModel
from agents.testing import assistant_message as their_message
from agents.testing import function_call as their_call

from core import Agent, RunContextWrapper, Runner, RunState, UserError
from core.run_state import SUPPORTED_SCHEMA_VERSIONS
from core.testing import ScriptedModel


class Theirs:
    """The same agent, made of the SDK's parts."""

    def __init__(self, *steps: Any) -> None:
        self.ran: list[str] = []

        @agents.function_tool(needs_approval=True)
        async def restart(service: str) -> str:
            self.ran.append(service)
            return f"restarted {service}"

        @agents.function_tool
        async def look(service: str) -> str:
            self.ran.append(f"look {service}")
            return f"{service} is up"

        self.agent: agents.Agent[Any] = agents.Agent(
            name="Ops", tools=[restart, look], model=TheirModel(list(steps))
        )

    @staticmethod
    def call(name: str, call_id: str, service: str = "db") -> Any:
        return their_call(name, {"service": service}, call_id=call_id)


OFF = agents.RunConfig(tracing_disabled=True)
THEIR_DONE = [their_message("done")]


async def their_state(*calls: Any, **decisions: bool) -> tuple[Theirs, str]:
    theirs = Theirs(list(calls))
    result = await agents.Runner.run(theirs.agent, "go", run_config=OFF)
    state = result.to_state()
    for item in result.interruptions:
        if decisions.get(item.call_id or "") is True:
            state.approve(item)
        elif decisions.get(item.call_id or "") is False:
            state.reject(item, rejection_message="no")
    return theirs, state.to_string()


async def test_a_state_of_the_sdk_is_gone_on_with(ops: Any) -> None:
    calls = [
        Theirs.call("restart", "c1", "a"),
        Theirs.call("look", "c2"),
        Theirs.call("restart", "c3", "b"),
    ]
    _, text = await their_state(*calls, c1=True, c3=False)
    agent = ops.agent(ops.done)
    result = await Runner.run(agent, await RunState.from_string(agent, text))

    assert (result.final_output, ops.ran) == ("done", ["a"])
    outputs = {
        i["call_id"]: i["output"]
        for i in agent.model.last_call.input
        if i.get("type") == "function_call_output"
    }
    assert outputs == {"c1": "restarted a", "c2": "db is up", "c3": "no"}


async def test_an_undecided_state_of_the_sdk_asks_the_same(ops: Any) -> None:
    _, text = await their_state(Theirs.call("restart", "c1"))
    agent = ops.agent(ops.done)
    state = await RunState.from_string(agent, text)
    assert [(i.call_id, i.arguments) for i in state.get_interruptions()] == [
        ("c1", '{"service":"db"}')
    ]
    state.approve(state.get_interruptions()[0])
    assert (await Runner.run(agent, state)).final_output == "done"


@pytest.mark.parametrize("approved", [True, False])
async def test_the_sdk_goes_on_with_our_state(ops: Any, approved: bool) -> None:
    agent = ops.agent([ops.look("c0")], [ops.restart("c1"), ops.look("c2")])
    first = await Runner.run(agent, "go")
    state = first.to_state()
    if approved:
        state.approve(first.interruptions[0])
    else:
        state.reject(first.interruptions[0], rejection_message="no")
    theirs = Theirs(THEIR_DONE)
    theirs_state = await agents.RunState.from_string(theirs.agent, state.to_string())
    result = await agents.Runner.run(theirs.agent, theirs_state, run_config=OFF)

    assert result.final_output == "done"
    assert theirs.ran == (["db"] if approved else [])
    assert isinstance(theirs.agent.model, TheirModel)
    assert theirs.agent.model.last_call is not None
    outputs = {
        i["call_id"]: i["output"]
        for i in theirs.agent.model.last_call.input
        if i.get("type") == "function_call_output"
    }
    assert outputs == {
        "c0": "db is up",
        "c1": "restarted db" if approved else "no",
        "c2": "db is up",
    }


async def test_the_sdk_asks_about_our_undecided_calls(ops: Any) -> None:
    first = await Runner.run(ops.agent([ops.restart("c1")]), "go")
    theirs = Theirs(THEIR_DONE)
    state = await agents.RunState.from_string(theirs.agent, first.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    result = await agents.Runner.run(theirs.agent, state, run_config=OFF)
    assert (result.final_output, theirs.ran) == ("done", ["db"])


async def test_the_digests_are_those_of_the_sdk(ops: Any) -> None:
    first = await Runner.run(ops.agent([ops.restart("c1")]), "go")
    _, text = await their_state(Theirs.call("restart", "c1"))
    ours = first.to_state().to_json()["context"]["tool_invocations"]
    assert ours == json.loads(text)["context"]["tool_invocations"]


async def test_arguments_changed_after_the_approval_do_not_run(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1", "db")], ops.done)
    first = await Runner.run(agent, "go")
    state = first.to_state()
    state.approve(first.interruptions[0])
    forged = state.to_string().replace('\\"db\\"', '\\"all\\"')
    for label in ("1.21", "1.0"):
        text = forged.replace('"1.21"', f'"{label}"')
        result = await Runner.run(agent, await RunState.from_string(agent, text))
        assert [i.call_id for i in result.interruptions] == ["c1"]
    assert ops.ran == []


@pytest.mark.parametrize("label", sorted(SUPPORTED_SCHEMA_VERSIONS))
async def test_every_label_is_read(ops: Any, label: str) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    document = (await Runner.run(agent, "go")).to_state().to_json()
    document["$schemaVersion"] = label
    state = await RunState.from_json(agent, document)
    state.approve(state.get_interruptions()[0])
    assert (await Runner.run(agent, state)).final_output == "done"


@pytest.mark.parametrize("label", ["2.0", "1.22", "0.9", None, 1])
async def test_other_labels_are_refused(ops: Any, label: Any) -> None:
    agent = ops.agent(ops.done)
    with pytest.raises(UserError, match="version"):
        await RunState.from_json(agent, {"$schemaVersion": label})


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"$schemaVersion": "1.21", "context": 1}'])
async def test_what_is_no_state_is_refused(ops: Any, text: str) -> None:
    with pytest.raises(UserError):
        await RunState.from_string(ops.agent(ops.done), text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("context", 1),
        ("current_turn", "one"),
        ("max_turns", []),
        ("model_responses", {}),
        ("generated_items", "none"),
        ("current_step", 3),
    ],
)
async def test_a_malformed_state_says_where_it_is_malformed(
    ops: Any, field: str, value: Any
) -> None:
    agent = ops.agent([ops.restart("c1")])
    document = (await Runner.run(agent, "go")).to_state().to_json()
    with pytest.raises(UserError, match=field):
        await RunState.from_json(agent, document | {field: value})


async def test_an_agent_that_is_gone_is_named(ops: Any) -> None:
    document = (await Runner.run(ops.agent([ops.restart("c1")]), "go")).to_state().to_json()
    other: Agent[Any] = Agent(name="Other", model=ScriptedModel())
    with pytest.raises(UserError, match="not found in agent map"):
        await RunState.from_json(other, document)


@dataclass
class Place:
    channel: str


async def test_a_context_of_a_type_of_its_own_comes_back_through_the_caller(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")])
    state = (await Runner.run(agent, "go", context=Place("C1"))).to_state()
    document = state.to_json()
    assert document["context"]["context"] == {"channel": "C1"}

    back = await RunState.from_json(
        agent, document, context_deserializer=lambda stored: Place(**stored)
    )
    assert back.context.context == Place("C1")
    back = await RunState.from_json(agent, document, context_override={"channel": "C2"})
    assert back.context.context == {"channel": "C2"}
    with pytest.raises(UserError, match="context_deserializer"):
        await RunState.from_json(agent, document, strict_context=True)
    with pytest.raises(UserError, match="context_serializer"):
        state.to_json(strict_context=True)


@dataclass
class Connected:
    channel: str
    live: Any


@pytest.mark.parametrize("live", [threading.Lock(), object(), date(2030, 1, 2)])
async def test_a_context_that_holds_something_live_does_not_keep_a_state_from_being_stored(
    ops: Any, live: Any
) -> None:
    agent = ops.agent([ops.restart("c1")], ops.done)
    state = (await Runner.run(agent, "go", context=Connected("C1", live))).to_state()
    text = state.to_string()
    document = json.loads(text)["context"]
    assert (document["context"], document["context_meta"]["omitted"]) == ({}, True)

    back = await RunState.from_string(
        agent, text, context_override=RunContextWrapper(Connected("C1", live))
    )
    back.approve(back.get_interruptions()[0])
    assert (await Runner.run(agent, back)).final_output == "done"
    assert ops.ran == ["db"]


def test_a_state_can_be_made_by_hand() -> None:
    agent: Agent[Any] = Agent(name="A")
    state: RunState[Any, Any] = RunState(RunContextWrapper({"a": 1}), "hi", agent, 3)
    document = state.to_json()
    assert (document["max_turns"], document["current_agent"]) == (3, {"name": "A"})
    assert json.loads(state.to_string()) == document


async def test_the_run_id_rides_along(ops: Any) -> None:
    agent = ops.agent([ops.restart("c1")])
    state = (await Runner.run(agent, "go")).to_state()
    back = await RunState.from_string(agent, state.to_string())
    assert back.run_id == state.run_id
    assert state.run_id.startswith("run_")
