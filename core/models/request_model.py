"""Models that take what they are asked as one object."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.models.interface import Model

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.items import ModelResponse, TResponseInputItem, TResponseStreamEvent
    from core.model_settings import ModelSettings
    from core.models.interface import ModelTracing
    from core.tool import Tool


@dataclass(frozen=True)
class ModelRequest:
    """Everything a model is asked with."""

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


class RequestModel(Model):
    """A model that answers requests; the public methods only put them together."""

    @abc.abstractmethod
    async def answer(self, request: ModelRequest) -> ModelResponse:
        """One answer. One that was cut off or failed is an error: half a call never runs."""

    @abc.abstractmethod
    def stream(self, request: ModelRequest) -> AsyncIterator[TResponseStreamEvent]:
        """The events of one answer; what the stream holds is given back when its reader leaves."""

    async def get_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any, Any]],
        tracing: ModelTracing,
        previous_response_id: str | None = None,
        conversation_id: str | None = None,
        prompt: Any | None = None,
    ) -> ModelResponse:
        """One answer."""
        return await self.answer(
            ModelRequest(
                system_instructions,
                input,
                model_settings,
                tools,
                output_schema,
                handoffs,
                tracing,
                previous_response_id,
                conversation_id,
                prompt,
            )
        )

    def stream_response(
        self,
        system_instructions: str | None,
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
        model_settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any, Any]],
        tracing: ModelTracing,
        previous_response_id: str | None = None,
        conversation_id: str | None = None,
        prompt: Any | None = None,
    ) -> AsyncIterator[TResponseStreamEvent]:
        """One answer, event by event."""
        return self.stream(
            ModelRequest(
                system_instructions,
                input,
                model_settings,
                tools,
                output_schema,
                handoffs,
                tracing,
                previous_response_id,
                conversation_id,
                prompt,
            )
        )
