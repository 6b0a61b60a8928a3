"""The models that agents run on which bring none of their own."""

from typing import Any

from bot.errors import SettingsError
from bot.settings import Settings
from core import Agent
from core.models.interface import Model, ModelProvider

NO_KEY = "not needed"
"""Servers on one's own machine take any key, but the client insists on one."""


class ConfiguredModels(ModelProvider):
    """Models by name, as the environment says; a missing name means `BOT_MODEL`, or else the
    engine's default."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = _client_of(settings) if settings.has_model else None

    def get_model(self, model_name: str | None) -> Model:
        """Raises `SettingsError` when there is no provider."""
        check_provider(self._settings)
        from core.models.openai_provider import OpenAIProvider

        use_responses = self._settings.model_api == "responses"
        provider = OpenAIProvider(openai_client=self._client, use_responses=use_responses)
        return provider.get_model(model_name or self._settings.model)

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.close()


def _client_of(settings: Settings) -> Any:
    """Imports the client now, half a second that no conversation should have to wait for."""
    from core.models.openai_provider import openai_client

    key = settings.openai_api_key
    return openai_client(
        api_key=key.get_secret_value() if key else NO_KEY,
        base_url=settings.openai_base_url,
        silence=settings.model_timeout,
    )


def models_for(settings: Settings) -> ModelProvider:
    """For the `model_provider` of every run."""
    return ConfiguredModels(settings)


def check_model(settings: Settings, agent: Agent[Any]) -> None:
    """Whether this agent has a model, or gets one. Raises `SettingsError`."""
    if agent.model is None or isinstance(agent.model, str):
        check_provider(settings)


def check_provider(settings: Settings) -> None:
    """Whether there is one for models that are only named. Raises `SettingsError`."""
    if not settings.has_model:
        raise SettingsError(
            "OPENAI_API_KEY",
            "neither it nor OPENAI_BASE_URL is set, and the agent brings no model of its own",
            "Set one of them",
        )
