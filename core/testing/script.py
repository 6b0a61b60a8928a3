"""Scripts for a scripted model: their steps, what may stand for a step, and what is no step."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, cast

from typing_extensions import TypedDict

from core.items import ModelResponse
from core.usage import Usage

if TYPE_CHECKING:
    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.items import TResponseOutputItem, TResponseStreamEvent
    from core.model_settings import ModelSettings
    from core.models.interface import ModelTracing
    from core.retry import ModelRetryAdvice
    from core.tool import Tool

DEFAULT_RESPONSE_ID = "resp-789"
ModelResponder = Callable[["ModelCall"], Any]
"""Makes an answer for a call; may be a coroutine."""
ModelStreamFactory = Callable[["ModelCall"], AsyncIterator[Any]]
ModelStepReason = Literal["unsupported_type", "unsupported_field", "invalid_output", "empty_step"]


class ModelScriptError(Exception):
    """A script does not fit what happens."""


class InvalidModelStep(ModelScriptError):
    """A script holds something that is no step."""

    def __init__(self, message: str, *, reason: str, input_index: int) -> None:
        super().__init__(message)
        self.reason = reason
        self.input_index = input_index


class UnexpectedModelCall(ModelScriptError):
    """The model was called when the script had ended."""

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
class ModelCall:
    """One call of the model, as it was made."""

    system_instructions: str | None
    input: Any
    model_settings: ModelSettings
    tools: list[Tool]
    output_schema: AgentOutputSchemaBase | None
    handoffs: list[Handoff[Any, Any]]
    tracing: ModelTracing
    previous_response_id: str | None
    conversation_id: str | None
    prompt: Any | None
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
            output=output, usage=usage or Usage(), response_id=response_id, stream_events=events
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
    """A step from whatever a script may hold."""
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
            raise InvalidModelStep(
                f"Scripted model step #{index} has unknown fields: {', '.join(unknown)}",
                reason="unsupported_field",
                input_index=index,
            )
        return ModelStep(**cast("ModelStepSpec", value))
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return ModelStep(output=list(value))
    raise InvalidModelStep(
        f"Scripted model step #{index} is a {type(value).__name__}, which is no step",
        reason="unsupported_type",
        input_index=index,
    )
