"""Whether a value fits a JSON schema, for the keywords tool parameters are made of."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}

_IN_WORDS = {
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "an object",
    "null": "null",
}
Bound = tuple[Callable[[float, float], bool], str]
_LEAST, _MOST = (operator.ge, "at least"), (operator.le, "at most")
_OF_TEXT: dict[str, Bound] = {"minLength": _LEAST, "maxLength": _MOST}
_OF_A_LIST: dict[str, Bound] = {"minItems": _LEAST, "maxItems": _MOST}
_OF_A_NUMBER: dict[str, Bound] = {
    "minimum": _LEAST,
    "maximum": _MOST,
    "exclusiveMinimum": (operator.gt, "more than"),
    "exclusiveMaximum": (operator.lt, "less than"),
}


def mismatch(value: Any, schema: Any, root: dict[str, Any], at: str = "") -> str | None:
    """The first thing about the value that does not fit; None when all fits."""
    if not isinstance(schema, dict):
        return None
    if "$ref" in schema:
        return mismatch(value, _target(schema["$ref"], root), root, at)
    where = at or "the arguments"
    problem = _type_problem(value, schema, where)
    if problem is not None:
        return problem
    if isinstance(value, dict):
        problem = _object_problem(value, schema, root, at)
    elif isinstance(value, list):
        problem = _first(
            mismatch(v, schema.get("items"), root, f"{at}[{i}]") for i, v in enumerate(value)
        )
    problem = problem or _bounds_problem(value, schema, where)
    return problem or _union_problem(value, schema, root, where)


def edit_mismatch(
    value: dict[str, Any], before: dict[str, Any] | None, schema: dict[str, Any]
) -> str | None:
    """As `mismatch`, of arguments that a person edited: what was left out before may stay so.
    `before` is None where nobody could read it."""
    wanted = schema.get("required") or []
    if before is not None:
        wanted = [name for name in wanted if name in value or name in before]
    return mismatch(value, {**schema, "required": wanted}, schema)


def _target(ref: str, root: dict[str, Any]) -> Any:
    node: Any = root
    for token in ref.removeprefix("#/").split("/"):
        node = node.get(token.replace("~1", "/").replace("~0", "~"), {})
    return node


def _first(problems: Any) -> str | None:
    return next((p for p in problems if p is not None), None)


def _type_problem(value: Any, schema: dict[str, Any], where: str) -> str | None:
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and value != schema["const"]:
        return f"{where} must be {schema['const']!r}"
    kinds = schema.get("type")
    if kinds is None:
        return None
    names = kinds if isinstance(kinds, list) else [kinds]
    if any(_is(value, name) for name in names):
        return None
    return f"{where} must be {' or '.join(_IN_WORDS.get(str(name), str(name)) for name in names)}"


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, TYPES.get(kind, (object,)))


def _object_problem(
    value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str
) -> str | None:
    properties: dict[str, Any] = schema.get("properties") or {}
    for name in schema.get("required") or []:
        if name not in value and "default" not in properties.get(name, {}):
            return f"{_path(at, name)} is missing"
    more = schema.get("additionalProperties", True)
    for name, item in value.items():
        if name in properties:
            problem = mismatch(item, properties[name], root, _path(at, name))
        elif more is False:
            problem = f"{_path(at, name)} is not known"
        else:
            problem = mismatch(item, more, root, _path(at, name))
        if problem is not None:
            return problem
    return None


def _path(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _bounds_problem(value: Any, schema: dict[str, Any], where: str) -> str | None:
    if isinstance(value, str):
        return _outside(len(value), schema, _OF_TEXT, f"{where} must have", " characters")
    if isinstance(value, list):
        return _outside(len(value), schema, _OF_A_LIST, f"{where} must have", " items")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _outside(value, schema, _OF_A_NUMBER, f"{where} must be")
    return None


def _outside(
    size: float, schema: dict[str, Any], bounds: dict[str, Bound], must: str, unit: str = ""
) -> str | None:
    for keyword, (holds, words) in bounds.items():
        limit = schema.get(keyword)
        if isinstance(limit, int | float) and not holds(size, limit):
            return f"{must} {words} {limit}{unit}"
    return None


def _union_problem(
    value: Any, schema: dict[str, Any], root: dict[str, Any], where: str
) -> str | None:
    for name in ("anyOf", "oneOf"):
        variants = schema.get(name)
        if variants and all(mismatch(value, v, root, where) is not None for v in variants):
            return f"{where} fits none of the allowed forms"
    return _first(mismatch(value, entry, root, where) for entry in schema.get("allOf") or [])
