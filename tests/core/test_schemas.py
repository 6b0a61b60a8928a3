"""Strict schemas and typed outputs: what is asked of the model is what is accepted from it."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel

from core import AgentOutputSchema, ModelBehaviorError, UserError
from core.strict_schema import ensure_strict_json_schema


def with_value(value: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"value": value}, **more}


def test_a_reference_is_put_in_place_with_what_is_said_about_it() -> None:
    named = {"$ref": "#/$defs/A%20B~1C", "description": "here"}
    schema = with_value(named, **{"$defs": {"A B/C": {"type": "string", "description": "there"}}})
    strict = ensure_strict_json_schema(schema)
    assert strict["properties"]["value"] == {"type": "string", "description": "here"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"$ref": "#/$defs/T", "minLength": 1}, "incompatible sibling"),
        ({"type": "string", "allOf": [{"type": "integer"}]}, "singleton `allOf`"),
        ({"const": True, "allOf": [{"const": 1}]}, "singleton `allOf`"),
        ({"title": "x", "$ref": "#/$defs/Loop"}, "circular"),
        ({"title": "x", "$ref": "#/$defs/Far"}, "nested `\\$id` resource"),
        ({"type": "object", "additionalProperties": True}, "additionalProperties"),
    ],
)
def test_what_would_mean_something_else_has_no_strict_form(value: Any, reason: str) -> None:
    defs = {
        "T": {"type": "string"},
        "Loop": {"title": "loop", "$ref": "#/$defs/Loop"},
        "Far": {"$id": "https://example.test/far", "type": "string"},
    }
    used = {name: schema for name, schema in defs.items() if f"/{name}" in str(value)}
    with pytest.raises(UserError, match=reason):
        ensure_strict_json_schema(with_value(value, **{"$defs": used}))


def test_a_schema_that_would_grow_without_end_is_refused() -> None:
    defs: dict[str, Any] = {"L30": {"type": "string"}}
    for level in range(30):
        next_one = {"$ref": f"#/$defs/L{level + 1}", "title": "t"}
        defs[f"L{level}"] = {"type": "object", "properties": {"a": next_one, "b": next_one}}
    with pytest.raises(UserError, match="too large"):
        ensure_strict_json_schema(
            with_value({"$ref": "#/$defs/L0", "title": "t"}, **{"$defs": defs})
        )


class Amount(BaseModel):
    """A typed output."""

    value: int


def test_a_typed_output_is_not_coerced() -> None:
    with pytest.raises(ModelBehaviorError):
        AgentOutputSchema(Amount).validate_json('{"value": "5"}')
    lenient = AgentOutputSchema(Amount, strict_json_schema=False)
    assert lenient.validate_json('{"value": "5"}') == Amount(value=5)


def test_a_literal_is_an_output_type() -> None:
    schema = AgentOutputSchema(list[Literal["ok", "no"]])
    assert schema.name() == "list[Literal['ok', 'no']]"
    assert schema.validate_json('{"response": ["ok"]}') == ["ok"]
