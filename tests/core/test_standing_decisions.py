"""An "always" covers what the person meant by it, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter

from core import (
    Agent,
    ModelBehaviorError,
    RunContextWrapper,
    Runner,
    RunState,
    UserError,
    function_tool,
)
from core.testing import ScriptedModel, assistant_message, function_call

DONE = assistant_message("done")


def deployer(*environments: str) -> tuple[Agent[Any], list[str]]:
    """An agent that deploys once a turn, and where it did."""
    ran: list[str] = []

    @function_tool(needs_approval=True)
    async def deploy(env: str) -> str:
        ran.append(env)
        return "deployed"

    steps: list[Any] = [
        [function_call("deploy", {"env": env}, call_id=f"c{number}")]
        for number, env in enumerate(environments)
    ]
    return Agent("a", model=ScriptedModel([*steps, [DONE]]), tools=[deploy]), ran


@pytest.mark.parametrize("stored", [False, True])
async def test_a_rule_for_arguments_covers_calls_that_have_them(stored: bool) -> None:
    agent, ran = deployer("staging", "staging", "production")
    state = (await Runner.run(agent, "go")).to_state()
    item = state.get_interruptions()[0]
    state.approve(item, always_approve=True, always_for={"env": "staging"})
    if stored:
        state = await RunState.from_string(agent, state.to_string())

    result = await Runner.run(agent, state)

    assert ran == ["staging", "staging"]
    assert [i.arguments for i in result.interruptions] == ['{"env": "production"}']


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize(("minutes", "asked"), [(5, 0), (-5, 1)])
async def test_a_rule_ends_when_its_time_is_over(minutes: int, asked: int, stored: bool) -> None:
    agent, ran = deployer("a", "b")
    state = (await Runner.run(agent, "go")).to_state()
    until = datetime.now(UTC) + timedelta(minutes=minutes)
    state.approve(state.get_interruptions()[0], always_approve=True, always_until=until)
    if stored:
        state = await RunState.from_string(agent, state.to_string())

    result = await Runner.run(agent, state)

    assert len(result.interruptions) == asked
    assert ran == (["a"] if asked else ["a", "b"])


async def test_a_rule_without_always_is_refused() -> None:
    agent, _ = deployer("a")
    state = (await Runner.run(agent, "go")).to_state()
    with pytest.raises(UserError, match="always_approve"):
        state.approve(state.get_interruptions()[0], always_for={"env": "a"})


async def test_a_rule_has_to_fit_the_call_that_was_shown() -> None:
    agent, ran = deployer("production")
    state = (await Runner.run(agent, "go")).to_state()
    item = state.get_interruptions()[0]
    with pytest.raises(UserError, match="does not have the arguments"):
        state.approve(item, always_approve=True, always_for={"env": "staging"})
    assert (await Runner.run(agent, state)).interruptions
    assert ran == []


async def test_a_context_that_was_sent_along_keeps_decisions_for_its_agent_only() -> None:
    agent, ran = deployer("a", "b")
    context = RunContextWrapper({"tenant": "t"})
    paused = await Runner.run(agent, "go", context=context)
    context.approve_tool(paused.interruptions[0], always_approve=True)
    adapter = TypeAdapter(RunContextWrapper[dict[str, str]])

    restored = adapter.validate_json(adapter.dump_json(context))
    twin = agent.clone(model=ScriptedModel([[function_call("deploy", {"env": "x"}, call_id="x")]]))
    asked = await Runner.run(twin, "go", context=restored)
    allowed = await Runner.run(agent, "go", context=restored)

    assert len(asked.interruptions) == 1
    assert allowed.final_output == "done"
    assert ran == ["b"]


async def test_an_id_that_was_decided_on_is_good_for_that_call_only() -> None:
    agent, ran = deployer("a")
    context: RunContextWrapper[Any] = RunContextWrapper(None)
    paused = await Runner.run(agent, "go", context=context)
    context.approve_tool(paused.interruptions[0])
    agent.model = ScriptedModel([[function_call("deploy", {"env": "b"}, call_id="c0")]])

    with pytest.raises(ModelBehaviorError, match="unique call ID"):
        await Runner.run(agent, "go", context=context)
    assert ran == []


async def test_a_context_tells_what_is_decided_about_calls_to_come() -> None:
    agent, _ = deployer("staging")
    [item] = (await Runner.run(agent, "go")).interruptions
    context = RunContextWrapper[None](None)
    context.reject_tool(item, always_reject=True, rejection_message="never")
    assert context.get_rejection_message("deploy", "later") == "never"
    assert context.get_rejection_message("deploy", "later", existing_pending=item) == "never"
    assert context.get_approval_status("deploy", "later", existing_pending=item) is False
    assert context.get_approval_status("deploy", "later") is None  # Of which agent, no one said.
