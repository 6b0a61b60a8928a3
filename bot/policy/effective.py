"""The arguments of a call as its tool will get them, so that a condition of a policy cannot be
missed by leaving a default out or by writing a value in another way."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

_READERS: Mapping[str, TypeAdapter[Any]] = {
    "integer": TypeAdapter(int),
    "number": TypeAdapter(float),
    "boolean": TypeAdapter(bool),
}


def effective(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """What was left out has the default of the tool's JSON schema; numbers, true and false are read
    as the tool reads them, and stay as they are where it could not."""
    properties = (schema.get("properties") or {}).items()
    parameters = {name: each for name, each in properties if isinstance(each, Mapping)}
    defaults = {name: each["default"] for name, each in parameters.items() if "default" in each}
    given = {name: _read(value, parameters.get(name, {})) for name, value in arguments.items()}
    return defaults | given


def _read(value: Any, parameter: Mapping[str, Any]) -> Any:
    either = [each for each in parameter.get("anyOf") or [parameter] if isinstance(each, Mapping)]
    kinds = [each.get("type") for each in either if each.get("type") != "null"]
    reader = _READERS.get(str(kinds[0])) if len(kinds) == 1 else None
    if reader is None or value is None:
        return value
    try:
        return reader.validate_python(value)
    except ValidationError:
        return value
