"""A script is copied and checked when it is written; its answers come in a provider's events."""

from typing import Any

import pytest
from openai.types.responses import (
    ResponseOutputMessage,
    ResponseOutputRefusal,
    ResponseOutputText,
    ResponseReasoningItem,
)
from openai.types.responses.response_reasoning_item import Content, Summary

from core import Agent, ModelBehaviorError, ModelSettings, Runner
from core.models.interface import ModelTracing
from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest
from core.testing import (
    InvalidModelStep,
    ModelStep,
    ScriptedModel,
    UnexpectedModelCall,
    assistant_message,
    function_call,
)

ASKED: dict[str, Any] = {
    "system_instructions": None,
    "input": "hi",
    "model_settings": ModelSettings(),
    "tools": [],
    "output_schema": None,
    "handoffs": [],
    "tracing": ModelTracing.DISABLED,
}


async def streamed(*output: Any) -> list[Any]:
    return [event async for event in ScriptedModel([list(output)]).stream_response(**ASKED)]


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (7, "invalid_input"),
        ("words", "invalid_input"),
        ({"outptu": []}, "unsupported_field"),
        ({"error": "words"}, "invalid_error"),
        ({"responder": 1, "output": []}, "invalid_responder"),
        ({"stream_events": 1}, "invalid_stream_events"),
        ({"error": ValueError(), "stream_events": []}, "conflicting_outcomes"),
        ({"usage": {"requests": 1}}, "invalid_input"),
        ({"retry_advice": ModelRetryAdvice()}, "invalid_retry_advice"),
    ],
)
def test_a_script_with_a_step_that_is_none_is_not_taken(step: Any, reason: str) -> None:
    model = ScriptedModel()
    with pytest.raises(InvalidModelStep, match="step #2") as found:
        model.extend([[assistant_message("first")], step])
    assert (found.value.reason, found.value.input_index) == (reason, 1)
    assert model.remaining_steps == 0


async def test_a_step_is_what_it_was_when_it_was_written() -> None:
    message: Any = assistant_message("before")
    step = ModelStep([message], response_id="before")
    model = ScriptedModel([step])
    message.content[0].text, step.response_id = "after", "after"

    result = await Runner.run(Agent(name="A", model=model), "hi")

    assert (result.final_output, result.last_response_id) == ("before", "before")


async def test_advice_belongs_to_the_error_it_was_given_with() -> None:
    error = RuntimeError("down")
    model = ScriptedModel([ModelStep.raise_error(error, retry_advice=ModelRetryAdvice(True))])
    with pytest.raises(RuntimeError):
        await model.get_response(**ASKED)

    advice = model.get_retry_advice(ModelRetryAdviceRequest(error, 1, stream=False))
    assert advice is not None
    assert advice.suggested
    other = ModelRetryAdviceRequest(RuntimeError("down"), 1, stream=False)
    assert model.get_retry_advice(other) is None


async def test_a_call_too_many_says_which_it_was() -> None:
    model = ScriptedModel()
    with pytest.raises(UnexpectedModelCall, match="call #1") as found:
        await Runner.run(Agent(name="A", model=model), "hi")
    assert found.value.call_index == 0


async def test_every_kind_of_item_begins_empty_and_ends_whole() -> None:
    reasoning = ResponseReasoningItem(
        id="r1",
        type="reasoning",
        status="completed",
        summary=[Summary(text="in short", type="summary_text")],
        content=[Content(text="at length", type="reasoning_text")],
    )
    text = ResponseOutputText(type="output_text", text="yes", annotations=[], logprobs=[])
    refusal = ResponseOutputRefusal(type="refusal", refusal="no")
    message = ResponseOutputMessage(
        id="m1", type="message", role="assistant", status="completed", content=[text, refusal]
    )
    call = function_call("act", {"n": 1}, call_id="c1")

    events = await streamed(reasoning, message, call)

    assert [event.sequence_number for event in events] == list(range(len(events)))
    added = [event.item for event in events if event.type == "response.output_item.added"]
    assert {item.status for item in added} == {"in_progress"}
    assert (added[0].summary, added[1].content, added[2].arguments) == ([], [], "")
    deltas = [event.delta for event in events if event.type.endswith(".delta")]
    assert deltas == ["in short", "at length", "yes", "no", '{"n": 1}']
    done = [event.item for event in events if event.type == "response.output_item.done"]
    assert done == [reasoning, message, call] == events[-1].response.output


async def test_who_changes_an_event_changes_no_other() -> None:
    model = ScriptedModel([[assistant_message("said")]])
    async for event in model.stream_response(**ASKED):
        if event.type == "response.output_item.done":
            event.item.content[0].text = "changed"
    assert event.response.output[0].content[0].text == "said"


async def test_events_nobody_can_know_have_to_be_given() -> None:
    call = {"type": "custom_tool_call", "id": "i1", "call_id": "c1", "name": "act", "input": "x"}
    with pytest.raises(ModelBehaviorError, match=r"does not support dict.*ModelStep\.stream"):
        await streamed(call)


async def test_a_scripted_stream_is_closed_with_its_reader() -> None:
    closed = []

    async def events(call: Any) -> Any:
        try:
            yield "first"
            yield "second"
        finally:
            closed.append(call.input)

    model = ScriptedModel([ModelStep.stream(events)])
    stream: Any = model.stream_response(**ASKED)
    assert await anext(stream) == "first"
    await stream.aclose()
    assert closed == ["hi"]


def test_a_call_of_a_script_has_an_id_of_its_own_and_json_as_models_write_it() -> None:
    call: Any = function_call("act", {"a": 1, "b": 2}, call_id="c1")
    assert (call.id, call.call_id, call.arguments) == ("fc_c1", "c1", '{"a": 1, "b": 2}')
    assert function_call("act", "{}", call_id="c1", item_id="mine").id == "mine"
