"""The adapters, against a server that answers as the providers do."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from openai import APIStatusError, AsyncOpenAI

from core import (
    Agent,
    FunctionTool,
    Model,
    ModelAnswerError,
    ModelBehaviorError,
    ModelRefusalError,
    ModelRetrySettings,
    ModelSettings,
    Runner,
    UserError,
    function_tool,
    retry_policies,
    tool_namespace,
)
from core.models.openai_chatcompletions import OpenAIChatCompletionsModel
from core.models.openai_responses import OpenAIResponsesModel

SOON = ModelSettings(retry=ModelRetrySettings(backoff={"initial_delay": 0.001}))
"""Nobody waits for a second attempt."""


class Provider:
    """A stand-in that plays prepared answers and keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.url = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(await request.json())
        self.times.append(asyncio.get_running_loop().time())
        answer = self.answers.pop(0)
        if isinstance(answer, web.Response):
            return answer
        if isinstance(answer, dict):
            return web.json_response(answer)
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for event in answer:
            name = f"event: {event['type']}\n" if "type" in event else ""
            await response.write(f"{name}data: {json.dumps(event)}\n\n".encode())
        if "type" not in answer[0]:
            await response.write(b"data: [DONE]\n\n")
        return response


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    made = Provider()
    app = web.Application()
    app.router.add_post("/v1/responses", made.handle)
    app.router.add_post("/v1/chat/completions", made.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield made
    await runner.cleanup()


@pytest.fixture
async def client(provider: Any) -> AsyncIterator[AsyncOpenAI]:
    async with AsyncOpenAI(api_key="k", base_url=provider.url, timeout=0.5) as made:
        yield made


def message(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }


CALL = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "c1",
    "name": "look",
    "arguments": '{"service": "db"}',
    "status": "completed",
}
USAGE = {
    "input_tokens": 10,
    "input_tokens_details": {"cached_tokens": 4},
    "output_tokens": 5,
    "output_tokens_details": {"reasoning_tokens": 2},
    "total_tokens": 15,
}


def response(*output: Any, status: str = "completed", **more: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": status,
        "output": list(output),
        "usage": USAGE,
        "tools": [],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
        **more,
    }


