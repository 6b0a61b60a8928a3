"""Models behind the Chat Completions API, for servers that speak nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import ModelBehaviorError
from core.models.chat_answer import AnswerBuilder, answer_of
from core.models.chat_messages import chat_format, chat_tool_choice, chat_tools, messages_of
from core.models.openai_errors import retry_advice
from core.models.request_model import RequestModel
from core.models.response_events import EventWriter
from core.transcript.raw_items import plain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from openai import AsyncOpenAI

    from core.items import ModelResponse, TResponseStreamEvent
    from core.models.request_model import ModelRequest
    from core.retry import ModelRetryAdvice, ModelRetryAdviceRequest


class OpenAIChatCompletionsModel(RequestModel):
    """A model of a client."""

    def __init__(self, model: str, openai_client: AsyncOpenAI) -> None:
        self.model = model
        self._client = openai_client

    def get_retry_advice(self, request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
        """What an error of the client says about trying again."""
        return retry_advice(request)

    async def answer(self, request: ModelRequest) -> ModelResponse:
        """One answer. One that was cut off is an error: half a call never runs."""
        completion: Any = await self._client.chat.completions.create(**self._arguments(request))
        if not completion.choices:
            raise ModelBehaviorError("The model's answer has no choices.")
        return answer_of(completion)

    async def stream(self, request: ModelRequest) -> AsyncIterator[TResponseStreamEvent]:
        """The events of one answer, as the Responses API would send them."""
        arguments = self._arguments(request)
        counted = request.model_settings.include_usage is not False
        arguments["stream_options"] = {"include_usage": counted}
        stream: Any = await self._client.chat.completions.create(**arguments, stream=True)
        builder, events = AnswerBuilder(), EventWriter()
        yield events.created()
        async with stream:
            async for chunk in stream:
                for piece in builder.add(chunk):
                    for event in events.piece(piece.index, piece.part.item, piece.text):
                        yield event
        for event in events.rest(builder.answer()):
            yield event

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        settings = request.model_settings
        converted = chat_tools(request.tools, request.handoffs)
        reasoning = plain(settings.reasoning) or {}
        arguments = {
            "model": self.model,
            "messages": messages_of(request.input, request.system_instructions),
            "tools": converted or None,
            "tool_choice": chat_tool_choice(settings.tool_choice) if converted else None,
            "response_format": chat_format(request.output_schema),
            "parallel_tool_calls": settings.parallel_tool_calls if converted else None,
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            "frequency_penalty": settings.frequency_penalty,
            "presence_penalty": settings.presence_penalty,
            "max_tokens": settings.max_tokens,
            "reasoning_effort": reasoning.get("effort"),
            "verbosity": settings.verbosity,
            "metadata": settings.metadata,
            "store": settings.store,
            "top_logprobs": settings.top_logprobs,
            "logprobs": True if settings.top_logprobs is not None else None,
            "extra_headers": settings.extra_headers,
            "extra_query": settings.extra_query,
            "extra_body": settings.extra_body,
            **(settings.extra_args or {}),
        }
        return {name: value for name, value in arguments.items() if value is not None}
