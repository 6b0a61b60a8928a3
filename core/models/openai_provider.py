"""OpenAI's models, and those of servers that speak the same API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openai import AsyncOpenAI, Timeout

from core.models import _openai_shared
from core.models.default_models import get_default_model
from core.models.interface import Model, ModelProvider

if TYPE_CHECKING:
    from collections.abc import Callable


CONNECTS_WITHIN = 10.0
"""Seconds."""


def openai_client(*, api_key: str, base_url: str | None, silence: float) -> AsyncOpenAI:
    """A client that gives up a request once nothing has come for so many seconds of silence."""
    timeout = Timeout(silence, connect=CONNECTS_WITHIN)
    return AsyncOpenAI(api_key=api_key, base_url=base_url, timeout=timeout)


class OpenAIProvider(ModelProvider):
    """Makes models of one client; the client is made when the first model is asked for."""

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        openai_client: AsyncOpenAI | None = None,
        organization: str | None = None,
        project: str | None = None,
        use_responses: bool | None = None,
    ) -> None:
        self._make: Callable[[], AsyncOpenAI] = lambda: AsyncOpenAI(
            api_key=api_key or _openai_shared.get_default_openai_key(),
            base_url=base_url,
            organization=organization,
            project=project,
        )
        self._client = openai_client
        self._own_client: AsyncOpenAI | None = None
        self._use_responses = use_responses

    def get_model(self, model_name: str | None) -> Model:
        """A model by name; None asks for the default one."""
        explicit = model_name is not None
        name = model_name or get_default_model()
        responses = self._use_responses
        if responses is None:
            responses = _openai_shared.get_use_responses_by_default()
        if responses:
            from core.models.openai_responses import OpenAIResponsesModel

            return OpenAIResponsesModel(name, self._get_client(), model_is_explicit=explicit)
        from core.models.openai_chatcompletions import OpenAIChatCompletionsModel

        return OpenAIChatCompletionsModel(name, self._get_client())

    async def aclose(self) -> None:
        """Close the client, if it was made here."""
        if self._own_client is not None:
            await self._own_client.close()
            self._own_client = None

    def _get_client(self) -> AsyncOpenAI:
        given = self._client or _openai_shared.get_default_openai_client()
        if given is not None:
            return given
        if self._own_client is None:
            self._own_client = self._make()
        return self._own_client
