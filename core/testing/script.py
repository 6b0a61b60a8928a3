"""Scripts for a scripted model: their steps, what may stand for a step, and what is no step."""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from typing_extensions import TypedDict

from core.items import ModelResponse
from core.models.request_model import ModelRequest
from core.retry import ModelRetryAdvice
from core.usage import Usage

if TYPE_CHECKING:
    from core.items import TResponseOutputItem, TResponseStreamEvent

DEFAULT_RESPONSE_ID = "resp-789"
ModelResponder = Callable[["ModelCall"], Any]
"""Makes an answer for a call; may be a coroutine."""
ModelStreamFactory = Callable[["ModelCall"], AsyncIterator[Any]]
ModelStepReason = Literal[
    "invalid_input",
    "unsupported_field",
    "invalid_error",
    "invalid_responder",
    "invalid_stream_events",
    "conflicting_outcomes",
    "invalid_retry_advice",
]


class ModelScriptError(Exception):
    """A script does not fit what happens."""


class InvalidModelStep(ModelScriptError):
    """A script holds something that is no step; `input_index` counts from 0."""

    def __init__(self, message: str, *, reason: ModelStepReason, input_index: int) -> None:
        super().__init__(message)
        self.reason = reason
        self.input_index = input_index


class UnexpectedModelCall(ModelScriptError):
    """The model was called when the script had ended; `call_index` counts from 0."""

    def __init__(self, message: str, *, call: ModelCall, call_index: int) -> None:
        super().__init__(message)
        self.call = call
        self.call_index = call_index


class UnconsumedModelSteps(ModelScriptError):
    """The script has steps that were never reached."""

    def __init__(self, message: str, *, remaining_steps: int) -> None:
        super().__init__(message)
        self.remaining_steps = remaining_steps


@dataclass(frozen=True)
class ModelCall(ModelRequest):
    """One call of the model, as it was made."""

    streamed: bool


@dataclass
class ModelStep:
    """One answer of a script."""

    output: Sequence[TResponseOutputItem] = ()
    usage: Usage = field(default_factory=Usage)
    response_id: str | None = DEFAULT_RESPONSE_ID
    request_id: str | None = None
    raw_usage: dict[str, Any] | None = None
    error: Exception | None = None
    responder: ModelResponder | None = None
    stream_events: Sequence[TResponseStreamEvent] | ModelStreamFactory | None = None
    retry_advice: ModelRetryAdvice | None = None

    @classmethod
    def raise_error(
        cls, error: Exception, *, retry_advice: ModelRetryAdvice | None = None
    ) -> ModelStep:
        """A call that fails."""
        return cls(error=error, retry_advice=retry_advice)

    @classmethod
    def respond(cls, responder: ModelResponder) -> ModelStep:
        """An answer that depends on the call."""
        return cls(responder=responder)

    @classmethod
    def stream(
        cls,
        events: Sequence[TResponseStreamEvent] | ModelStreamFactory,
        *,
        output: Sequence[TResponseOutputItem] = (),
        usage: Usage | None = None,
        response_id: str | None = DEFAULT_RESPONSE_ID,
    ) -> ModelStep:
        """A stream given event by event."""
        return cls(
            output=output,
            usage=usage or Usage(),
            response_id=response_id,
            stream_events=events if callable(events) else tuple(events),
        )


class ModelStepSpec(TypedDict, total=False):
    """The fields of a step, as a dict."""

    output: Sequence[Any]
    usage: Usage
    response_id: str | None
    request_id: str | None
    raw_usage: dict[str, Any] | None
    error: Exception | None
    responder: ModelResponder | None
    stream_events: Any
    retry_advice: Any


ModelStepResult = ModelStep | ModelStepSpec | ModelResponse | Sequence[Any]
"""What a responder may return."""
ModelScriptItem = ModelStepResult | Exception
"""What a script may consist of: steps, their fields, responses, lists of items, errors."""


def read_step(value: Any, index: int) -> ModelStep:
    """The step a value stands for, as a copy that later changes do not reach.

    Raises InvalidModelStep; `index` is the place in the script, from 0.
    """
    step = _as_step(value, index)
    fault = _fault(step)
    if fault is not None:
        reason, why = fault
        raise _invalid(index, why, reason)
    return replace(
        step,
        output=copy.deepcopy(list(step.output)),
        usage=copy.deepcopy(step.usage),
        raw_usage=copy.deepcopy(step.raw_usage),
        retry_advice=copy.deepcopy(step.retry_advice),
    )


def _as_step(value: Any, index: int) -> ModelStep:
    if isinstance(value, ModelStep):
        return value
    if isinstance(value, Exception):
        return ModelStep(error=value)
    if isinstance(value, ModelResponse):
        return ModelStep(
            output=value.output,
            usage=value.usage,
            response_id=value.response_id,
            request_id=value.request_id,
        )
    if isinstance(value, Mapping):
        unknown = sorted(str(k) for k in value if k not in {f.name for f in fields(ModelStep)})
        if unknown:
            why = f"has unknown fields: {', '.join(unknown)}"
            raise _invalid(index, why, "unsupported_field")
        return ModelStep(**cast("ModelStepSpec", value))
    if _is_sequence(value):
        return ModelStep(output=value)
    raise _invalid(index, f"is a {type(value).__name__}, which is no step", "invalid_input")


def _fault(step: ModelStep) -> tuple[ModelStepReason, str] | None:
    """The first thing that is wrong with a step."""
    outcomes = [step.error, step.responder, step.stream_events]
    events: Any = step.stream_events
    advice: Any = step.retry_advice
    rules: tuple[tuple[bool, ModelStepReason, str], ...] = (
        (_is(step.error, Exception), "invalid_error", "has an error that is no exception"),
        (
            step.responder is None or callable(step.responder),
            "invalid_responder",
            "has a responder that cannot be called",
        ),
        (
            events is None or callable(events) or _is_sequence(events),
            "invalid_stream_events",
            "has stream events that are neither a sequence nor a function",
        ),
        (
            sum(outcome is not None for outcome in outcomes) <= 1,
            "conflicting_outcomes",
            "has more than one of error, responder and stream_events",
        ),
        (_is_sequence(step.output), "invalid_input", "has an output that is no sequence"),
        (isinstance(step.usage, Usage), "invalid_input", "has a usage that is no Usage"),
        (_is(step.response_id, str), "invalid_input", "has a response id that is no string"),
        (_is(step.request_id, str), "invalid_input", "has a request id that is no string"),
        (_is(step.raw_usage, Mapping), "invalid_input", "has a raw usage that is no mapping"),
        (
            advice is None or (step.error is not None and isinstance(advice, ModelRetryAdvice)),
            "invalid_retry_advice",
            "has retry advice that is none, or without an error",
        ),
    )
    return next(((reason, why) for right, reason, why in rules if not right), None)


def _is(value: Any, kind: type[Any]) -> bool:
    return value is None or isinstance(value, kind)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _invalid(index: int, why: str, reason: ModelStepReason) -> InvalidModelStep:
    words = f"Scripted model step #{index + 1} {why}"
    return InvalidModelStep(words, reason=reason, input_index=index)
