"""Models behind the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.models.answers import answer_of_response
from core.models.openai_errors import retry_advice
from core.models.raw_usage import attach
from core.models.request_model import RequestModel
from core.models.responses_request import Converter, arguments_of
from core.tracing.model_calls import traced_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from openai import AsyncOpenAI

    from core.items import ModelResponse, TResponseStreamEvent
    from core.models.request_model import ModelRequest
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest

__all__ = ["Converter", "OpenAIResponsesModel"]

ENDED = frozenset({"response.completed", "response.incomplete"})
"""Events with a response that may be used."""


class OpenAIResponsesModel(RequestModel):
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

    async def answer(self, request: ModelRequest) -> ModelResponse:
        """One answer. One that was cut off or failed is an error: half a call never runs."""
        with traced_response(request.tracing) as span:
            response = await self._client.responses.create(**self._arguments(request))
            if request.tracing.include_data():
                span.span_data.response, span.span_data.input = response, request.input
        if request.model_settings.preserve_raw_usage:
            attach(response, response.usage)
        return answer_of_response(response)

    async def stream(self, request: ModelRequest) -> AsyncIterator[TResponseStreamEvent]:
        """The events of one answer; the connection is closed when the reader leaves."""
        with traced_response(request.tracing) as span:
            arguments = self._arguments(request)
            stream = await self._client.responses.create(**arguments, stream=True)
            async with stream:
                async for event in stream:
                    if event.type == "response.completed" and request.tracing.include_data():
                        span.span_data.response = event.response
                        span.span_data.input = request.input
                    if event.type in ENDED and request.model_settings.preserve_raw_usage:
                        attach(event.response, event.response.usage)
                    yield event

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        prompted = request.prompt is not None and not self._model_is_explicit
        return arguments_of(request, "" if prompted else self.model)
