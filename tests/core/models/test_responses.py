"""The adapter of the Responses API."""

from typing import Any

import pytest
from openai import AsyncOpenAI

from core import (
    Agent,
    FunctionTool,
    ModelRefusalError,
    ModelSettings,
    Runner,
    UserError,
    tool_namespace,
)
from core.models.openai_chatcompletions import OpenAIChatCompletionsModel
from core.models.openai_responses import OpenAIResponsesModel
from tests.core.models.provider import CALL, Looker, answered, consume, message, response, stream


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
    events = [
        stream("response.completed")[0],
        {"type": "response.completed", "sequence_number": 1, "response": whole},
    ]
    provider.answers = [events if streamed else whole]
    with pytest.raises(ModelRefusalError, match="I will not"):
        await answered(Looker(OpenAIResponsesModel("m", client)).agent, streamed=streamed)


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


async def test_items_that_were_streamed_are_the_answer_when_its_end_brings_none(
    provider: Any, client: AsyncOpenAI
) -> None:
    first = stream("response.completed", CALL)
    first[-1]["response"] = response()
    provider.answers = [first, stream("response.completed", message("it is up"))]
    looker = Looker(OpenAIResponsesModel("m", client))
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "it is up"
    assert looker.seen == ["db"]
