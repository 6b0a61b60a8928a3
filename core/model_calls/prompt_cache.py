"""The key under which a provider keeps the common beginning of a run's requests at hand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.model_settings import ModelSettings
    from core.models.interface import Model
    from core.turns.live import LiveRun

NAME = "prompt_cache_key"


def with_cache_key(settings: ModelSettings, model: Model, run: LiveRun) -> ModelSettings:
    """The settings with the key of the run, for a model that takes one and has none yet."""
    takes = getattr(model, "_supports_default_prompt_cache_key", None)
    if takes is None or not takes():
        return settings
    if _has_key(settings.extra_args) or _has_key(settings.extra_body):
        return settings
    if run.state.prompt_cache_key is None:
        run.state.prompt_cache_key = _new_key(run)
    return replace(
        settings, extra_args={**(settings.extra_args or {}), NAME: run.state.prompt_cache_key}
    )


def _new_key(run: LiveRun) -> str:
    """Runs of one conversation begin alike, so they share a key."""
    session = None if run.session is None else run.session.session_id
    boundaries = (
        ("conversation", run.state.conversation_id),
        ("session", session),
        ("group", run.config.group_id),
    )
    kind, name = next(((k, n) for k, n in boundaries if n), ("run", run.state.run_id))
    return f"agents-sdk:{kind}:{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def _has_key(given: Any) -> bool:
    return isinstance(given, Mapping) and NAME in given
