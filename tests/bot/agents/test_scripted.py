"""The scripted model in a conversation."""

from typing import Any

import pytest

from bot.agents.scripted import ScriptedModel

CATALOG = {"payments": ["prod", "staging"], "search": ["prod"]}


async def catalog() -> dict[str, list[str]]:
    return CATALOG


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(catalog, pace=0)


async def answer(model: ScriptedModel, *items: dict[str, Any]) -> list[dict[str, Any]]:
    return (await model.get_response(None, list(items))).output


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def result(call: dict[str, Any], output: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call["call_id"], "output": output}


def text(item: dict[str, Any]) -> str:
    assert item["type"] == "message"
    return str(item["content"][0]["text"])


DONE = "payments in prod was restarted"


async def test_a_wish_becomes_a_call(model: ScriptedModel) -> None:
    [call] = await answer(model, user("restart payments"))
    assert (call["type"], call["name"]) == ("function_call", "restart_service")
    assert call["arguments"] == '{"service": "payments", "env": "prod"}'


async def test_several_wishes_become_calls_with_ids_of_their_own(model: ScriptedModel) -> None:
    first, second = await answer(model, user("restart payments and search"))
    assert first["call_id"] != second["call_id"]


async def test_a_plain_string_is_a_wish_too(model: ScriptedModel) -> None:
    [call] = (await model.get_response(None, "what's running?")).output
    assert call["name"] == "list_services"


async def test_the_result_is_told(model: ScriptedModel) -> None:
    asked = user("restart payments")
    [call] = await answer(model, asked)
    [message] = await answer(model, asked, call, result(call, DONE))
    assert text(message) == "Done. **payments** in prod was restarted."


async def test_a_result_in_parts_is_read(model: ScriptedModel) -> None:
    asked = user("restart payments")
    [call] = await answer(model, asked)
    output = result(call, "") | {"output": [{"type": "input_text", "text": DONE}]}
    [message] = await answer(model, asked, call, output)
    assert text(message).startswith("Done.")


async def test_what_was_not_understood_is_told_at_once_and_not_again(model: ScriptedModel) -> None:
    asked = user("restart payments and serch")
    doubt, call = await answer(model, asked)
    [message] = await answer(model, asked, doubt, call, result(call, DONE))
    assert "Did you mean **search**?" in text(doubt)
    assert text(message) == "Done. **payments** in prod was restarted."


async def test_an_answered_conversation_starts_anew(model: ScriptedModel) -> None:
    asked = user("restart payments")
    [call] = await answer(model, asked)
    told = [asked, call, result(call, DONE)]
    [message] = await answer(model, *told)
    [again] = await answer(model, *told, message, user("how is search?"))
    assert (again["name"], again["type"]) == ("service_status", "function_call")


async def test_a_message_written_while_an_approval_was_open_is_answered_after_it(
    model: ScriptedModel,
) -> None:
    asked, later = user("restart payments"), user("how is search?")
    [call] = await answer(model, asked)
    so_far = [asked, call, later, result(call, DONE)]
    [status] = await answer(model, *so_far)
    [message] = await answer(model, *so_far, status, result(status, "search in prod: fine"))
    assert status["name"] == "service_status"
    assert text(message) == (
        "Done. **payments** in prod was restarted.\n\n- **search** in prod: fine"
    )


async def test_yes_takes_up_the_question_before(model: ScriptedModel) -> None:
    asked = user("restart serch")
    [question] = await answer(model, asked)
    [call] = await answer(model, asked, question, user("yes please"))
    assert call["arguments"] == '{"service": "search", "env": "prod"}'


async def test_broken_arguments_of_an_earlier_call_do_no_harm(model: ScriptedModel) -> None:
    broken = {"type": "function_call", "call_id": "c", "name": "restart_service", "arguments": "{"}
    [message] = await answer(model, user("restart payments"), broken, result(broken, "no"))
    assert "was not restarted" in text(message)


async def test_it_says_that_it_is_scripted(model: ScriptedModel) -> None:
    [message] = await answer(model, user("what can you do?"))
    assert "scripted stand-in for a model" in text(message)


async def test_an_answer_is_streamed_in_pieces_and_then_whole(model: ScriptedModel) -> None:
    events = [event async for event in model.stream_response(None, [user("help")])]
    *deltas, completed = events
    [message] = completed.response.output
    assert len(deltas) > 5
    assert "".join(event.delta for event in deltas) == text(message)
    assert {event.type for event in deltas} == {"response.output_text.delta"}
    assert completed.type == "response.completed"


async def test_a_streamed_wish_becomes_the_same_call(model: ScriptedModel) -> None:
    [completed] = [event async for event in model.stream_response(None, [user("restart search")])]
    [call] = completed.response.output
    assert call["name"] == "restart_service"
