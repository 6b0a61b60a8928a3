"""Models behind the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.answers import answer_of_response
from core.models.interface import Model
from core.models.openai_errors import retry_advice
from core.models.responses_request import Converter, request
from core.raw_usage import attach
from core.tracing.model_calls import traced_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from openai import AsyncOpenAI

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff
    from core.items import ModelResponse, TResponseInputItem, TResponseStreamEvent
    from core.model_settings import ModelSettings
    from core.models.interface import ModelTracing
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest
    from core.tool import Tool

__all__ = ["Converter", "OpenAIResponsesModel"]

ENDED = frozenset({"response.completed", "response.incomplete"})
"""Events with a response that may be used."""


class OpenAIResponsesModel(Model):
    """A model of a client; the client repeats calls that failed, and honours Retry-After."""

    def __init__(
        self, model: str, openai_client: AsyncOpenAI, *, model_is_explicit: bool = True
    ) -> None:
        self.model = model
        self._client = openai_client
        self._model_is_explicit = model_is_explicit

    def _supports_default_prompt_cache_key(self) -> bool:
        """Servers that only speak like OpenAI's may refuse what they do not know."""
        return self._client.base_url.host == "api.openai.com"

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        """What an error of the client says about trying again."""
        return retry_advice(request)

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
        """One answer. An answer that was cut off or failed is an error: half a call never runs."""
        with traced_response(tracing) as span:
            response = await self._client.responses.create(
                **self._request(
                    system_instructions,
                    input,
                    model_settings,
                    tools,
                    output_schema,
                    handoffs,
                    previous_response_id,
                    conversation_id,
                    prompt,
                )
            )
            if tracing.include_data():
                span.span_data.response, span.span_data.input = response, input
        if model_settings.preserve_raw_usage:
            attach(response, response.usage)
        return answer_of_response(response)

    async def stream_response(
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
        """The events of one answer; the connection is closed when the reader leaves."""
        with traced_response(tracing) as span:
            stream = await self._client.responses.create(
                **self._request(
                    system_instructions,
                    input,
                    model_settings,
                    tools,
                    output_schema,
                    handoffs,
                    previous_response_id,
                    conversation_id,
                    prompt,
                ),
                stream=True,
            )
            async with stream:
                async for event in stream:
                    if event.type == "response.completed" and tracing.include_data():
                        span.span_data.response, span.span_data.input = event.response, input
                    if event.type in ENDED and model_settings.preserve_raw_usage:
                        attach(event.response, event.response.usage)
                    yield event

    def _request(
        self,
        instructions: str | None,
        items: str | list[TResponseInputItem],
        settings: ModelSettings,
        tools: list[Tool],
        output_schema: AgentOutputSchemaBase | None,
        handoffs: list[Handoff[Any, Any]],
        previous_response_id: str | None,
        conversation_id: str | None,
        prompt: Any | None,
    ) -> dict[str, Any]:
        model = "" if prompt is not None and not self._model_is_explicit else self.model
        return request(
            model,
            instructions,
            items,
            settings,
            tools,
            output_schema,
            handoffs,
            previous_response_id=previous_response_id,
            conversation_id=conversation_id,
            prompt=prompt,
        )
