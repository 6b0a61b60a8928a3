"""The events of a Responses stream, made from an answer that is already whole."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from openai.types.responses import (
    Response,
    ResponseCompletedEvent,
    ResponseContentPartAddedEvent,
    ResponseContentPartDoneEvent,
    ResponseCreatedEvent,
    ResponseFunctionCallArgumentsDeltaEvent,
    ResponseFunctionCallArgumentsDoneEvent,
    ResponseFunctionToolCall,
    ResponseInProgressEvent,
    ResponseOutputItemAddedEvent,
    ResponseOutputItemDoneEvent,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseTextDeltaEvent,
    ResponseTextDoneEvent,
    ResponseUsage,
)
from openai.types.responses.response_usage import InputTokensDetails, OutputTokensDetails

from core.raw_usage import attach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.items import ModelResponse
    from core.usage import Usage


def message(text: str, item_id: str) -> ResponseOutputMessage:
    """A message with one text."""
    part = ResponseOutputText(text=text, type="output_text", annotations=[], logprobs=[])
    return ResponseOutputMessage(
        id=item_id, type="message", role="assistant", status="completed", content=[part]
    )


def call(
    name: str, arguments: str, call_id: str, item_id: str | None, namespace: str | None
) -> ResponseFunctionToolCall:
    """A function call."""
    fields: dict[str, Any] = {
        "type": "function_call",
        "id": item_id or f"fc_{call_id}",
        "call_id": call_id,
        "name": name,
        "arguments": arguments,
    }
    if namespace is not None:
        fields["namespace"] = namespace
    return ResponseFunctionToolCall(**fields)


def response_object(answer: ModelResponse, output: list[Any]) -> Response:
    """An answer as the provider's response object."""
    made = _response(
        id=answer.response_id,
        created_at=time.time(),
        model="scripted",
        object="response",
        output=output,
        tool_choice="auto",
        tools=[],
        parallel_tool_calls=True,
        usage=_usage(answer.usage),
        engine_usage=answer.usage,
    )
    if answer.raw_usage is not None:
        attach(made, answer.raw_usage)
    return made


def events_of(answer: ModelResponse) -> Iterator[Any]:
    """The events an answer would have come in."""
    events = EventWriter()
    yield events.created()
    yield events.in_progress()
    yield from events.rest(answer)


class EventWriter:
    """Writes the events of one stream, with running numbers."""

    def __init__(self) -> None:
        self._next = 0
        self._text_sent = False

    def make(self, event: type[Any], event_type: str, **fields: Any) -> Any:
        """One event."""
        made = event.model_construct(type=event_type, sequence_number=self._next, **fields)
        self._next += 1
        return made

    def created(self) -> ResponseCreatedEvent:
        """The stream begins."""
        made: ResponseCreatedEvent = self.make(
            ResponseCreatedEvent, "response.created", response=_empty()
        )
        return made

    def in_progress(self) -> ResponseInProgressEvent:
        """The model is at work."""
        made: ResponseInProgressEvent = self.make(
            ResponseInProgressEvent, "response.in_progress", response=_empty()
        )
        return made

    def text_delta(self, text: str) -> ResponseTextDeltaEvent:
        """A piece of the text of the first message."""
        self._text_sent = True
        made: ResponseTextDeltaEvent = self.make(
            ResponseTextDeltaEvent,
            "response.output_text.delta",
            delta=text,
            logprobs=[],
            item_id="",
            output_index=0,
            content_index=0,
        )
        return made

    def rest(self, answer: ModelResponse) -> Iterator[Any]:
        """Everything that follows once the answer is whole; text is not sent twice."""
        for index, item in enumerate(answer.output):
            yield from _item_events(self, item, index, deltas=not self._text_sent)
        whole = response_object(answer, list(answer.output))
        yield self.make(ResponseCompletedEvent, "response.completed", response=whole)


def _empty() -> Response:
    return _response(id="", output=[], object="response")


def _response(**fields: Any) -> Response:
    return Response.model_construct(**fields)


def _item_events(events: EventWriter, item: Any, index: int, *, deltas: bool) -> Iterator[Any]:
    added, done = "response.output_item.added", "response.output_item.done"
    if isinstance(item, ResponseOutputMessage):
        empty = item.model_copy(update={"content": [], "status": "in_progress"})
        yield events.make(ResponseOutputItemAddedEvent, added, item=empty, output_index=index)
        for place, part in enumerate(item.content):
            yield from _part_events(events, item.id, part, index, place, deltas=deltas)
    elif isinstance(item, ResponseFunctionToolCall):
        empty_call = item.model_copy(update={"arguments": ""})
        yield events.make(ResponseOutputItemAddedEvent, added, item=empty_call, output_index=index)
        at = {"item_id": item.id or "", "output_index": index}
        delta = "response.function_call_arguments.delta"
        yield events.make(
            ResponseFunctionCallArgumentsDeltaEvent, delta, delta=item.arguments, **at
        )
        whole = "response.function_call_arguments.done"
        yield events.make(
            ResponseFunctionCallArgumentsDoneEvent,
            whole,
            arguments=item.arguments,
            name=item.name,
            **at,
        )
    else:
        yield events.make(ResponseOutputItemAddedEvent, added, item=item, output_index=index)
    yield events.make(ResponseOutputItemDoneEvent, done, item=item, output_index=index)


def _part_events(
    events: EventWriter, item_id: str, part: Any, index: int, place: int, *, deltas: bool
) -> Iterator[Any]:
    at = {"item_id": item_id, "output_index": index, "content_index": place}
    if isinstance(part, ResponseOutputText):
        empty = part.model_copy(update={"text": ""})
        yield events.make(
            ResponseContentPartAddedEvent, "response.content_part.added", part=empty, **at
        )
        if deltas:
            delta = "response.output_text.delta"
            yield events.make(ResponseTextDeltaEvent, delta, delta=part.text, logprobs=[], **at)
        yield events.make(
            ResponseTextDoneEvent, "response.output_text.done", text=part.text, logprobs=[], **at
        )
    else:
        yield events.make(
            ResponseContentPartAddedEvent, "response.content_part.added", part=part, **at
        )
    yield events.make(ResponseContentPartDoneEvent, "response.content_part.done", part=part, **at)


def _usage(usage: Usage) -> ResponseUsage:
    read, written = usage.input_tokens_details, usage.output_tokens_details
    return ResponseUsage.model_construct(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.total_tokens,
        input_tokens_details=InputTokensDetails.model_construct(
            cached_tokens=getattr(read, "cached_tokens", 0),
            cache_write_tokens=getattr(read, "cache_write_tokens", 0),
        ),
        output_tokens_details=OutputTokensDetails.model_construct(
            reasoning_tokens=getattr(written, "reasoning_tokens", 0)
        ),
    )
