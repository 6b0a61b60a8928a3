"""What the engine wants of a model, and of whoever provides models."""

from __future__ import annotations

import abc
import enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.items import ModelResponse, TResponseInputItem, TResponseStreamEvent
    from core.model_settings import ModelSettings
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest
    from core.tool import Tool


class ModelTracing(enum.Enum):
    """What a model may put into a trace."""

    DISABLED = 0
    ENABLED = 1
    ENABLED_WITHOUT_DATA = 2

    def is_disabled(self) -> bool:
        """Nothing."""
        return self is ModelTracing.DISABLED

    def include_data(self) -> bool:
        """Everything, inputs and outputs included."""
        return self is ModelTracing.ENABLED


class Model(abc.ABC):
    """A model."""

    async def close(self) -> None:  # noqa: B027 - most models hold nothing
        """Give back what the model holds."""

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        """What the model knows about trying a failed call again."""
        return None

    @abc.abstractmethod
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
        """One answer."""

    @abc.abstractmethod
    def stream_response(
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
        """One answer, as the events of a Responses stream; the last one carries the whole."""


class ModelProvider(abc.ABC):
    """Knows models by name."""

    @abc.abstractmethod
    def get_model(self, model_name: str | None) -> Model:
        """A model; None asks for the default."""

    async def aclose(self) -> None:  # noqa: B027 - most providers hold nothing
        """Give back what the provider holds."""
