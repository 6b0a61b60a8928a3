"""A request to the model is made again when a policy says so and nothing is done twice by it."""

import asyncio
from typing import Any

import pytest

from core import (
    Agent,
    ModelRetrySettings,
    ModelSettings,
    ModelTimeoutError,
    RetryDecision,
    Runner,
    Usage,
    retry_policies,
)
from core.retry import ModelRetryAdvice, RetryPolicyContext
from core.testing import ModelStep, ScriptedModel, assistant_message

DONE = [assistant_message("done")]
USAGE = Usage(requests=1, input_tokens=10, output_tokens=5, total_tokens=15)


class Locked(Exception):
    """What a server says of a conversation that is busy."""

    code = "conversation_locked"
    status_code = 400


def agent_with(*steps: Any, policy: Any = None, **settings: Any) -> Agent[Any]:
    retry = ModelRetrySettings(
        max_retries=1,
        policy=policy or retry_policies.network_error(),
        backoff={"initial_delay": 0.001},
    )
    model = ScriptedModel(list(steps), default_usage=USAGE)
    return Agent(name="A", model=model, model_settings=ModelSettings(retry=retry, **settings))


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_lost_connection_is_known_whoever_the_model_is(streamed: bool) -> None:
    agent = agent_with(ConnectionResetError("gone"), DONE)
    result: Any = Runner.run_streamed(agent, "hi") if streamed else await Runner.run(agent, "hi")
    if streamed:
        _ = [event async for event in result.stream_events()]
    usage = result.context_wrapper.usage
    assert (result.final_output, usage.requests, usage.total_tokens) == ("done", 2, 15)
    assert [entry.total_tokens for entry in usage.request_usage_entries] == [0, 15]


async def test_every_attempt_has_the_whole_time() -> None:
    async def never(call: Any) -> Any:
        await asyncio.Event().wait()

    agent = agent_with(ModelStep.respond(never), DONE, timeout=0.02)
    assert (await Runner.run(agent, "hi")).final_output == "done"

    agent = agent_with(*[ModelStep.respond(never)] * 2, timeout=0.02)
    with pytest.raises(ModelTimeoutError):
        await Runner.run(agent, "hi")


async def test_a_busy_conversation_is_asked_again_whatever_the_policy() -> None:
    agent = agent_with(Locked("busy"), DONE, policy=retry_policies.never())
    assert (await Runner.run(agent, "hi")).final_output == "done"


@pytest.mark.parametrize(
    ("advice", "approves", "again"),
    [
        (None, False, False),
        (ModelRetryAdvice(suggested=True, replay_safety="safe"), False, True),
        (ModelRetryAdvice(suggested=True, replay_safety="unsafe"), False, False),
        (ModelRetryAdvice(suggested=True, replay_safety="unsafe"), True, True),
    ],
)
async def test_a_kept_conversation_is_not_told_twice_unless_that_is_safe_or_wanted(
    advice: ModelRetryAdvice | None, approves: bool, again: bool
) -> None:
    seen: list[RetryPolicyContext] = []

    def policy(context: RetryPolicyContext) -> RetryDecision:
        seen.append(context)
        return RetryDecision(retry=True, approve_unsafe_replay=approves)

    failing = ModelStep.raise_error(ConnectionResetError("gone"), retry_advice=advice)
    agent = agent_with(failing, DONE, policy=policy)
    if again:
        await Runner.run(agent, "hi", conversation_id="c1")
    else:
        with pytest.raises(ConnectionResetError):
            await Runner.run(agent, "hi", conversation_id="c1")
    assert seen[0].stateful_request
    assert seen[0].replay_safety == (advice and advice.replay_safety)
