"""A flat JSON schema in a few lines, for an agent that is told what its input means."""

from __future__ import annotations

import json
from typing import Any

SIMPLE = frozenset({"string", "number", "integer", "boolean"})
SHOWN = 5
"""How many values of an enum are shown."""


def schema_summary(schema: dict[str, Any]) -> str | None:
    """One line for each field; None when a field is not simple, or nothing is said of any."""
    properties = schema.get("properties")
    if schema.get("type") != "object" or not isinstance(properties, dict):
        return None
    required = schema.get("required") or []
    lines = []
    for name, field in properties.items():
        label = field_label(field)
        if label is None:
            return None
        need = "required" if name in required else "optional"
        told = description_of(field)
        lines.append(f"- {name} ({label}, {need})" + (f" - {told}" if told else ""))
    told = description_of(schema)
    if not told and not any(description_of(field) for field in properties.values()):
        return None
    return "\n".join([f"Description: {told}", *lines] if told else lines)


def field_label(field: Any) -> str | None:
    """What values a field takes; None when that cannot be said in a word."""
    if not isinstance(field, dict) or "properties" in field or "items" in field:
        return None
    if isinstance(field.get("enum"), list):
        return enum_label(field["enum"])
    if "const" in field:
        return literal_label(field)
    kinds = field.get("type")
    if isinstance(kinds, str):
        return kinds if kinds in SIMPLE else None
    if isinstance(kinds, list):
        others = [kind for kind in kinds if kind != "null"]
        if len(others) == 1 and len(kinds) == 2 and others[0] in SIMPLE:
            return f"{others[0]} | null"
    return None


def enum_label(values: list[Any]) -> str:
    """The values of an enum, the first few of them."""
    shown = [json.dumps(value) for value in values[:SHOWN]]
    more = ["..."] if len(values) > SHOWN else []
    return f"enum({' | '.join(shown + more)})" if shown else "enum"


def literal_label(field: dict[str, Any]) -> str:
    """The only value a field takes."""
    return f"literal({json.dumps(field['const'])})" if "const" in field else "literal"


def description_of(schema: Any) -> str | None:
    """What a schema says about itself."""
    told = schema.get("description") if isinstance(schema, dict) else None
    return told if isinstance(told, str) and told else None
