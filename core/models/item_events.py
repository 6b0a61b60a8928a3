"""The events in which one item of an answer comes: begun and empty, piece by piece, whole.

Every event has copies of its own, so that who changes one changes nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from openai.types.responses import (
    ResponseApplyPatchToolCall,
    ResponseContentPartAddedEvent,
    ResponseContentPartDoneEvent,
    ResponseFunctionCallArgumentsDeltaEvent,
    ResponseFunctionCallArgumentsDoneEvent,
    ResponseFunctionToolCall,
    ResponseOutputItemAddedEvent,
    ResponseOutputItemDoneEvent,
    ResponseOutputMessage,
    ResponseOutputRefusal,
    ResponseOutputText,
    ResponseOutputTextAnnotationAddedEvent,
    ResponseReasoningItem,
    ResponseReasoningSummaryPartAddedEvent,
    ResponseReasoningSummaryPartDoneEvent,
    ResponseReasoningSummaryTextDeltaEvent,
    ResponseReasoningSummaryTextDoneEvent,
    ResponseReasoningTextDeltaEvent,
    ResponseReasoningTextDoneEvent,
    ResponseRefusalDeltaEvent,
    ResponseRefusalDoneEvent,
    ResponseTextDeltaEvent,
    ResponseTextDoneEvent,
    response_reasoning_summary_part_added_event,
    response_reasoning_summary_part_done_event,
    response_text_delta_event,
    response_text_done_event,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

KNOWN = (
    ResponseApplyPatchToolCall,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseReasoningItem,
)
"""Items whose events follow from the item."""
Make = Callable[..., Any]
"""Makes an event of a class and its fields, with the next number."""


def item_events(make: Make, item: Any, index: int, *, deltas: bool) -> Iterator[Any]:
    """All events of an item; without `deltas` the pieces of its texts were sent before."""
    yield make(ResponseOutputItemAddedEvent, item=_begun(item), output_index=index)
    match item:
        case ResponseOutputMessage():
            for place, part in enumerate(item.content):
                at = {"item_id": item.id, "output_index": index, "content_index": place}
                yield from _part_events(make, part, at, deltas=deltas)
        case ResponseFunctionToolCall():
            yield from _argument_events(make, item, index)
        case ResponseReasoningItem():
            yield from _reasoning_events(make, item, index)
        case _:
            pass
    yield make(ResponseOutputItemDoneEvent, item=copy.deepcopy(item), output_index=index)


def _begun(item: Any) -> Any:
    """The item as it is when nothing of it has come."""
    changes: dict[str, Any] = {"status": "in_progress"}
    match item:
        case ResponseOutputMessage():
            changes["content"] = []
        case ResponseFunctionToolCall():
            changes["arguments"] = ""
        case ResponseReasoningItem():
            content: list[Any] | None = None if item.content is None else []
            changes |= {"summary": [], "content": content, "encrypted_content": None}
        case ResponseApplyPatchToolCall():
            pass
        case _:
            return copy.deepcopy(item)
    return copy.deepcopy(item).model_copy(update=changes)


def _argument_events(make: Make, call: ResponseFunctionToolCall, index: int) -> Iterator[Any]:
    at = {"item_id": call.call_id if call.id is None else call.id, "output_index": index}
    yield make(ResponseFunctionCallArgumentsDeltaEvent, delta=call.arguments, **at)
    yield make(
        ResponseFunctionCallArgumentsDoneEvent, arguments=call.arguments, name=call.name, **at
    )


def _part_events(make: Make, part: Any, at: dict[str, Any], *, deltas: bool) -> Iterator[Any]:
    empty = copy.deepcopy(part)
    match part:
        case ResponseOutputText():
            empty.text, empty.annotations = "", []
            empty.logprobs = None if part.logprobs is None else []
            yield make(ResponseContentPartAddedEvent, part=empty, **at)
            yield from _text_events(make, part, at, deltas=deltas)
        case ResponseOutputRefusal():
            empty.refusal = ""
            yield make(ResponseContentPartAddedEvent, part=empty, **at)
            yield make(ResponseRefusalDeltaEvent, delta=part.refusal, **at)
            yield make(ResponseRefusalDoneEvent, refusal=part.refusal, **at)
        case _:
            yield make(ResponseContentPartAddedEvent, part=empty, **at)
    yield make(ResponseContentPartDoneEvent, part=copy.deepcopy(part), **at)


def _text_events(
    make: Make, part: ResponseOutputText, at: dict[str, Any], *, deltas: bool
) -> Iterator[Any]:
    if deltas:
        odds = _odds(response_text_delta_event.Logprob, part)
        yield make(ResponseTextDeltaEvent, delta=part.text, logprobs=odds, **at)
    for number, annotation in enumerate(part.annotations):
        noted = annotation.model_dump()
        yield make(
            ResponseOutputTextAnnotationAddedEvent,
            annotation=noted,
            annotation_index=number,
            **at,
        )
    odds = _odds(response_text_done_event.Logprob, part)
    yield make(ResponseTextDoneEvent, text=part.text, logprobs=odds, **at)


def _odds(kind: Any, part: ResponseOutputText) -> list[Any]:
    return [kind.model_validate(odds.model_dump()) for odds in part.logprobs or []]


def _reasoning_events(make: Make, item: ResponseReasoningItem, index: int) -> Iterator[Any]:
    at: dict[str, Any]
    for place, part in enumerate(item.summary):
        at = {"item_id": item.id, "output_index": index, "summary_index": place}
        empty = response_reasoning_summary_part_added_event.Part(type="summary_text", text="")
        whole = response_reasoning_summary_part_done_event.Part(type="summary_text", text=part.text)
        yield make(ResponseReasoningSummaryPartAddedEvent, part=empty, **at)
        yield make(ResponseReasoningSummaryTextDeltaEvent, delta=part.text, **at)
        yield make(ResponseReasoningSummaryTextDoneEvent, text=part.text, **at)
        yield make(ResponseReasoningSummaryPartDoneEvent, part=whole, **at)
    for place, text in enumerate(item.content or []):
        at = {"item_id": item.id, "output_index": index, "content_index": place}
        yield make(ResponseReasoningTextDeltaEvent, delta=text.text, **at)
        yield make(ResponseReasoningTextDoneEvent, text=text.text, **at)
