"""Whether a function gets exactly the arguments its approval policy would look at.

A policy sees the JSON of a call. Where the function would get something else (a default that was
left out, a number made of a text, an object of a class, whatever a validator makes of it), the
policy could be right about what it sees and wrong about what runs; then a person is asked. No code
of the application runs to find that out.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic.fields import FieldInfo

    from core.function_schema import FuncSchema

LIMITS = frozenset(
    {"Gt", "Ge", "Lt", "Le", "Interval", "MultipleOf", "MinLen", "MaxLen", "Len", "Strict"}
)
"""What a field may be limited by; none of them changes a value or runs code."""


def seen_as_run(schema: FuncSchema, arguments: Mapping[str, Any]) -> bool:
    """Whether all arguments are given, and reach the function just as they are."""
    fields = schema.params_pydantic_model.model_fields
    names = {field.alias or name: field for name, field in fields.items()}
    if arguments.keys() != names.keys() or _has_extra(schema):
        return False
    return all(_field_is_plain(field, arguments[name]) for name, field in names.items())


def _has_extra(schema: FuncSchema) -> bool:
    parameters = schema.signature.parameters.values()
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)


def _field_is_plain(field: FieldInfo, value: Any) -> bool:
    if field.validation_alias not in (None, field.alias):
        return False
    return _only_limits(field.metadata) and is_plain(field.annotation, value)


def is_plain(kind: Any, value: Any) -> bool:
    """Whether a JSON value of a type is the value the function gets."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Annotated:
        return _only_limits(inner[1:]) and is_plain(inner[0], value)
    if origin in (Union, types.UnionType):
        # One that does not fit could still change the value before another one is tried.
        return all(_is_known(one) for one in inner) and any(is_plain(one, value) for one in inner)
    if origin is Literal:
        return any(type(one) is type(value) and one == value for one in inner)
    if kind in (list, dict, str, int, float, bool):
        return type(value) is kind
    if kind in (None, type(None)):
        return value is None
    if origin is list:
        return isinstance(value, list) and all(is_plain(inner[0], item) for item in value)
    if origin is dict:
        known = inner[0] is str and isinstance(value, dict)
        return known and all(is_plain(inner[1], item) for item in value.values())
    return False


def _is_known(kind: Any) -> bool:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _only_limits(inner[1:]) and _is_known(inner[0])
    if origin in (list, dict, Union, types.UnionType):
        return all(_is_known(one) for one in inner)
    return origin is Literal or kind in (Any, list, dict, str, int, float, bool, None, type(None))


def _only_limits(metadata: Any) -> bool:
    """Whether nothing beside a type can change a value or run code."""
    return all(_is_limit(one) for one in metadata)


def _is_limit(one: Any) -> bool:
    if isinstance(one, str) or type(one).__name__ in LIMITS:
        return True
    if type(one).__name__ != "FieldInfo":
        return False
    plain: bool = one.default_factory is None and one.validation_alias is None
    return plain and _only_limits(one.metadata)
