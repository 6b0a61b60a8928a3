"""A model that follows a script and records what it is asked."""

from __future__ import annotations

import copy
from contextlib import aclosing
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from core.concurrency.maybe_await import settled
from core.items import ModelResponse
from core.models.interface import ModelTracing
from core.models.raw_usage import snapshot
from core.models.request_model import RequestModel
from core.testing.outputs import assistant_message, check_can_stream, function_call, said
from core.testing.script import (
    InvalidModelStep,
    ModelCall,
    ModelResponder,
    ModelScriptError,
    ModelScriptItem,
    ModelStep,
    ModelStepResult,
    ModelStepSpec,
    ModelStreamFactory,
    UnconsumedModelSteps,
    UnexpectedModelCall,
    read_step,
)
from core.tracing.model_calls import traced_generation, within
from core.usage import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from core.items import TResponseStreamEvent
    from core.models.request_model import ModelRequest
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest

__all__ = [
    "InvalidModelStep",
    "ModelCall",
    "ModelResponder",
    "ModelScriptError",
    "ModelScriptItem",
    "ModelStep",
    "ModelStepResult",
    "ModelStepSpec",
    "ModelStreamFactory",
    "ScriptedModel",
    "UnconsumedModelSteps",
    "UnexpectedModelCall",
    "assistant_message",
    "function_call",
]


class ScriptedModel(RequestModel):
    """Answers with the steps of a script, in order; streams them when asked to."""

    def __init__(
        self,
        steps: Iterable[ModelScriptItem] = (),
        *,
        emit_traces: bool = False,
        default_usage: Usage | None = None,
    ) -> None:
        self._steps: list[ModelStep] = []
        self._calls: list[ModelCall] = []
        self._default_usage = default_usage
        self._failed: ModelStep | None = None
        self.emit_traces = emit_traces
        self.extend(steps)

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """The calls so far, as copies."""
        return tuple(_snapshot(call) for call in self._calls)

    @property
    def remaining_steps(self) -> int:
        """How many steps are left."""
        return len(self._steps)

    @property
    def first_call(self) -> ModelCall | None:
        """The first call."""
        return _snapshot(self._calls[0]) if self._calls else None

    @property
    def last_call(self) -> ModelCall | None:
        """The latest call."""
        return _snapshot(self._calls[-1]) if self._calls else None

    def enqueue(self, step: ModelScriptItem) -> None:
        """Add a step to the end of the script."""
        self.extend([step])

    def extend(self, steps: Iterable[ModelScriptItem]) -> None:
        """Add steps to the end of the script; all of them or, if one is no step, none."""
        self._steps += [read_step(step, index) for index, step in enumerate(steps)]

    def set_default_usage(self, usage: Usage | None) -> None:
        """What answers use that do not say it themselves."""
        self._default_usage = usage

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        """The advice of the step that failed with this error."""
        failed = self._failed
        if failed is None or failed.error is not request.error:
            return None
        return copy.deepcopy(failed.retry_advice)

    def assert_complete(self) -> None:
        """Raise UnconsumedModelSteps when steps are left."""
        if self._steps:
            count = len(self._steps)
            raise UnconsumedModelSteps(
                f"{count} scripted model step{'s' if count > 1 else ''} left",
                remaining_steps=count,
            )

    async def answer(self, request: ModelRequest) -> ModelResponse:
        """The next answer."""
        call = self._record(request, streamed=False)
        with traced_generation(self._told(call.tracing)):
            return self._response(await self._next(call), call)

    async def stream(self, request: ModelRequest) -> AsyncIterator[TResponseStreamEvent]:
        """The next answer, as events."""
        call = self._record(request, streamed=True)
        with traced_generation(self._told(call.tracing)) as span:
            step = await self._next(call)
            if callable(step.stream_events):
                async with aclosing(within(span, step.stream_events(call))) as events:
                    async for event in events:
                        yield event
                return
            scripted = step.stream_events
            for event in self._events(step, call) if scripted is None else scripted:
                yield event

    def _told(self, tracing: ModelTracing) -> ModelTracing:
        return tracing if self.emit_traces else ModelTracing.DISABLED

    def _record(self, request: ModelRequest, *, streamed: bool) -> ModelCall:
        asked = {f.name: getattr(request, f.name) for f in fields(request)}
        call = _snapshot(ModelCall(**asked, streamed=streamed))
        self._calls.append(call)
        return _snapshot(call)

    async def _next(self, call: ModelCall) -> ModelStep:
        self._failed = None
        index = len(self._calls) - 1
        if not self._steps:
            raise UnexpectedModelCall(
                f"Model call #{index + 1}: no scripted steps remain", call=call, call_index=index
            )
        step = self._steps.pop(0)
        while step.responder is not None:
            step = read_step(await settled(step.responder(call)), index)
        if step.error is not None:
            self._failed = step
            raise step.error
        return step

    def _response(self, step: ModelStep, call: ModelCall) -> ModelResponse:
        usage = step.usage
        if usage == Usage():
            usage = copy.deepcopy(self._default_usage) or Usage(requests=1)
        return ModelResponse(
            output=[said(item) for item in step.output],
            usage=usage,
            response_id=step.response_id,
            request_id=step.request_id,
            raw_usage=snapshot(step.raw_usage) if call.model_settings.preserve_raw_usage else None,
        )

    def _events(self, step: ModelStep, call: ModelCall) -> Iterator[TResponseStreamEvent]:
        from core.models.response_events import events_of

        answer = self._response(step, call)
        check_can_stream(answer.output)
        return events_of(answer)


def _snapshot(call: ModelCall) -> ModelCall:
    """A copy that later changes do not reach; tools and schemas stay the objects they are."""
    return replace(
        call,
        input=copy.deepcopy(call.input),
        model_settings=copy.deepcopy(call.model_settings),
        tools=list(call.tools),
        handoffs=list(call.handoffs),
        prompt=copy.deepcopy(call.prompt),
    )
