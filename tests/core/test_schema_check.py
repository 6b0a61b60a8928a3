"""What does not fit a schema is said so that whoever typed it knows what to type."""

from typing import Any

import pytest

from core.schemas.check import mismatch


@pytest.mark.parametrize(
    ("value", "schema", "words"),
    [
        (1.5, {"type": "integer"}, "x must be a whole number"),
        ("a", {"type": ["array", "null"]}, "x must be a list or null"),
        (True, {"type": "number"}, "x must be a number"),
        ("c", {"enum": ["a", 2]}, "x must be one of a, 2"),
        ("abc", {"maxLength": 2}, "x must have at most 2 characters"),
        ([], {"minItems": 1}, "x must have at least 1 items"),
        (0, {"minimum": 1}, "x must be at least 1"),
        (0, {"exclusiveMinimum": 0}, "x must be more than 0"),
        (5, {"exclusiveMaximum": 5}, "x must be less than 5"),
        ({"a": {}}, {"properties": {"a": {"type": "string"}}}, "x.a must be text"),
        (4, {"minimum": 1, "maximum": 4, "exclusiveMaximum": 4.5}, None),
        (["a"], {"minItems": 1, "maxItems": 1}, None),
    ],
)
def test_what_does_not_fit_is_said_in_words(
    value: Any, schema: dict[str, Any], words: str | None
) -> None:
    assert mismatch(value, schema, schema, "x") == words
