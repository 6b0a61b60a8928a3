"""How the application's context object is stored, and what it comes back as."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any

from core.exceptions import UserError
from core.logger import logger
from core.run_context import RunContextWrapper

Serializer = Callable[[Any], Mapping[str, Any]]
Deserializer = Callable[[Mapping[str, Any]], Any]


def write_context(
    value: Any, serializer: Serializer | None, *, strict: bool
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The stored form of a context, and how it was made."""
    if value is None:
        return None, _meta("none", "none")
    if isinstance(value, Mapping):
        return dict(value), _meta("mapping", "mapping")
    kind, path = _kind(value), f"{type(value).__module__}:{type(value).__qualname__}"
    if serializer is not None:
        made = serializer(value)
        if not isinstance(made, Mapping):
            raise UserError("Context serializer must return a mapping.")
        return dict(made), _meta(kind, "context_serializer", path)
    if strict:
        raise UserError(
            "RunState serialization requires context to be a mapping when strict_context is True. "
            "Provide context_serializer to serialize custom contexts."
        )
    return _by_itself(value, kind, path)


def _by_itself(value: Any, kind: str, path: str) -> tuple[dict[str, Any], dict[str, Any]]:
    if kind == "pydantic":
        logger.warning(
            "RunState context is a Pydantic model; it comes back as a mapping unless "
            "context_deserializer or context_override is given."
        )
        dumped = value.model_dump(exclude_unset=True)
        if not isinstance(dumped, Mapping):
            raise UserError("RunState context model_dump must return a mapping.")
        return dict(dumped), _meta(kind, "model_dump", path)
    fields = _fields(value) if kind == "dataclass" else None
    if fields is not None:
        return fields, _meta(kind, "asdict", path)
    logger.warning(
        "RunState context of type %s is not serializable; storing empty context. "
        "Provide context_serializer to preserve it.",
        type(value).__name__,
    )
    return {}, _meta(kind, "omitted", path, omitted=True)


def _fields(value: Any) -> dict[str, Any] | None:
    """A dataclass as a mapping; None when it holds what JSON cannot, as a connection."""
    try:
        fields = dataclasses.asdict(value)
        json.dumps(fields)
    except Exception:  # noqa: BLE001 - what a field holds is copied by code of its own
        return None
    return fields


def _kind(value: Any) -> str:
    if hasattr(value, "model_dump"):
        return "pydantic"
    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return "dataclass" if is_record else "custom"


def _meta(kind: str, via: str, path: str | None = None, *, omitted: bool = False) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "original_type": kind,
        "serialized_via": via,
        "requires_deserializer": path is not None,
        "omitted": omitted,
    }
    if path is not None:
        meta["class_path"] = path
    return meta


def read_context(
    document: Mapping[str, Any],
    override: Mapping[str, Any] | RunContextWrapper[Any] | None,
    deserializer: Deserializer | None,
    *,
    strict: bool,
) -> RunContextWrapper[Any]:
    """The context of a stored state: the caller's, a rebuilt one, or the stored mapping."""
    if isinstance(override, RunContextWrapper):
        return RunContextWrapper(override.context)
    if override is not None:
        return RunContextWrapper(override)
    stored = document.get("context")
    if stored is not None and not isinstance(stored, Mapping):
        raise UserError("Serialized run state context must be a mapping.")
    meta = document.get("context_meta") or {}
    if deserializer is not None and stored is not None:
        return RunContextWrapper(deserializer(dict(stored)))
    _warn_of_loss(meta, strict=strict)
    return RunContextWrapper(dict(stored) if stored is not None else None)


def _warn_of_loss(meta: Mapping[str, Any], *, strict: bool) -> None:
    if not (meta.get("requires_deserializer") or meta.get("omitted")):
        return
    message = (
        f"RunState context was serialized from a custom type ({meta.get('original_type')}) and "
        "comes back as a mapping; provide context_deserializer or context_override to restore it."
    )
    if strict:
        raise UserError(message)
    logger.warning(message)
