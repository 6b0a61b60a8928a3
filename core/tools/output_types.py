"""What a function tool promises to return to a program: an object of a strict schema."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.schemas.check import mismatch
from core.strict_schema import ensure_strict_json_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import TypeAdapter

UNTYPED = (str, Any, None, type(None), inspect.Signature.empty)
"""Annotations that promise nothing."""


@dataclass(frozen=True)
class OutputType:
    """The schema of an output and, when it comes from a Python type, what checks values of it."""

    schema: dict[str, Any]
    adapter: TypeAdapter[Any] | None = None

    def checked(self, value: Any, name: str) -> Any:
        """The value as one of the type; UserError when it is none."""
        if self.adapter is None:
            return value
        try:
            return self.adapter.validate_python(value)
        except ValueError as error:
            raise UserError(
                f"What tool {name} returned does not match its declared output type: {error}"
            ) from error

    def is_told_by(self, text: str) -> bool:
        """Whether a text is an object of the schema, as JSON."""
        try:
            return mismatch(json.loads(text), self.schema, self.schema) is None
        except ValueError:
            return False


def declared_output(
    annotation: Any,
    callers: Sequence[Any] | None,
    output_type: Any | None,
    schema: dict[str, Any] | None,
) -> OutputType | None:
    """What a function is declared to return; None when it promises nothing."""
    if output_type is not None and schema is not None:
        raise UserError("output_type and output_json_schema cannot both be provided.")
    if schema is not None:
        return OutputType(strict_output_schema(schema))
    if output_type is not None:
        return _of_type(output_type, "output_type")
    if "programmatic" not in (callers or ()) or annotation in UNTYPED:
        return None
    return _of_type(annotation, "A programmatic function tool return annotation")


def strict_output_schema(
    schema: dict[str, Any], what: str = "output_json_schema"
) -> dict[str, Any]:
    """The strict form of a schema; UserError when it has none, or is not one of objects."""
    plain = {**schema, "type": "object"} if schema.get("type") == ["object"] else schema
    problem: Exception | None = None
    try:
        strict = ensure_strict_json_schema(plain)
        if strict.get("type") == "object":
            return strict
    except UserError as error:
        problem = error
    raise UserError(
        f"{what} must define a strict JSON object schema: use a model, a TypedDict or a dataclass"
        f"{f' ({problem})' if problem else ''}."
    ) from problem


def _of_type(kind: Any, what: str) -> OutputType:
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    try:
        adapter: TypeAdapter[Any] = TypeAdapter(kind)
        schema = adapter.json_schema(mode="serialization")
    except PydanticUserError as error:
        raise UserError(
            f"{what} must define a strict JSON object schema ({error.message}). Where it is the "
            "type of something to be awaited, put the function into an explicit wrapper function."
        ) from error
    return OutputType(strict_output_schema(schema, what), adapter)
