"""The events in which one item of an answer comes: begun and empty, piece by piece, whole.

Every event has copies of its own, so that who changes one changes nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

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
from openai.types.responses.response_reasoning_item import Content, Summary

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
At: TypeAlias = dict[str, Any]
"""Where a part stands: fields that all its events have."""


def item_events(make: Make, item: Any, index: int, *, begun: bool = False) -> Iterator[Any]:
    """All events of an item; of one that has `begun` the text of its first part was sent."""
    if not begun:
        yield _added(make, item, index)
    for number, (part, at) in enumerate(parts_of(item, index)):
        if not (begun and number == 0):
            yield from _part_begins(make, part, at)
            yield from piece_events(make, part, at, _text(part))
        yield from _part_ends(make, part, at)
    yield make(ResponseOutputItemDoneEvent, item=copy.deepcopy(item), output_index=index)


def beginning_events(make: Make, item: Any, index: int) -> Iterator[Any]:
    """The events before the first piece of an item."""
    yield _added(make, item, index)
    for part, at in parts_of(item, index)[:1]:
        yield from _part_begins(make, part, at)


def piece_events(make: Make, part: Any, at: At, text: str) -> Iterator[Any]:
    """The event of a piece of a part."""
    match part:
        case ResponseOutputText():
            odds = _odds(response_text_delta_event.Logprob, part)
            yield make(ResponseTextDeltaEvent, delta=text, logprobs=odds, **at)
        case ResponseOutputRefusal():
            yield make(ResponseRefusalDeltaEvent, delta=text, **at)
        case ResponseFunctionToolCall():
            yield make(ResponseFunctionCallArgumentsDeltaEvent, delta=text, **at)
        case Summary():
            yield make(ResponseReasoningSummaryTextDeltaEvent, delta=text, **at)
        case Content():
            yield make(ResponseReasoningTextDeltaEvent, delta=text, **at)
        case _:
            pass


def parts_of(item: Any, index: int) -> list[tuple[Any, At]]:
    """The parts of an item that come in pieces, and where each of them stands."""
    match item:
        case ResponseOutputMessage():
            here: At = {"item_id": item.id, "output_index": index}
            return [(part, here | {"content_index": n}) for n, part in enumerate(item.content)]
        case ResponseFunctionToolCall():
            own = item.call_id if item.id is None else item.id
            return [(item, {"item_id": own, "output_index": index})]
        case ResponseReasoningItem():
            here = {"item_id": item.id, "output_index": index}
            summary = [(part, here | {"summary_index": n}) for n, part in enumerate(item.summary)]
            whole = enumerate(item.content or [])
            return [*summary, *((part, here | {"content_index": n}) for n, part in whole)]
        case _:
            return []


def _added(make: Make, item: Any, index: int) -> Any:
    """The item as it is when nothing of it has come."""
    changes: dict[str, Any] = {"status": "in_progress"}
    empty = copy.deepcopy(item)
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
            changes = {}
    if changes:
        empty = empty.model_copy(update=changes)
    return make(ResponseOutputItemAddedEvent, item=empty, output_index=index)


def _part_begins(make: Make, part: Any, at: At) -> Iterator[Any]:
    if isinstance(part, ResponseFunctionToolCall | Content):
        return
    if isinstance(part, Summary):
        nothing = response_reasoning_summary_part_added_event.Part(type="summary_text", text="")
        yield make(ResponseReasoningSummaryPartAddedEvent, part=nothing, **at)
        return
    empty = copy.deepcopy(part)
    match empty:
        case ResponseOutputText():
            empty.text, empty.annotations = "", []
            empty.logprobs = None if part.logprobs is None else []
        case ResponseOutputRefusal():
            empty.refusal = ""
        case _:
            pass
    yield make(ResponseContentPartAddedEvent, part=empty, **at)


def _part_ends(make: Make, part: Any, at: At) -> Iterator[Any]:
    match part:
        case ResponseFunctionToolCall(arguments=text, name=name):
            yield make(ResponseFunctionCallArgumentsDoneEvent, arguments=text, name=name, **at)
            return
        case Content(text=text):
            yield make(ResponseReasoningTextDoneEvent, text=text, **at)
            return
        case Summary(text=text):
            whole = response_reasoning_summary_part_done_event.Part(type="summary_text", text=text)
            yield make(ResponseReasoningSummaryTextDoneEvent, text=text, **at)
            yield make(ResponseReasoningSummaryPartDoneEvent, part=whole, **at)
            return
        case ResponseOutputText():
            yield from _text_ends(make, part, at)
        case ResponseOutputRefusal():
            yield make(ResponseRefusalDoneEvent, refusal=part.refusal, **at)
        case _:
            pass
    yield make(ResponseContentPartDoneEvent, part=copy.deepcopy(part), **at)


def _text_ends(make: Make, part: ResponseOutputText, at: At) -> Iterator[Any]:
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


def _text(part: Any) -> str:
    for name in ("text", "refusal", "arguments"):
        if (text := getattr(part, name, None)) is not None:
            return str(text)
    return ""
