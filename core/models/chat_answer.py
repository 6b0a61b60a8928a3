"""Answers of the Chat Completions API, as the items the engine works with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from openai.types.responses import (
    ResponseOutputMessage,
    ResponseOutputRefusal,
    ResponseOutputText,
    ResponseReasoningItem,
)
from openai.types.responses.response_reasoning_item import Summary

from core.exceptions import ModelAnswerError
from core.items import ModelResponse
from core.models.fake_id import FAKE_RESPONSES_ID
from core.models.raw_usage import snapshot
from core.models.response_objects import call
from core.usage import InputTokensDetails, OutputTokensDetails, Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

CUT_OFF = {
    "length": "the answer was cut off at the limit of tokens",
    "content_filter": "the answer was withheld by a content filter",
}
"""Ends after which an answer is not whole."""


@dataclass(eq=False)
class Part:
    """What becomes one item of an answer: thoughts, words, or a call. Two that say the same are
    two."""

    kind: Literal["thoughts", "words", "call"]
    text: str = ""
    """The thoughts, the words, or the arguments."""
    refusal: str = ""
    call_id: str = ""
    name: str = ""

    def item(self) -> Any:
        """The item, as far as it has come."""
        match self.kind:
            case "thoughts":
                summary = [Summary(text=self.text, type="summary_text")]
                return ResponseReasoningItem(
                    id=FAKE_RESPONSES_ID, summary=summary, type="reasoning"
                )
            case "words":
                return ResponseOutputMessage(
                    id=FAKE_RESPONSES_ID,
                    type="message",
                    role="assistant",
                    status="completed",
                    content=list(self._content()),
                )
            case "call":
                return call(self.name, self.text, self.call_id, FAKE_RESPONSES_ID, None)

    def _content(self) -> Iterator[Any]:
        if self.text:
            yield ResponseOutputText(
                text=self.text, type="output_text", annotations=[], logprobs=[]
            )
        if self.refusal:
            yield ResponseOutputRefusal(refusal=self.refusal, type="refusal")


@dataclass(frozen=True)
class Piece:
    """Text that has come in a stream, and the part it belongs to."""

    index: int
    part: Part
    text: str


@dataclass
class AnswerBuilder:
    """Puts an answer together, from the chunks of a stream or from one message."""

    parts: list[Part] = field(default_factory=list)
    calls: dict[int, Part] = field(default_factory=dict)
    finish_reason: str | None = None
    usage: Any = None

    def add(self, chunk: Any) -> list[Piece]:
        """Take up a chunk; the pieces it brings."""
        self.usage = chunk.usage or self.usage
        if not chunk.choices:
            return []
        choice = chunk.choices[0]
        self.finish_reason = choice.finish_reason or self.finish_reason
        return self.take(choice.delta)

    def take(self, message: Any) -> list[Piece]:
        """Take up a message or a part of one; the pieces it brings."""
        return [*self._taken(message)]

    def _taken(self, message: Any) -> Iterator[Piece]:
        if thoughts := _thoughts(message):
            yield self._grown(self._only("thoughts"), thoughts)
        if message.content:
            yield self._grown(self._only("words"), message.content)
        if refusal := getattr(message, "refusal", None):
            self._only("words").refusal += refusal
        for place, made in enumerate(message.tool_calls or []):
            if made.type in ("function", None):  # A part of one need not say it.
                yield from self._of_call(self._call(getattr(made, "index", place)), made)

    def _of_call(self, part: Part, made: Any) -> Iterator[Piece]:
        part.call_id = made.id or part.call_id
        if made.function is None:
            return
        if made.function.name != part.name:  # Some servers give it with every part.
            part.name += made.function.name or ""
        if made.function.arguments:
            yield self._grown(part, made.function.arguments)

    def answer(self) -> ModelResponse:
        """The whole answer; an error when it ended before it was whole."""
        if self.finish_reason is None:
            raise ModelAnswerError(
                "The model's stream ended before its answer did.", "stream_ended"
            )
        said = not self.calls and any(p.text for p in self.parts if p.kind == "words")
        # Words a filter has stopped at were said; calls it has stopped in were not made.
        if self.finish_reason in CUT_OFF and not (self.finish_reason == "content_filter" and said):
            why = CUT_OFF[self.finish_reason]
            raise ModelAnswerError(f"The model's answer is incomplete: {why}", self.finish_reason)
        return ModelResponse(
            output=[part.item() for part in self.parts],
            usage=_usage(self.usage),
            response_id=None,
            raw_usage=snapshot(self.usage),
        )

    def _only(self, kind: Literal["thoughts", "words"]) -> Part:
        found = next((part for part in self.parts if part.kind == kind), None)
        return found or self._new(Part(kind))

    def _call(self, number: int) -> Part:
        if number not in self.calls:
            self.calls[number] = self._new(Part("call"))
        return self.calls[number]

    def _new(self, part: Part) -> Part:
        self.parts.append(part)
        return part

    def _grown(self, part: Part, text: str) -> Piece:
        part.text += text
        return Piece(self.parts.index(part), part, text)


def answer_of(completion: Any) -> ModelResponse:
    """The answer of a completion that came at once."""
    choice = completion.choices[0]
    builder = AnswerBuilder(finish_reason=choice.finish_reason or "stop", usage=completion.usage)
    builder.take(choice.message)
    return builder.answer()


def _thoughts(message: Any) -> str:
    """What servers of open models add to the API: the thoughts before an answer."""
    said = [getattr(message, name, None) for name in ("reasoning_content", "reasoning")]
    return next((text for text in said if isinstance(text, str)), "")


def _usage(usage: Any) -> Usage:
    if usage is None:
        return Usage(requests=1)
    read, written = usage.prompt_tokens_details, usage.completion_tokens_details
    return Usage(
        requests=1,
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        total_tokens=usage.total_tokens,
        input_tokens_details=InputTokensDetails(
            cached_tokens=getattr(read, "cached_tokens", 0) or 0
        ),
        output_tokens_details=OutputTokensDetails(
            reasoning_tokens=getattr(written, "reasoning_tokens", 0) or 0
        ),
    )
