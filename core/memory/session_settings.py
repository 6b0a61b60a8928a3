"""Settings of a session."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from core.settings_dict import settings_of


@dataclass
class SessionSettings:
    """How much of a session is used."""

    limit: int | None = None
    """The latest items only; None means all."""

    def resolve(self, override: SessionSettings | dict[str, Any] | None) -> SessionSettings:
        """These settings with those of the override that are set."""
        if override is None:
            return self
        override = coerce_session_settings(override)
        changes = {f.name: v for f in fields(self) if (v := getattr(override, f.name)) is not None}
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """The settings as a dict."""
        return asdict(self)


def coerce_session_settings(value: SessionSettings | dict[str, Any]) -> SessionSettings:
    """The settings from an object or a dict of its fields."""
    return settings_of(SessionSettings, value, "session")


def resolve_session_limit(
    explicit_limit: int | None, settings: SessionSettings | dict[str, Any] | None
) -> int | None:
    """How many items to read: what the call says, else the settings."""
    if explicit_limit is not None:
        return explicit_limit
    return coerce_session_settings(settings).limit if settings is not None else None
