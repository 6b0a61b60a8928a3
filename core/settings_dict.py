"""Settings given as dicts: a misspelt name is an error, not a setting that does nothing."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

T = TypeVar("T")


def from_dict(kind: type[T], given: Mapping[str, Any], label: str, at: str = "") -> T:
    """Settings of a dataclass from a dict; TypeError names what it does not know."""
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    check_names(given, known, label, at)
    return kind(**given)


def check_names(given: Mapping[str, Any], known: Iterable[str], label: str, at: str = "") -> None:
    """TypeError for names that are not among the known ones."""
    unknown = sorted(given.keys() - set(known))
    if unknown:
        where = f" in {at}" if at else ""
        raise TypeError(f"Unknown {label} settings{where}: {', '.join(unknown)}")
