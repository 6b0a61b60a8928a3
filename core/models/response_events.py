"""The events of a Responses stream, made from an answer that is already whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, get_args

from openai.types.responses import (
    ResponseCompletedEvent,
    ResponseCreatedEvent,
    ResponseInProgressEvent,
    ResponseTextDeltaEvent,
)

from core.models.item_events import item_events
from core.models.response_objects import response_begun, response_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import BaseModel

    from core.items import ModelResponse

E = TypeVar("E", bound="BaseModel")


def events_of(answer: ModelResponse) -> Iterator[Any]:
    """The events an answer would have come in."""
    events = EventWriter(answer.response_id)
    yield events.created()
    yield events.in_progress()
    yield from events.rest(answer)


class EventWriter:
    """Writes the events of one stream, with running numbers."""

    def __init__(self, response_id: str | None = "") -> None:
        self._response_id = response_id
        self._next = 0
        self._text_sent = False

    def make(self, event: type[E], **fields: Any) -> E:
        """One event."""
        kind = get_args(event.model_fields["type"].annotation)[0]
        made = event.model_construct(type=kind, sequence_number=self._next, **fields)
        self._next += 1
        return made

    def created(self) -> ResponseCreatedEvent:
        """The stream begins."""
        return self.make(ResponseCreatedEvent, response=response_begun(self._response_id))

    def in_progress(self) -> ResponseInProgressEvent:
        """The model is at work."""
        return self.make(ResponseInProgressEvent, response=response_begun(self._response_id))

    def text_delta(self, text: str) -> ResponseTextDeltaEvent:
        """A piece of the text of the first message."""
        self._text_sent = True
        return self.make(
            ResponseTextDeltaEvent,
            delta=text,
            logprobs=[],
            item_id="",
            output_index=0,
            content_index=0,
        )

    def rest(self, answer: ModelResponse) -> Iterator[Any]:
        """Everything that follows once the answer is whole; text is not sent twice."""
        for index, item in enumerate(answer.output):
            yield from item_events(self.make, item, index, deltas=not self._text_sent)
        yield self.make(ResponseCompletedEvent, response=response_object(answer))
