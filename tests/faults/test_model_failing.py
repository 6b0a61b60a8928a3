"""A model that fails over HTTP: the thread says what failed, what ran and what did not; nothing
runs twice, and the next message is answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.playground import Message
from bot.testing import Trial
from core import Agent, function_tool
from core.models.multi_provider import MultiProvider
from tests.flows.outside.conversations import faults, outputs
from tests.flows.outside.model_server import (
    ModelServer,
    Reply,
    answers,
    calls,
    chat_calls,
    chat_ends,
    chat_says,
    created,
    delta,
    fails,
    function_call,
    hangs_up,
    message,
    model_server,
    reasoning,
    refusal,
    response,
    says,
    streams,
)

ERROR = {"code": "server_error", "message": "overloaded xoxb-123", "param": None}
BROKEN_LATER = {"type": "error", "sequence_number": 9, **ERROR}
FAILED = {
    "type": "response.failed",
    "sequence_number": 9,
    "response": response([], status="failed", error={**ERROR, "code": "server_is_overloaded"}),
}
DEPLOY = ("deploy", {"env": "prod"}, "call_1")


class Rig:
    def __init__(self, trial: Trial, model: ModelServer, ran: list[str]) -> None:
        self.trial, self.model, self.ran = trial, model, ran

    async def approve(self) -> Message:
        asked = await self.trial.person("mira").asks("deploy")
        await self.trial.person("jonas").clicks(await self.trial.card(), "Approve")
        return asked

    async def goes_on(self, thread: str | None = None) -> None:
        """The next message is answered, and the model was given nothing odd."""
        self.model.will(says("Still here."))
        await self.trial.person("mira").asks("still there?", thread=thread)
        await self.trial.message("Still here.")
        await self.trial.settled()
        assert [fault for items in self.model.inputs for fault in faults(items)] == []
        assert "xoxb-123" not in str([call.arguments for call in self.trial.slack.calls])


@asynccontextmanager
async def rig(*script: Reply, chat: bool = False) -> AsyncIterator[Rig]:
    ran: list[str] = []

    @function_tool(needs_approval=True)
    async def deploy(env: str) -> str:
        """Deploy to an environment."""
        ran.append(env)
        return f"deployed {env}"

    async with model_server() as model:
        provider = MultiProvider(
            openai_api_key="sk-test", openai_base_url=model.url, openai_use_responses=not chat
        )
        agent = Agent(name="Ops", tools=[deploy], model="stand-in")
        model.will(*script)
        try:
            async with Trial(agent, models=provider) as trial:
                yield Rig(trial, model, ran)
        finally:
            await provider.aclose()


async def test_a_rate_limit_is_waited_out() -> None:
    async with rig(fails(429, retry_after_ms="20"), says("Hello.")) as here:
        await here.trial.person("mira").asks("hello")
        await here.trial.message("Hello.")
        assert len(here.model.requests) == 2


REFUSING: dict[str, tuple[list[Reply], str]] = {
    "limit": ([fails(429, retry_after_ms="1")] * 3, "over its limit"),
    "server": ([fails(500, retry_after_ms="1")] * 3, "HTTP 500"),
    "key": ([fails(401)], "rejected our key"),
    "request": ([fails(400, message="xoxb-123 no tool output found")], "malformed"),
    "gone": ([hangs_up()] * 3, "could not be reached"),
    "incomplete": (
        [
            answers(
                reasoning("rs_1"),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            )
        ],
        "longer than",
    ),
    "filter": (
        [answers(status="incomplete", incomplete_details={"reason": "content_filter"})],
        "held back",
    ),
    "cut call": (
        [
            answers(
                function_call("deploy", '{"env": "pr', "call_9"),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            )
        ],
        "longer than",
    ),
}


@pytest.mark.parametrize("kind", REFUSING)
async def test_a_failure_at_the_start_is_told_and_the_thread_goes_on(kind: str) -> None:
    script, words = REFUSING[kind]
    async with rig(*script) as here:
        asked = await here.trial.person("mira").asks("deploy")
        told = await here.trial.message("Nothing that needs approval was run")
        assert words in told.shown
        assert here.ran == []
        assert len(here.model.requests) == len(script)
        await here.goes_on(asked.ts)


@pytest.mark.parametrize("kind", REFUSING)
async def test_a_failure_after_an_approved_call_says_that_it_ran(kind: str) -> None:
    script, _ = REFUSING[kind]
    async with rig(calls(DEPLOY), *script) as here:
        asked = await here.approve()
        await here.trial.message("*did run*")
        await here.trial.settled()
        assert here.ran == ["prod"]
        await here.goes_on(asked.ts)
        assert outputs(here.model.inputs[-1]) == {"call_1": "deployed prod"}
        assert here.ran == ["prod"]


@pytest.mark.parametrize("event", [BROKEN_LATER, FAILED], ids=["error", "failed"])
async def test_an_error_in_a_stream_that_said_nothing_yet_is_tried_again(event: Any) -> None:
    async with rig(streams(created(), event), says("Hello.")) as here:
        await here.trial.person("mira").asks("hello")
        answer = await here.trial.slack.wait_for(
            lambda s: next((m for m in s.messages if m.bot_id), None)
        )
        await here.trial.settled()
        assert "Hello." in here.trial.now(answer).shown
        assert len(here.model.requests) == 2
        assert sum("Hello." in m.shown for m in here.trial.slack.messages) == 1


@pytest.mark.parametrize("event", [BROKEN_LATER, FAILED], ids=["error", "failed"])
async def test_an_error_after_words_is_told_once_and_nothing_is_said_twice(event: Any) -> None:
    begun = [created(), *(delta(word) for word in ("One ", "two ", "three."))]
    async with rig(streams(*begun, event)) as here:
        asked = await here.trial.person("mira").asks("count")
        await here.trial.message("Nothing that needs approval was run")
        await here.trial.settled()
        assert len(here.model.requests) == 1
        assert sum("two" in m.shown for m in here.trial.slack.messages) <= 1
        assert sum(":warning:" in m.shown for m in here.trial.slack.messages) == 1
        await here.goes_on(asked.ts)


HALF = [
    created(),
    {
        "type": "response.output_item.added",
        "output_index": 0,
        "sequence_number": 1,
        "item": {**function_call("deploy", "", "call_9"), "status": "in_progress"},
    },
    {
        "type": "response.function_call_arguments.delta",
        "item_id": "fc_call_9",
        "output_index": 0,
        "sequence_number": 2,
        "delta": '{"env": "pr',
    },
]
WHOLE = [
    *HALF,
    {
        "type": "response.output_item.done",
        "output_index": 0,
        "sequence_number": 3,
        "item": function_call("deploy", {"env": "prod"}, "call_9"),
    },
]


@pytest.mark.parametrize("events", [HALF, WHOLE], ids=["half a call", "a whole call"])
async def test_a_connection_that_dies_in_the_middle_runs_nothing_unasked(events: Any) -> None:
    async with rig(streams(*events, cut=True)) as here:
        here.model.by_default = says("Hello.")
        asked = await here.trial.person("mira").asks("deploy")
        await here.trial.slack.wait_for(lambda s: any(m.bot_id for m in s.messages))
        await here.trial.settled()
        assert here.ran == []
        await here.goes_on(asked.ts)


async def test_a_connection_that_dies_after_the_tool_ran_repeats_the_request_only() -> None:
    async with rig(calls(DEPLOY), streams(created(), cut=True)) as here:
        here.model.by_default = says("It is live.")
        asked = await here.approve()
        await here.trial.slack.wait_for(
            lambda s: any(w in m.shown for m in s.messages for w in ("It is live.", "*did run*"))
        )
        await here.goes_on(asked.ts)
        assert here.ran == ["prod"]


async def test_a_refusal_is_shown() -> None:
    async with rig(answers(refusal("I cannot help with that."))) as here:
        asked = await here.trial.person("mira").asks("something bad")
        await here.trial.message("declined")
        await here.goes_on(asked.ts)


async def test_an_empty_answer_is_no_silence() -> None:
    async with rig(answers()) as here:
        asked = await here.trial.person("mira").asks("hello")
        await here.trial.message("nothing to say")
        assert len(here.model.requests) == 1
        await here.goes_on(asked.ts)


async def test_reasoning_that_the_server_has_forgotten_does_not_end_the_thread() -> None:
    lost = fails(404, message="Item 'rs_1' not found. Items are not persisted.")
    first = answers(reasoning("rs_1"), message("One."))
    async with rig(first, lost) as here:
        asked = await here.trial.person("mira").asks("first")
        await here.trial.message("One.")
        here.model.will(says("Two."))
        await here.trial.person("mira").asks("second", thread=asked.ts)
        await here.trial.slack.wait_for(
            lambda s: any(w in m.shown for m in s.messages for w in ("Two.", ":warning:"))
        )
        await here.trial.settled()
        here.model.script.clear()
        await here.goes_on(asked.ts)
        assert not any(each.get("id") for each in here.model.inputs[-1])


async def test_reasoning_of_a_call_that_was_called_off_goes_with_it() -> None:
    script = answers(reasoning("rs_1"), function_call("deploy", {"env": "prod"}, "call_1"))
    async with rig(script) as here:
        mira = here.trial.person("mira")
        asked = await mira.asks("deploy")
        await here.trial.card()
        await mira.types("/agent list")
        shown = (await here.trial.whisper(mira, "run_")).shown
        run = shown.partition("run_")[2].partition("`")[0]
        await mira.types(f"/agent cancel run_{run}")
        await here.trial.message("called this off")
        await here.goes_on(asked.ts)


async def test_a_server_of_chat_completions_can_be_used() -> None:
    async with rig(
        chat_calls("deploy", {"env": "prod"}, "call_1"), chat_says("It is live."), chat=True
    ) as here:
        await here.approve()
        await here.trial.message("It is live.")
        assert here.ran == ["prod"]


@pytest.mark.parametrize("text", [None, "Half of"])
async def test_a_filter_of_chat_completions_is_told(text: str | None) -> None:
    async with rig(chat_ends("content_filter", text), chat=True) as here:
        await here.trial.person("mira").asks("something bad")
        await here.trial.message(text or "A filter of the model's provider")
        await asyncio.sleep(0.05)
        assert len(here.model.requests) == 1
