"""Whatever a tool may return, as text and as JSON. Nothing here fails: the tool has run already."""

from __future__ import annotations

import copy
import dataclasses
import math
from collections.abc import Mapping
from typing import Any

MAX_DEPTH = 60
"""Of what is inside each other; what contains itself has no end."""
MAX_BITS = 4_096
"""Of an integer; longer ones have no decimal text by default."""


def as_text(value: Any) -> str:
    """The value as Python writes it, in characters every encoding has."""
    try:
        text = str(value)
    except Exception as error:  # noqa: BLE001 - any code may stand behind a value
        return f"<{type(value).__name__} without a text: {type(error).__name__}>"
    return encodable(text)


def encodable(text: str) -> str:
    """The text with halves of characters replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def kept(value: Any) -> Any:
    """A copy that stays as it is whatever is done to the value later; objects of the application
    are taken as they are."""
    if value is None or isinstance(value, str | int | float):
        return value
    objects: dict[int, Any] = {}
    seen: set[int] = set()
    pending = [value]
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if type(one) is dict:
            pending += one.values()
        elif type(one) in (list, tuple, set):
            pending += one
        elif not _is_part(one):
            objects[id(one)] = one
    try:
        return copy.deepcopy(value, objects)
    except RecursionError:
        return value


def _is_part(value: Any) -> bool:
    """Whether it is a text, an image or a file of `core.outputs.content`."""
    return type(value).__module__ == "core.outputs.content"


def as_json(value: Any, around: tuple[int, ...] = ()) -> Any:
    """The value as JSON, with all its fields; what has no JSON form as its text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return encodable(str(value))
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_BITS else as_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else as_text(value)
    if id(value) in around or len(around) > MAX_DEPTH:
        return "…"
    inside = (*around, id(value))
    if isinstance(value, Mapping):
        return {as_text(key): as_json(item, inside) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item, inside) for item in value]
    return _object(value, inside)


def _object(value: Any, inside: tuple[int, ...]) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {f.name: as_json(getattr(value, f.name, None), inside) for f in fields}
    dump = getattr(value, "model_dump", None)
    if dump is None or isinstance(value, type):
        return as_text(value)
    try:
        return as_json(dump(mode="json"), inside)
    except Exception:  # noqa: BLE001 - any code may stand behind a value
        return as_text(value)