def stream(end: str, *output: Any, **more: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [{"type": "response.created", "response": response()}]
    for index, item in enumerate(output):
        events.append({"type": "response.output_item.added", "output_index": index, "item": item})
        if item["type"] == "message":
            delta = item["content"][0]["text"]
            events.append(
                {
                    "type": "response.output_text.delta",
                    "delta": delta,
                    "item_id": "msg_1",
                    "output_index": index,
                    "content_index": 0,
                    "logprobs": [],
                }
            )
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    whole = response(*output, status=end.removeprefix("response."), **more)
    events.append({"type": end, "response": whole})
    return [{**event, "sequence_number": n} for n, event in enumerate(events)]


class Looker:
    """An agent that looks, and what it looked at."""

    def __init__(self, model: Model, **fields: Any) -> None:
        self.seen: list[str] = []

        @function_tool
        def look(service: str) -> str:
            """Look at a service."""
            self.seen.append(service)
            return "up"

        self.agent: Agent[Any] = Agent(name="Looker", tools=[look], model=model, **fields)


async def consume(result: Any) -> str:
    text = ""
    async for event in result.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            text += event.data.delta
    return text


async def answered(agent: Agent[Any], *, streamed: bool) -> None:
    if streamed:
        await consume(Runner.run_streamed(agent, "db?"))
    else:
        await Runner.run(agent, "db?")


async def test_a_tool_is_called_and_its_output_sent(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [response(CALL), response(message("it is up"))]
    looker = Looker(OpenAIResponsesModel("m", client), instructions="Look.")
    result = await Runner.run(looker.agent, "db?")

    assert (result.final_output, looker.seen) == ("it is up", ["db"])
    first, second = provider.asked
    assert (first["instructions"], first["model"]) == ("Look.", "m")
    assert [t["name"] for t in first["tools"]] == ["look"]
    assert first["tools"][0]["strict"] is True
    assert [i.get("type") for i in second["input"]] == [
        None,
        "function_call",
        "function_call_output",
    ]
    usage = result.context_wrapper.usage
    assert (usage.requests, usage.total_tokens) == (2, 30)
    assert usage.input_tokens_details.cached_tokens == 8


async def test_a_stream_brings_text_and_calls(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [
        stream("response.completed", CALL),
        stream("response.completed", message("it is up")),
    ]
    looker = Looker(OpenAIResponsesModel("m", client))
    result = Runner.run_streamed(looker.agent, "db?")

    assert await consume(result) == "it is up"
    assert (result.final_output, looker.seen) == ("it is up", ["db"])
    assert result.last_response_id == "resp_1"


@pytest.mark.parametrize("status", ["failed", "incomplete"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_broken_answer_is_an_error_and_its_calls_never_run(
    provider: Any, client: AsyncOpenAI, status: str, streamed: bool
) -> None:
    error = {"code": "server_error", "message": "broke"}
    more = (
        {"error": error}
        if status == "failed"
        else {"incomplete_details": {"reason": "max_output_tokens"}}
    )
    if streamed:
        provider.answers = [stream(f"response.{status}", CALL, **more)]
    else:
        provider.answers = [response(CALL, status=status, **more)] * 3
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    with pytest.raises(ModelBehaviorError, match=r"broke|max_output_tokens"):
        await answered(looker.agent, streamed=streamed)
    assert looker.seen == []


OVERLOADED = {"code": "server_error", "message": "overloaded", "param": None}
ERROR_EVENT = {"type": "error", "sequence_number": 1, **OVERLOADED}
CREATED = stream("response.completed")[0]
STOPS = {
    "error event": [CREATED, ERROR_EVENT],
    "error object": [CREATED, {"type": "error", "error": OVERLOADED}],
    "failed": [CREATED, stream("response.failed", error=OVERLOADED)[-1]],
    "end": [CREATED],
}


@pytest.mark.parametrize("stop", STOPS)
async def test_a_stream_that_fails_before_it_says_anything_is_asked_for_again(
    provider: Any, client: AsyncOpenAI, stop: str
) -> None:
    provider.answers = [STOPS[stop], stream("response.completed", message("hello"))]
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "hello"
    assert len(provider.asked) == 2


async def test_a_stream_that_keeps_failing_is_given_up(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [STOPS["error event"]] * 3
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    with pytest.raises(ModelAnswerError, match="overloaded") as failure:
        await consume(Runner.run_streamed(looker.agent, "db?"))
    assert (failure.value.code, len(provider.asked)) == ("server_error", 3)


@pytest.mark.parametrize("said", [message("half an"), CALL], ids=["words", "call"])
async def test_what_was_said_is_not_said_again(
    provider: Any, client: AsyncOpenAI, said: dict[str, Any]
) -> None:
    provider.answers = [[*stream("response.completed", said)[:-1], ERROR_EVENT]]
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    with pytest.raises(ModelAnswerError, match="overloaded"):
        await consume(Runner.run_streamed(looker.agent, "db?"))
    assert (len(provider.asked), looker.seen) == (1, [])


async def test_a_policy_decides_what_is_tried_again(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [
        web.json_response({"error": {"message": "teapot"}}, status=418),
        response(message("done")),
    ]
    retry = ModelRetrySettings(
        max_retries=1, policy=retry_policies.http_status([418]), backoff={"initial_delay": 0.001}
    )
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=ModelSettings(retry=retry))
    result = await Runner.run(looker.agent, "db?")
    assert (result.final_output, len(provider.asked)) == ("done", 2)


@pytest.mark.parametrize("streamed", [False, True])
async def test_words_before_a_content_filter_are_kept(
    provider: Any, client: AsyncOpenAI, streamed: bool
) -> None:
    more = {"incomplete_details": {"reason": "content_filter"}}
    whole = response(message("so far"), status="incomplete", **more)
    events = stream("response.incomplete", message("so far"), **more)
    provider.answers = [events if streamed else whole]
    agent = Looker(OpenAIResponsesModel("m", client)).agent
    result: Any = Runner.run_streamed(agent, "?") if streamed else await Runner.run(agent, "?")
    if streamed:
        await consume(result)
    assert result.final_output == "so far"


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_refusal_ends_the_run_with_what_it_says(
    provider: Any, client: AsyncOpenAI, streamed: bool
) -> None:
    refusing = {**message(""), "content": [{"type": "refusal", "refusal": "I will not."}]}
    whole = response(refusing)
    events = [CREATED, {"type": "response.completed", "sequence_number": 1, "response": whole}]
    provider.answers = [events if streamed else whole]
    with pytest.raises(ModelRefusalError, match="I will not"):
        await answered(Looker(OpenAIResponsesModel("m", client)).agent, streamed=streamed)


async def test_a_stream_that_just_stops_is_an_error(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [stream("response.completed", CALL)[:-1]]
    looker = Looker(OpenAIResponsesModel("m", client))
    with pytest.raises(ModelBehaviorError, match="final response"):
        await consume(Runner.run_streamed(looker.agent, "db?"))
    assert looker.seen == []


async def test_a_call_is_made_again_when_the_server_says_so(
    provider: Any, client: AsyncOpenAI
) -> None:
    busy = web.json_response(
        {"error": {"message": "busy"}}, status=429, headers={"retry-after": "0.2"}
    )
    provider.answers = [busy, response(message("done"))]
    result = await Runner.run(Looker(OpenAIResponsesModel("m", client)).agent, "db?")
    assert result.final_output == "done"
    assert provider.times[1] - provider.times[0] >= 0.2


async def test_a_request_that_is_wrong_is_not_made_again(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [web.json_response({"error": {"message": "no such model"}}, status=404)]
    with pytest.raises(APIStatusError, match="no such model"):
        await Runner.run(Looker(OpenAIResponsesModel("m", client)).agent, "db?")
    assert len(provider.asked) == 1


async def test_settings_reach_the_server(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [response(message('{"response": 4}'))]
    settings = ModelSettings(
        temperature=0.5,
        max_tokens=9,
        tool_choice="look",
        reasoning={"effort": "low"},
        verbosity="low",
        store=False,
        parallel_tool_calls=False,
        extra_args={"user": "u"},
    )
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=settings, output_type=int)
    assert (await Runner.run(looker.agent, "2+2?")).final_output == 4
    asked = provider.asked[0]
    assert (asked["temperature"], asked["max_output_tokens"], asked["user"]) == (0.5, 9, "u")
    assert asked["tool_choice"] == {"type": "function", "name": "look"}
    assert asked["text"]["verbosity"] == "low"
    assert asked["text"]["format"]["type"] == "json_schema"
    assert (asked["reasoning"], asked["store"], asked["parallel_tool_calls"]) == (
        {"effort": "low"},
        False,
        False,
    )
    assert "top_p" not in asked


async def nothing(ctx: Any, arguments: str) -> None:
    """A tool that is only offered."""


async def test_a_namespace_is_one_tool_with_the_tools_that_are_in_it(
    provider: Any, client: AsyncOpenAI
) -> None:
    first, second, single = (
        FunctionTool(name, "", {"type": "object", "properties": {}}, nothing)
        for name in ("first", "second", "single")
    )
    space = tool_namespace(name="crm", description="Customers.", tools=[first, second])
    tools = [space[0], single, space[1]]
    provider.answers = [response(message("done"))]
    settings = ModelSettings(tool_choice="crm.first")
    model = OpenAIResponsesModel("m", client)
    await Runner.run(Agent(name="A", model=model, tools=tools, model_settings=settings), "hi")

    asked = provider.asked[0]
    assert [tool["name"] for tool in asked["tools"]] == ["crm", "single"]
    assert [tool["name"] for tool in asked["tools"][0]["tools"]] == ["first", "second"]
    assert asked["tool_choice"] == {"type": "function", "name": "crm.first"}

    vague = Agent(
        name="A", model=model, tools=tools, model_settings=ModelSettings(tool_choice="first")
    )
    with pytest.raises(UserError, match=r"namespace\.tool"):
        await Runner.run(vague, "hi")
    chat = Agent(name="A", model=OpenAIChatCompletionsModel("m", client), tools=tools)
    with pytest.raises(UserError, match="only supported with OpenAI Responses"):
        await Runner.run(chat, "hi")


def completion(finish: str = "stop", **message: Any) -> dict[str, Any]:
    return {
        "id": "chat_1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": None, **message},
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


CHAT_CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "look", "arguments": '{"service": "db"}'},
}


async def test_chat_completions_call_tools(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [
        completion("tool_calls", tool_calls=[CHAT_CALL]),
        completion(content="it is up"),
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client), instructions="Look.")
    result = await Runner.run(looker.agent, "db?")

    assert (result.final_output, looker.seen) == ("it is up", ["db"])
    assert [m["role"] for m in provider.asked[1]["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
    ]
    assert provider.asked[1]["messages"][3]["tool_call_id"] == "c1"
    assert result.context_wrapper.usage.total_tokens == 30


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {
        "id": "chat_1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


async def test_chat_completions_stream(provider: Any, client: AsyncOpenAI) -> None:
    provider.answers = [
        [
            chunk(
                tool_calls=[
                    {
                        "index": 0,
                        "id": "c1",
                        "type": "function",
                        "function": {"name": "look", "arguments": '{"serv'},
                    }
                ]
            ),
            chunk(tool_calls=[{"index": 0, "function": {"arguments": 'ice": "db"}'}}]),
            chunk("tool_calls"),
        ],
        [chunk(content="it is "), chunk(content="up"), chunk("stop")],
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    result = Runner.run_streamed(looker.agent, "db?")
    assert await consume(result) == "it is up"
    assert (result.final_output, looker.seen) == ("it is up", ["db"])


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_chat_answer_that_was_cut_off_is_an_error(
    provider: Any, client: AsyncOpenAI, streamed: bool
) -> None:
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    if streamed:
        provider.answers = [[chunk(tool_calls=[{"index": 0, **CHAT_CALL}]), chunk("length")]]
    else:
        provider.answers = [completion("length", tool_calls=[CHAT_CALL])]
    with pytest.raises(ModelBehaviorError, match="cut off"):
        await answered(looker.agent, streamed=streamed)
    assert looker.seen == []


async def test_a_chat_stream_that_just_stops_is_an_error(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [[chunk(tool_calls=[{"index": 0, **CHAT_CALL}])]] * 3
    looker = Looker(OpenAIChatCompletionsModel("m", client), model_settings=SOON)
    with pytest.raises(ModelBehaviorError, match="ended before"):
        await consume(Runner.run_streamed(looker.agent, "db?"))
    assert looker.seen == []


async def test_items_that_were_streamed_are_the_answer_when_its_end_brings_none(
    provider: Any, client: AsyncOpenAI
) -> None:
    first = stream("response.completed", CALL)
    first[-1]["response"] = response()
    provider.answers = [first, stream("response.completed", message("it is up"))]
    looker = Looker(OpenAIResponsesModel("m", client))
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "it is up"
    assert looker.seen == ["db"]
