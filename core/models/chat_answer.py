"""Answers of the Chat Completions API, as the items the engine works with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from openai.types.responses import ResponseOutputMessage, ResponseOutputRefusal, ResponseOutputText

from core.exceptions import ModelAnswerError
from core.items import ModelResponse
from core.models.response_objects import call
from core.raw_usage import snapshot
from core.usage import InputTokensDetails, OutputTokensDetails, Usage

FAKE_RESPONSES_ID = "__fake_id__"
"""The id of items from APIs that give them none."""
CUT_OFF = {
    "length": "the answer was cut off at the limit of tokens",
    "content_filter": "the answer was withheld by a content filter",
}
"""Ends after which an answer is not whole."""


@dataclass
class _PartialCall:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass
class AnswerBuilder:
    """Puts an answer together from the chunks of a stream."""

    text: str = ""
    refusal: str = ""
    calls: dict[int, _PartialCall] = field(default_factory=dict)
    finish_reason: str | None = None
    usage: Any = None

    def add(self, chunk: Any) -> str:
        """Take up a chunk; the text it brings."""
        self.usage = chunk.usage or self.usage
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self.finish_reason = choice.finish_reason or self.finish_reason
        delta = choice.delta
        self.refusal += getattr(delta, "refusal", None) or ""
        for part in delta.tool_calls or []:
            partial = self.calls.setdefault(part.index, _PartialCall())
            partial.id = part.id or partial.id
            if part.function is not None:
                if part.function.name != partial.name:  # Some servers give it with every part.
                    partial.name += part.function.name or ""
                partial.arguments += part.function.arguments or ""
        text: str = delta.content or ""
        self.text += text
        return text

    def answer(self) -> ModelResponse:
        """The whole answer; an error when the stream ended before it did."""
        if self.finish_reason is None:
            raise ModelAnswerError(
                "The model's stream ended before its answer did.", "stream_ended"
            )
        _check_end(self.finish_reason, said=bool(self.text) and not self.calls)
        calls = [(c.id, c.name, c.arguments) for _, c in sorted(self.calls.items())]
        return _answer(self.text, self.refusal, calls, self.usage)


def answer_of(completion: Any) -> ModelResponse:
    """The answer of a completion that came at once."""
    choice = completion.choices[0]
    message = choice.message
    said = bool(message.content) and not message.tool_calls
    _check_end(choice.finish_reason, said=said)
    calls = [
        (made.id, made.function.name, made.function.arguments)
        for made in message.tool_calls or []
        if made.type == "function"
    ]
    return _answer(message.content or "", message.refusal or "", calls, completion.usage)


def _check_end(reason: str | None, *, said: bool) -> None:
    """Words a filter has stopped at were said; calls it has stopped in were not made."""
    if reason == "content_filter" and said:
        return
    if reason in CUT_OFF:
        raise ModelAnswerError(f"The model's answer is incomplete: {CUT_OFF[reason]}", reason)


def _answer(
    text: str, refusal: str, calls: list[tuple[str, str, str]], usage: Any
) -> ModelResponse:
    content: list[Any] = []
    if text:
        content.append(
            ResponseOutputText(text=text, type="output_text", annotations=[], logprobs=[])
        )
    if refusal:
        content.append(ResponseOutputRefusal(refusal=refusal, type="refusal"))
    output: list[Any] = []
    if content:
        output.append(
            ResponseOutputMessage(
                id=FAKE_RESPONSES_ID,
                type="message",
                role="assistant",
                status="completed",
                content=content,
            )
        )
    output += [call(name, args, call_id, FAKE_RESPONSES_ID, None) for call_id, name, args in calls]
    return ModelResponse(
        output=output, usage=_usage(usage), response_id=None, raw_usage=snapshot(usage)
    )


def _usage(usage: Any) -> Usage:
    if usage is None:
        return Usage()
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
