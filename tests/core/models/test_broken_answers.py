"""Half an answer is none; what may work in a moment is asked for again."""

from typing import Any

import pytest
from aiohttp import web
from openai import APIStatusError, AsyncOpenAI

from core import (
    ModelAnswerError,
    ModelBehaviorError,
    ModelRetrySettings,
    ModelSettings,
    Runner,
    retry_policies,
)
from core.models.openai_responses import OpenAIResponsesModel
from tests.core.models.provider import (
    CALL,
    SOON,
    Looker,
    answered,
    consume,
    message,
    response,
    stream,
)

OVERLOADED = {"code": "server_error", "message": "overloaded", "param": None}

ERROR_EVENT = {"type": "error", "sequence_number": 1, **OVERLOADED}

CREATED = stream("response.completed")[0]

STOPS = {
    "error event": [CREATED, ERROR_EVENT],
    "error object": [CREATED, {"type": "error", "error": OVERLOADED}],
    "failed": [CREATED, stream("response.failed", error=OVERLOADED)[-1]],
    "end": [CREATED],
}


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


HALF = {**CALL, "status": "incomplete"}


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("said", "status"), [(HALF, "completed"), (CALL, "cancelled"), (CALL, "failed")]
)
async def test_whatever_an_answer_calls_itself_half_a_call_never_runs(
    provider: Any, client: AsyncOpenAI, said: dict[str, Any], status: str, streamed: bool
) -> None:
    *begun, end = stream("response.completed", said)
    made = [*begun, {**end, "response": response(said, status=status)}]
    provider.answers = [made if streamed else response(said, status=status)] * 3
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    with pytest.raises(ModelAnswerError):
        await answered(looker.agent, streamed=streamed)
    assert looker.seen == []


async def test_what_breaks_behind_the_end_of_an_answer_takes_nothing_from_it(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [[*stream("response.completed", message("hello")), "no event"]]
    looker = Looker(OpenAIResponsesModel("m", client), model_settings=SOON)
    assert await consume(Runner.run_streamed(looker.agent, "db?")) == "hello"
    assert len(provider.asked) == 1
