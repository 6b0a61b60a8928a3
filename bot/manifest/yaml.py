"""Just enough YAML to write a manifest that people read and edit."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z/](?:[\w /.,;'?-]|:(?=\S))*(?<! )", re.ASCII)
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def as_yaml(document: Mapping[str, Any]) -> str:
    """Mappings, lists of mappings or scalars, strings, numbers and booleans."""
    return "\n".join(_mapping(document, "")) + "\n"


def _mapping(mapping: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in mapping.items():
        match value:
            case Mapping():
                yield f"{indent}{key}:"
                yield from _mapping(value, indent + "  ")
            case list():
                yield f"{indent}{key}:"
                for item in value:
                    yield from _item(item, indent + "  ")
            case _:
                yield f"{indent}{key}: {_scalar(value)}"


def _item(item: Any, indent: str) -> Iterator[str]:
    if not isinstance(item, Mapping):
        yield f"{indent}- {_scalar(item)}"
        return
    first, *rest = _mapping(item, indent + "  ")
    yield f"{indent}- {first.strip()}"
    yield from rest


def _scalar(value: str | float | bool) -> str:
    """Plain where no reader could take it for anything else; otherwise quoted as in JSON, which
    every YAML reader takes."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
