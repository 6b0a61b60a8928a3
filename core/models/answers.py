"""Whether what a model sent is an answer: half an answer is none, as half a call must not run."""

from __future__ import annotations

from typing import Any

from core.exceptions import ModelAnswerError
from core.items import ModelResponse
from core.models.raw_usage import attached
from core.transcript import raw_items
from core.transcript.call_types import CALLS
from core.usage import usage_from_response

ENDS = frozenset(
    {"response.completed", "response.failed", "response.incomplete", "response.error", "error"}
)
"""Events after which a stream brings nothing more."""
SILENT = frozenset({"response.created", "response.queued", "response.in_progress", "keepalive"})
"""Events that say nothing yet."""


def says_something(kind: str) -> bool:
    """Whether an event of a stream is a part of the answer."""
    return kind not in SILENT and kind not in ENDS


def answer_of_event(event: Any, kind: str, streamed: list[Any]) -> ModelResponse:
    """The answer the last event of a stream brings; ModelAnswerError when it brings none.

    Some servers leave the output out of it: then the items that were `streamed` are the output.
    """
    response = getattr(event, "response", None)
    if kind == "response.completed" or (kind == "response.incomplete" and _may_stay(response)):
        answer = answer_of_response(response)
        answer.output = answer.output or list(streamed)
        return answer
    said = getattr(response, "error", None) or event
    why = getattr(said, "message", None) or _cut_by(response) or "no reason given"
    code = getattr(said, "code", None)
    raise ModelAnswerError(f"The model's stream ended with {kind}: {why}", code)


def answer_of_response(response: Any) -> ModelResponse:
    """The answer a whole response is; ModelAnswerError when it is none."""
    status = response.status
    if status in ("failed", "cancelled") or (status == "incomplete" and not _may_stay(response)):
        error = response.error
        why = error.message if error is not None else _cut_by(response)
        code = error.code if error is not None else None
        raise ModelAnswerError(f"The model's answer is {status}: {why}", code)
    for item in response.output or ():
        if raw_items.kind_of(item) in CALLS and raw_items.get(item, "status") == "incomplete":
            raise ModelAnswerError("The model's answer holds half a call.", None)
    return _taken(response)


def _taken(response: Any) -> ModelResponse:
    return ModelResponse(
        output=list(response.output),
        usage=getattr(response, "engine_usage", None) or usage_from_response(response.usage),
        response_id=response.id,
        request_id=getattr(response, "_request_id", None),
        raw_usage=attached(response),
    )


def _cut_by(response: Any) -> str | None:
    return getattr(getattr(response, "incomplete_details", None), "reason", None)


def _may_stay(response: Any) -> bool:
    """Words a filter has stopped at were said; calls it has stopped in were not made."""
    if response is None:
        return False
    kinds = [raw_items.kind_of(item) for item in response.output]
    words = set(kinds) <= {"message", "reasoning"} and "message" in kinds
    return words and _cut_by(response) == "content_filter" and _text(response.output) != ""


def _text(output: list[Any]) -> str:
    messages = [item for item in output if raw_items.kind_of(item) == "message"]
    parts = [part for item in messages for part in raw_items.get(item, "content") or []]
    return "".join(str(raw_items.get(part, "text") or "") for part in parts)
