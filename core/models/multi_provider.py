"""The default provider: a prefix in the model's name says who provides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.models.interface import Model, ModelProvider

if TYPE_CHECKING:
    from core.models.openai_provider import OpenAIProvider


class MultiProviderMap:
    """Providers by prefix."""

    def __init__(self) -> None:
        self._mapping: dict[str, ModelProvider] = {}

    def has_prefix(self, prefix: str) -> bool:
        """Whether there is a provider for the prefix."""
        return prefix in self._mapping

    def get_mapping(self) -> dict[str, ModelProvider]:
        """A copy of the mapping."""
        return dict(self._mapping)

    def set_mapping(self, mapping: dict[str, ModelProvider]) -> None:
        """Replace the whole mapping."""
        self._mapping = mapping

    def get_provider(self, prefix: str) -> ModelProvider | None:
        """The provider for a prefix."""
        return self._mapping.get(prefix)

    def add_provider(self, prefix: str, provider: ModelProvider) -> None:
        """Use a provider for a prefix."""
        self._mapping[prefix] = provider

    def remove_provider(self, prefix: str) -> None:
        """Forget a prefix."""
        del self._mapping[prefix]


class MultiProvider(ModelProvider):
    """Names without a prefix, or with `openai/`, are OpenAI's."""

    def __init__(
        self, *, provider_map: MultiProviderMap | None = None, **openai_options: Any
    ) -> None:
        self.provider_map = provider_map
        self._options = {
            name.removeprefix("openai_") if name != "openai_client" else name: value
            for name, value in openai_options.items()
        }
        self._openai: OpenAIProvider | None = None

    def get_model(self, model_name: str | None) -> Model:
        """A model by its name."""
        prefix, _, rest = (model_name or "").partition("/")
        if rest:
            provider = self.provider_map.get_provider(prefix) if self.provider_map else None
            if provider is not None:
                return provider.get_model(rest)
            if prefix != "openai":
                raise UserError(f"Unknown prefix: {prefix}")
            model_name = rest
        return self._openai_provider().get_model(model_name)

    async def aclose(self) -> None:
        """Close all providers."""
        providers = [*(self.provider_map.get_mapping().values() if self.provider_map else ())]
        if self._openai is not None:
            providers.append(self._openai)
        for provider in providers:
            await provider.aclose()

    def _openai_provider(self) -> OpenAIProvider:
        if self._openai is None:
            from core.models.openai_provider import OpenAIProvider

            self._openai = OpenAIProvider(**self._options)
        return self._openai
