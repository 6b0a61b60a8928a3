"""Settings of model calls; a value of None leaves a setting to whoever is asked next."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from core.settings_dict import check_names, settings_of
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.retry import ModelRetrySettings


@dataclass
class MCPToolChoice:
    """Make the model call one tool of an MCP server."""

    server_label: str
    name: str


COMPACTION = ("type", "compact_threshold")
"""What an entry of `context_management` may say."""
UNTRACED = frozenset(
    {"extra_headers", "extra_query", "extra_body", "extra_args", "preserve_raw_usage"}
)
"""Settings that may hold secrets, and one that is none of the model's."""

ToolChoice = Literal["auto", "required", "none"] | str | MCPToolChoice | None


@dataclass
class ModelSettings:
    """What a model call is made with. Not every model knows every setting."""

    temperature: float | None = None
    top_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    tool_choice: ToolChoice = None
    parallel_tool_calls: bool | None = None
    truncation: Literal["auto", "disabled"] | None = None
    max_tokens: int | None = None
    reasoning: Any = None
    verbosity: Literal["low", "medium", "high"] | None = None
    metadata: dict[str, str] | None = None
    store: bool | None = None
    prompt_cache_retention: Literal["in_memory", "24h"] | None = None
    include_usage: bool | None = None
    response_include: list[str] | None = None
    top_logprobs: int | None = None
    extra_query: Mapping[str, object] | None = None
    extra_body: object | None = None
    extra_headers: Mapping[str, Any] | None = None
    extra_args: dict[str, Any] | None = None
    retry: ModelRetrySettings | None = None
    context_management: list[Any] | None = None
    prompt_cache_options: Any = None
    preserve_raw_usage: bool | None = None
    timeout: float | None = None
    """Seconds one attempt may take."""

    def __post_init__(self) -> None:
        if isinstance(self.reasoning, dict):
            from core.models.raw_objects import reasoning

            self.reasoning = reasoning(self.reasoning)
        if isinstance(self.retry, dict):
            self.retry = _retry(self.retry)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from core.schemas.pydantic_form import form

        return form(cls, "dict", cls.to_json_dict, model_settings_of)

    def resolve(self, override: ModelSettings | dict[str, Any] | None) -> ModelSettings:
        """These settings with those of the override that are set."""
        if override is None:
            return self
        override = model_settings_of(override)
        changes = {
            f.name: value
            for f in fields(override)
            if (value := getattr(override, f.name)) is not None
        }
        if self.extra_args and override.extra_args:
            changes["extra_args"] = {**self.extra_args, **override.extra_args}
        if self.retry and override.retry:
            changes["retry"] = self.retry.resolve(override.retry)
        return replace(self, **changes)

    def to_json_dict(self) -> dict[str, Any]:
        """The settings as JSON."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    def to_traceable_dict(self) -> dict[str, Any]:
        """The settings as JSON, as far as a trace may show them."""
        names = [f.name for f in fields(self) if f.name not in UNTRACED]
        return {name: _plain(getattr(self, name)) for name in names}


def model_settings_of(given: ModelSettings | Mapping[str, Any]) -> ModelSettings:
    """Settings from an object or a dict; TypeError names what is unknown in it."""
    settings = settings_of(ModelSettings, given, "model")
    for index, entry in enumerate(settings.context_management or []):
        check_names(entry, COMPACTION, "model", f"context_management[{index}]")
    return settings


def _retry(given: Mapping[str, Any]) -> ModelRetrySettings:
    from core.retry import ModelRetryBackoffSettings, ModelRetrySettings

    settings = settings_of(ModelRetrySettings, given, "model", "retry")
    if isinstance(settings.backoff, dict):
        kind = ModelRetryBackoffSettings
        settings.backoff = settings_of(kind, settings.backoff, "model", "retry.backoff")
    return settings


def _plain(value: Any) -> Any:
    to_json = getattr(value, "to_json_dict", None)
    if to_json is not None:
        return to_json()
    if isinstance(value, MCPToolChoice):
        return {"server_label": value.server_label, "name": value.name}
    return raw_items.plain(value)
