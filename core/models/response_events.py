"""The events of a Responses stream, made from an answer that is whole or comes in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, get_args

from openai.types.responses import (
    ResponseCompletedEvent,
    ResponseCreatedEvent,
    ResponseInProgressEvent,
)

from core.models.item_events import beginning_events, item_events, parts_of, piece_events
from core.models.response_objects import response_begun, response_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import BaseModel

    from core.items import ModelResponse
    from core.models.item_events import At

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
        self._begun: dict[int, tuple[Any, At]] = {}

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

    def piece(self, index: int, item: Callable[[], Any], text: str) -> Iterator[Any]:
        """A piece of the first part of an item, which begins with its first piece."""
        if index not in self._begun:
            first = item()
            self._begun[index] = parts_of(first, index)[0]
            yield from beginning_events(self.make, first, index)
        part, at = self._begun[index]
        yield from piece_events(self.make, part, at, text)

    def rest(self, answer: ModelResponse) -> Iterator[Any]:
        """Everything that follows once the answer is whole; no piece is sent twice."""
        for index, item in enumerate(answer.output):
            yield from item_events(self.make, item, index, begun=index in self._begun)
        yield self.make(ResponseCompletedEvent, response=response_object(answer))
