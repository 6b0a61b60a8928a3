"""A model that follows a script and records what it is asked."""

from __future__ import annotations

import copy
import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from core.items import ModelResponse
from core.maybe_await import settled
from core.models.interface import Model, ModelTracing
from core.raw_usage import snapshot
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
from core.tracing.model_calls import traced_generation
from core.usage import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.items import TResponseInputItem, TResponseOutputItem, TResponseStreamEvent
    from core.model_settings import ModelSettings
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest
    from core.tool import Tool

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


class ScriptedModel(Model):
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
        self._advice: ModelRetryAdvice | None = None
        self._count = 0
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
        self._steps += [read_step(step, index) for index, step in enumerate(steps, start=1)]

    def set_default_usage(self, usage: Usage | None) -> None:
        """What answers use that do not say it themselves."""
        self._default_usage = usage

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        """The advice of the step that failed."""
        return self._advice

    def assert_complete(self) -> None:
        """Raise UnconsumedModelSteps when steps are left."""
        if self._steps:
            count = len(self._steps)
            raise UnconsumedModelSteps(
                f"{count} scripted model step{'s' if count > 1 else ''} left",
                remaining_steps=count,
            )

    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any, Any]],
        tracing: ModelTracing,
        *,
        previous_response_id: str | None,
        conversation_id: str | None,
        prompt: Any | None,
    ) -> ModelResponse:
        """The next answer."""
        call = self._record(locals(), streamed=False)
        with traced_generation(self._told(tracing)):
            return self._response(await self._next(call), call)

    async def stream_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any, Any]],
        tracing: ModelTracing,
        *,
        previous_response_id: str | None,
        conversation_id: str | None,
        prompt: Any | None,
    ) -> AsyncIterator[TResponseStreamEvent]:
        """The next answer, as events."""
        from core.models.response_events import events_of

        call = self._record(locals(), streamed=True)
        with traced_generation(self._told(tracing)):
            step = await self._next(call)
            if callable(step.stream_events):
                async for event in step.stream_events(call):
                    yield event
                return
            scripted = step.stream_events
            for event in events_of(self._response(step, call)) if scripted is None else scripted:
                yield event

    def _told(self, tracing: ModelTracing) -> ModelTracing:
        return tracing if self.emit_traces else ModelTracing.DISABLED

    def _record(self, arguments: dict[str, Any], *, streamed: bool) -> ModelCall:
        given = {f.name: arguments[f.name] for f in fields(ModelCall) if f.name != "streamed"}
        call = _snapshot(ModelCall(**given, streamed=streamed))
        self._calls.append(call)
        return _snapshot(call)

    async def _next(self, call: ModelCall) -> ModelStep:
        self._advice = None
        self._count += 1
        if not self._steps:
            raise UnexpectedModelCall(
                f"Model call #{self._count}: no scripted steps remain",
                call=call,
                call_index=self._count,
            )
        step = self._steps.pop(0)
        while step.responder is not None:
            step = read_step(await settled(step.responder(call)), self._count)
        if step.error is not None:
            self._advice = step.retry_advice
            raise step.error
        return step

    def _response(self, step: ModelStep, call: ModelCall) -> ModelResponse:
        usage = step.usage
        if usage == Usage():
            usage = self._default_usage or Usage(requests=1)
        return ModelResponse(
            output=list(step.output),
            usage=copy.deepcopy(usage),
            response_id=step.response_id,
            request_id=step.request_id,
            raw_usage=snapshot(step.raw_usage) if call.model_settings.preserve_raw_usage else None,
        )


def assistant_message(text: str, *, item_id: str = "scripted-message") -> TResponseOutputItem:
    """A message of the model."""
    from core.models.response_events import message

    return message(text, item_id)


def function_call(
    name: str,
    arguments: str | Mapping[str, Any],
    *,
    call_id: str,
    item_id: str | None = None,
    namespace: str | None = None,
) -> TResponseOutputItem:
    """A call of a function tool."""
    from core.models.response_events import call

    text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
    return call(name, text, call_id, item_id, namespace)


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
