"""The models that agents run on which bring none of their own."""

from bot.errors import SettingsError
from bot.settings import Settings
from core.models.interface import Model, ModelProvider

NO_KEY = "not needed"
"""Servers on one's own machine take any key, but the client insists on one."""


class ConfiguredModels(ModelProvider):
    """Models by name, as the environment says; a missing name means `BOT_MODEL`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._provider = _client_of(settings) if settings.has_model else None

    def get_model(self, model_name: str | None) -> Model:
        """Raises `SettingsError` when there is no key, or no name for another server's model."""
        check_model(self._settings, model_name)
        assert self._provider is not None
        return self._provider.get_model(model_name or self._settings.model)

    async def aclose(self) -> None:
        if self._provider is not None:
            await self._provider.aclose()


def _client_of(settings: Settings) -> ModelProvider:
    """Imports the client now, half a second that no conversation should have to wait for."""
    from core.models.openai_provider import OpenAIProvider

    key = settings.openai_api_key
    return OpenAIProvider(
        api_key=key.get_secret_value() if key else NO_KEY,
        base_url=settings.openai_base_url,
        use_responses=settings.model_api == "responses",
    )


def models_for(settings: Settings) -> ModelProvider:
    """For the `model_provider` of every run."""
    return ConfiguredModels(settings)


def check_model(settings: Settings, model_name: str | None = None) -> None:
    """Whether an agent that names this model, or none, has one. Raises `SettingsError`."""
    if not settings.has_model:
        raise SettingsError(
            "OPENAI_API_KEY",
            "neither it nor OPENAI_BASE_URL is set, and the agent brings no model of its own",
            "Set one of them",
        )
    if settings.openai_base_url and not (model_name or settings.model):
        raise SettingsError(
            "BOT_MODEL", "it is not set", "Name a model that the server at OPENAI_BASE_URL has"
        )
