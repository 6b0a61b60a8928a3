"""Raw items: what the model said or is told, as an `openai` object or as a dict of its fields.

Both forms are read through this file, so that nothing else has to know which one it holds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.outputs.any_value import encodable
from core.schemas import arguments as tool_arguments

TResponseInputItem = dict[str, Any]
"""An item of the model's input, in the format of the Responses API."""
TResponseOutputItem = Any
"""An item of the model's output: an `openai.types.responses` object or a dict of its fields."""
TResponseStreamEvent = Any
"""An event of a streamed response: an `openai.types.responses` object."""

_SCALARS = (str, int, float, bool, type(None))

SERVER_ONLY = frozenset({"created_by"})
"""Fields the provider adds to its output and does not take back as input."""


def get(raw: Any, name: str, default: Any = None) -> Any:
    """A field of a raw item; the default when it is missing."""
    if isinstance(raw, Mapping):
        return raw.get(name, default)
    return getattr(raw, name, default)


def kind_of(raw: Any) -> str | None:
    """The `type` of a raw item."""
    value = get(raw, "type")
    return value if isinstance(value, str) else None


def call_id_of(raw: Any) -> str | None:
    """The id a call and its output share; an item without one goes by its own id."""
    for source in (raw, get(raw, "provider_data") or {}):
        for name in ("call_id", "id"):
            value = get(source, name)
            if isinstance(value, str) and value:
                return value
    return None


def name_of(raw: Any) -> str | None:
    """The name of the tool a call is for, as the model gave it."""
    value = get(raw, "name")
    return value if isinstance(value, str) and value else None


def arguments_of(raw: Any) -> str | None:
    """What a call is to be run with, as text; None for an item that is no call.

    Function calls carry JSON text, custom tools their input; what a native tool is asked to do
    (commands, an operation, actions) is written as canonical JSON, with what the provider has
    misgivings about.
    """
    if kind_of(raw) == "function_call" and isinstance(text := get(raw, "arguments"), str):
        return tool_arguments.unambiguous(text)
    for name in ("arguments", "input"):
        value = get(raw, name)
        if isinstance(value, str):
            return value
        if value is not None:
            return tool_arguments.canonical(plain(value))
    for name in ("action", "operation", "actions"):
        value = get(raw, name)
        if value is not None:
            checks = get(raw, "pending_safety_checks")
            asked = {name: value, "pending_safety_checks": checks} if checks else value
            return tool_arguments.canonical(without_none(plain(asked)))
    return None


def mended(raw: Any) -> Any:
    """A raw item with halves of characters replaced: they can be neither stored nor sent back."""
    return raw if _is_whole(raw) else _mend(raw)


def _is_whole(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() or encodable(value) is value
    return all(map(_is_whole, _parts(value)))


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, Mapping):
        return value.values()
    return value.__dict__.values() if hasattr(value, "model_dump") else ()


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list | tuple):
        return [_mend(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _mend(item) for key, item in value.items()}
    if hasattr(value, "model_dump"):
        value = copy.copy(value)
        value.__dict__.update({name: _mend(item) for name, item in value.__dict__.items()})
    return value


def plain(value: Any) -> Any:
    """The value with every object replaced by a dict of the fields that are set."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | Iterator):
        return [plain(item) for item in value]
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    dump = getattr(value, "model_dump", None)
    return dump(exclude_unset=True, warnings=False) if dump is not None else value


def without_none(value: Any) -> Any:
    """The value without fields that are None."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_none(item) for item in value]
    return value


def as_dict(raw: Any) -> dict[str, Any]:
    """A raw item as a new dict of the fields that are set."""
    if isinstance(raw, Mapping):
        made = dict(raw)
        if all(isinstance(value, _SCALARS) for value in made.values()):
            return made
        return copy.deepcopy(made)
    dumped: dict[str, Any] = raw.model_dump(exclude_unset=True, warnings=False)
    return dumped


def to_input(raw: Any) -> TResponseInputItem:
    """A raw item as the model takes it back."""
    item = as_dict(raw) if isinstance(raw, Mapping) else _for_the_wire(raw)
    return _without_server_fields(item)


def _for_the_wire(raw: Any) -> dict[str, Any]:
    """The fields under the names the provider has for them."""
    dumped: dict[str, Any] = raw.model_dump(exclude_unset=True, by_alias=True, warnings=False)
    return dumped


def _without_server_fields(item: dict[str, Any]) -> dict[str, Any]:
    for name in SERVER_ONLY & item.keys():
        del item[name]
    output = item.get("output")
    if isinstance(output, list):
        for part in output:
            if isinstance(part, dict):
                part.pop("created_by", None)
    return item
