"""What an author declares about a tool beside what it does, checked where the tool is made.

A misspelt effect would let a call be repeated, and a misspelt name would show what was to be
hidden: neither may come out only when the tool runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, get_args

from core.ledger import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(kw_only=True, eq=False)
class LocalTool:
    """A tool that is carried out here, so that it could happen twice."""

    effect: Effect = "at_most_once"
    """What running it twice does."""

    def __post_init__(self) -> None:
        """Raises `ValueError`."""
        if self.effect not in get_args(Effect):
            known = ", ".join(get_args(Effect))
            raise ValueError(f"effect must be one of {known}, not {self.effect!r}")


def check_redacted(names: Sequence[str], schema: dict[str, Any]) -> None:
    """Whether there are arguments of these names, at any depth. Raises `TypeError`, `ValueError`.

    A schema that leaves names open can hold any."""
    if isinstance(names, str):
        raise TypeError(f"redact is a list of names, as [{names!r}]")
    if not names or _is_open(schema):
        return
    known = list(dict.fromkeys(_names(schema)))
    for name in names:
        if name not in known:
            near = get_close_matches(str(name), known, n=1)
            instead = (
                f"did you mean {near[0]}?" if near else f"there is {', '.join(known) or 'none'}"
            )
            raise ValueError(f"redact names {name!r}, which is no argument of the tool; {instead}")


def _schemas(node: Any) -> Iterator[dict[str, Any]]:
    """The node, and every schema in it."""
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            yield from _schemas(value)


def _names(schema: dict[str, Any]) -> Iterator[str]:
    for node in _schemas(schema):
        if isinstance(properties := node.get("properties"), dict):
            yield from properties


def _is_open(schema: dict[str, Any]) -> bool:
    """Whether some object in it takes names that the schema does not list."""
    return any(
        node.get("type") == "object"
        and node.get("additionalProperties", not node.get("properties")) is not False
        for node in _schemas(schema)
    )
