"""The adapter of the Chat Completions API."""

from typing import Any

import pytest
from openai import APIError, AsyncOpenAI

from core import (
    Agent,
    CallModelData,
    ModelBehaviorError,
    ModelInputData,
    RunConfig,
    Runner,
    SQLiteSession,
    UserError,
)
from core.models.openai_chatcompletions import OpenAIChatCompletionsModel
from core.models.openai_responses import OpenAIResponsesModel
from tests.core.models.provider import SOON, Looker, answered, consume, message, response


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


@pytest.mark.parametrize(
    "error",
    [
        {"message": "busy", "code": 503},
        {"message": "busy", "type": "overloaded_error"},
        {"message": "busy", "code": "server_error"},
    ],
)
async def test_an_error_in_place_of_the_first_chunk_is_tried_again(
    provider: Any, client: AsyncOpenAI, error: dict[str, Any]
) -> None:
    provider.answers = [[{"error": error}], [chunk(content="up"), chunk("stop")]]
    looker = Looker(OpenAIChatCompletionsModel("m", client), model_settings=SOON)
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "up"
    assert len(provider.asked) == 2


async def test_an_error_behind_the_first_words_is_none_to_try_again_after(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [[chunk(content="u"), {"error": {"message": "busy", "code": 503}}]]
    looker = Looker(OpenAIChatCompletionsModel("m", client), model_settings=SOON)
    with pytest.raises(APIError, match="busy"):
        await consume(Runner.run_streamed(looker.agent, "db?"))
    assert len(provider.asked) == 1


async def test_a_name_that_comes_with_every_part_is_one_name(
    provider: Any, client: AsyncOpenAI
) -> None:
    parts = [
        {"index": 0, "id": "c1", "function": {"name": "look", "arguments": piece}}
        for piece in ('{"service"', ': "db"}')
    ]
    provider.answers = [
        [*(chunk(tool_calls=[part]) for part in parts), chunk("tool_calls")],
        [chunk(content="up"), chunk("stop")],
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "up"
    assert looker.seen == ["db"]


async def raw_events(agent: Agent[Any]) -> list[Any]:
    result = Runner.run_streamed(agent, "db?")
    return [e.data async for e in result.stream_events() if e.type == "raw_response_event"]


async def test_each_item_of_a_chat_stream_begins_before_its_pieces_and_ends_after_them(
    provider: Any, client: AsyncOpenAI
) -> None:
    call = {"index": 0, "id": "c1", "function": {"name": "look", "arguments": '{"serv'}}
    provider.answers = [
        [
            chunk(reasoning_content="is it "),
            chunk(reasoning_content="up?"),
            chunk(content="let me "),
            chunk(content="look"),
            chunk(tool_calls=[call]),
            chunk(tool_calls=[{"index": 0, "function": {"arguments": 'ice": "db"}'}}]),
            chunk("tool_calls"),
        ],
        [chunk(content="up"), chunk("stop")],
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    events = await raw_events(looker.agent)
    first = events[: 1 + next(n for n, e in enumerate(events) if e.type == "response.completed")]

    pieces = [(e.output_index, e.delta) for e in first if e.type.endswith(".delta")]
    assert pieces == [
        (0, "is it "),
        (0, "up?"),
        (1, "let me "),
        (1, "look"),
        (2, '{"serv'),
        (2, 'ice": "db"}'),
    ]
    assert [e.sequence_number for e in first] == list(range(len(first)))
    for index in range(3):
        own = [e.type for e in first if getattr(e, "output_index", None) == index]
        assert (own[0], own[-1]) == ("response.output_item.added", "response.output_item.done")
    assert [i.type for i in first[-1].response.output] == ["reasoning", "message", "function_call"]
    assert looker.seen == ["db"]


async def test_calls_that_say_the_same_are_told_apart(provider: Any, client: AsyncOpenAI) -> None:
    calls = [{"index": n, "function": CHAT_CALL["function"]} for n in range(2)]
    ids = [{"index": n, "id": f"c{n}"} for n in range(2)]  # Some servers give them last.
    provider.answers = [
        [*(chunk(tool_calls=[each]) for each in (*calls, *ids)), chunk("tool_calls")],
        [chunk(content="up"), chunk("stop")],
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    events = await raw_events(looker.agent)
    deltas = [e for e in events if e.type == "response.function_call_arguments.delta"]
    assert [e.output_index for e in deltas] == [0, 1]
    assert looker.seen == ["db", "db"]


async def test_thoughts_of_a_chat_model_are_told_and_not_sent_back(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [
        completion("tool_calls", tool_calls=[CHAT_CALL], reasoning_content="is it up?"),
        completion(content="up", reasoning="it is"),
    ]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    result = await Runner.run(looker.agent, "db?")
    thoughts = [i.raw_item for i in result.new_items if i.type == "reasoning_item"]
    assert [thought.summary[0].text for thought in thoughts] == ["is it up?", "it is"]
    assert [m["role"] for m in provider.asked[1]["messages"]] == ["user", "assistant", "tool"]


async def test_what_a_chat_model_said_is_taken_by_the_responses_api(
    provider: Any, client: AsyncOpenAI
) -> None:
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    session = SQLiteSession("s")
    provider.answers = [
        completion("tool_calls", tool_calls=[CHAT_CALL], reasoning_content="is it up?"),
        completion(content="up", reasoning_content="it is"),
        response(message("still up")),
    ]
    await Runner.run(looker.agent, "db?", session=session)
    looker.agent.model = OpenAIResponsesModel("m", client)

    def same(data: CallModelData[Any]) -> ModelInputData:
        return data.model_data

    config = RunConfig(call_model_input_filter=same)
    await Runner.run(looker.agent, "and now?", session=session, run_config=config)

    sent = provider.asked[-1]["input"]
    kinds = [item.get("type", item.get("role")) for item in sent]
    assert kinds == ["user", "function_call", "function_call_output", "message", "user"]
    assert all("id" not in item for item in sent)


async def test_a_request_whose_tokens_nobody_counts_is_a_request(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [completion(content="up") | {"usage": None}]
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    result = await Runner.run(looker.agent, "db?")
    usage = result.context_wrapper.usage
    assert (usage.requests, usage.total_tokens) == (1, 0)


async def test_an_image_without_an_address_is_refused(client: AsyncOpenAI) -> None:
    looker = Looker(OpenAIChatCompletionsModel("m", client))
    part = {"type": "input_image", "file_id": "f1"}
    with pytest.raises(UserError, match="images by their address"):
        await Runner.run(looker.agent, [{"role": "user", "content": [part]}])
