"""Arguments without the values of hidden names, at any depth."""

import json
from collections.abc import Collection
from typing import Any

HIDDEN = "(hidden)"


def hide(arguments: str, hidden: Collection[str]) -> str:
    """JSON; what cannot be read is left out altogether when a name in it is hidden."""
    names = frozenset(hidden)
    if not names or not arguments:
        return arguments
    try:
        value = _without(json.loads(arguments), names)
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return HIDDEN


def _without(value: Any, hidden: frozenset[str]) -> Any:
    match value:
        case dict():
            return {
                name: HIDDEN if name in hidden else _without(item, hidden)
                for name, item in value.items()
            }
        case list():
            return [_without(item, hidden) for item in value]
        case _:
            return value
