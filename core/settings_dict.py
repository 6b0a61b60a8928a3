"""Settings given as objects or as dicts: a misspelt name is an error, and not ignored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


def settings_of(kind: type[T], given: T | Mapping[str, Any], label: str, at: str = "") -> T:
    """Settings of a dataclass from one or from a dict; TypeError names what it does not know."""
    if isinstance(given, kind):
        return given
    if not isinstance(given, Mapping):
        wanted, got = kind.__name__, type(given).__name__
        raise TypeError(f"{_settings(label, at)} must be a {wanted} or a dict, got {got}")
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    check_names(given, known, label, at)
    return kind(**given)


def check_names(given: Mapping[str, Any], known: Iterable[str], label: str, at: str = "") -> None:
    """TypeError for names that are not among the known ones."""
    unknown = sorted(given.keys() - set(known))
    if unknown:
        raise TypeError(f"Unknown {_settings(label, at)}: {', '.join(unknown)}")


def _settings(label: str, at: str) -> str:
    return f"{label} settings in {at}" if at else f"{label} settings"
