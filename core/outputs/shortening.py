"""What a tool returned, short enough for a model to read.

Rule: how much of a result is kept is decided here, and nothing else is done here. Lists and objects
lose whole items and can still be parsed; a text keeps its beginning and its end. What is left out
is said.
"""

from __future__ import annotations

import ast
import json
from typing import Any

_PARSED = 2_000_000
"""The longest text that is looked at for items."""


def short_output(raw: Any, limit: int | None) -> Any:
    """The output of a call as the model reads it, with at most `limit` characters a text."""
    if limit is None or not isinstance(raw, dict):
        return raw
    output = raw.get("output")
    if isinstance(output, str):
        return raw if len(output) <= limit else {**raw, "output": shortened(output, limit)}
    if isinstance(output, list):
        return {**raw, "output": [_short_part(part, limit) for part in output]}
    return raw


def _short_part(part: Any, limit: int) -> Any:
    """A part of an output, whatever its texts are called."""
    if not isinstance(part, dict):
        return part
    return {
        name: shortened(value, limit)
        if name in ("text", "stdout", "stderr") and isinstance(value, str)
        else value
        for name, value in part.items()
    }


def shortened(text: str, limit: int) -> str:
    """The same text if it is short enough."""
    if len(text) <= limit:
        return text
    value = _parsed(text) if len(text) <= _PARSED else None
    if isinstance(value, list | tuple | dict):
        fitted = json.dumps(_fitted(value, limit), ensure_ascii=False, default=str)
        if len(fitted) <= limit:
            return fitted
    return _cut(text, limit)


def _parsed(text: str) -> Any:
    """JSON, or what Python writes for lists and dicts."""
    if not text.lstrip().startswith(("[", "{", "(")):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return None


def _fitted(value: Any, room: int) -> Any:
    match value:
        case str():
            return _cut(value, room // 2)
        case dict():
            return _some_members(value, room)
        case list() | tuple():
            return _some_items(value, room)
        case _:
            return value


def _some_items(items: Any, room: int) -> list[Any]:
    kept: list[Any] = []
    left = room - _NOTE
    for item in items:
        fitted = item if _size(item) <= left else _fitted(item, left) if not kept else None
        if fitted is None or _size(fitted) > left:
            return [*kept, f"({len(items) - len(kept)} of {len(items)} items are left out)"]
        kept.append(fitted)
        left -= _size(fitted)
    return kept


def _some_members(members: dict[Any, Any], room: int) -> dict[Any, Any]:
    kept: dict[Any, Any] = {}
    left = room - _NOTE
    for number, (name, value) in enumerate(members.items()):
        fitted = value if _size(value) <= left else _fitted(value, left - _size(name))
        if _size(name) + _size(fitted) > left:
            return kept | {"...": f"({len(members) - number} of {len(members)} are left out)"}
        kept[name] = fitted
        left -= _size(name) + _size(fitted)
    return kept


_NOTE = 100
"""Room for the words about what is left out."""


def _size(value: Any) -> int:
    """With what parts it from the next."""
    return len(json.dumps(value, ensure_ascii=False, default=str)) + 2


def _cut(text: str, limit: int) -> str:
    room = max(limit - _NOTE, 0)
    head, tail = room - room // 4, room // 4
    if len(text) <= head + tail:
        return text
    left_out = f"\n… ({len(text) - head - tail:,} characters are left out) …\n"
    return text[:head] + left_out + text[len(text) - tail :]
