"""Local references in a JSON schema: what `#/$defs/Name` points at."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from core.exceptions import UserError

MAPS = frozenset(
    {"$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "schemas"}
)
"""Keywords whose values are schemas by name; what stands in them is no keyword."""
NESTED_RESOURCE = (
    "A nested `$id` resource is a document of its own: references into or out of it cannot be "
    "expanded. Give the schema no nested `$id`."
)


def resolve_ref(*, root: dict[str, Any], ref: str) -> Any:
    """What a local reference points at."""
    value: Any = root
    for token in _tokens(ref):
        value = value[token]
    return value


def resolve_within(root: dict[str, Any], ref: str) -> dict[str, Any]:
    """The schema a reference points at; it must not lie in a document of its own."""
    value: Any = root
    names = False
    for token in _tokens(ref):
        value = value[token]
        names = token in MAPS and not names
        if not names and is_resource(value):
            raise UserError(NESTED_RESOURCE)
    if not isinstance(value, dict):
        message = f"Expected {ref!r} to point at a dict, got {value!r}"
        raise ValueError(message)  # noqa: TRY004 - the public type of this error
    return value


def is_resource(node: Any) -> bool:
    """Whether a schema is a document of its own."""
    return isinstance(node, dict) and isinstance(node.get("$id"), str)


def _tokens(ref: str) -> list[str]:
    if not ref.startswith("#/"):
        raise ValueError(f"Unexpected $ref format {ref!r}; does not start with #/")
    tokens = unquote(ref[2:], errors="strict").split("/")
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]
