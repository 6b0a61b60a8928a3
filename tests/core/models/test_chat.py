"""The adapter of the Chat Completions API."""

from typing import Any

import pytest
from openai import APIError, AsyncOpenAI

from core import ModelBehaviorError, Runner
from core.models.openai_chatcompletions import OpenAIChatCompletionsModel
from tests.core.models.provider import SOON, Looker, answered, consume


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
