"""Arguments are read once, strictly."""

import pytest

from core.schemas.arguments import (
    AmbiguousArgumentsError,
    ArgumentsError,
    canonical,
    digest,
    parse,
    unambiguous,
)

DEEP = '{"a":' * 900 + "1" + "}" * 900


def test_an_object_is_read() -> None:
    assert parse('{"a": 1, "b": {"c": [null]}}') == {"a": 1, "b": {"c": [None]}}


@pytest.mark.parametrize("text", ["", "  "])
def test_no_text_means_no_arguments(text: str) -> None:
    assert parse(text) == {}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('{"a": 1, "a": 2}', '{"a":2}'),
        ('{"a": 1, "\\u0061": 2}', '{"a":2}'),
        ('{"c": [{"b": 1, "b": {"d": 0}}]}', '{"c":[{"b":{"d":0}}]}'),
        ('{"a": 1,  "A": 2}', '{"a": 1,  "A": 2}'),
        ('{"a": 1, "a": NaN}', '{"a": 1, "a": NaN}'),
        ("{", "{"),
    ],
)
def test_of_a_key_given_twice_the_last_counts_for_every_reader(text: str, read: str) -> None:
    assert unambiguous(text) == read


@pytest.mark.parametrize(
    "text", ['{"a": NaN}', '{"a": "\\ud83d"}', '{"\\udc00": 1}', '{"a": 1e999}', '{"a": -Infinity}']
)
def test_what_two_readers_may_read_differently_has_no_reading(text: str) -> None:
    with pytest.raises(AmbiguousArgumentsError):
        parse(text)


@pytest.mark.parametrize("text", ["[1]", '"a"', "null", "{", "{'a': 1}", "[" * 100_000, DEEP])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ArgumentsError):
        parse(text)


def test_the_digest_names_the_tool_and_does_not_depend_on_spelling() -> None:
    assert digest("t", parse('{"b":2,"a":"ä"}')) == digest("t", parse('{ "a": "\\u00e4", "b": 2 }'))
    assert digest("t", {"a": 1}) != digest("u", {"a": 1})
    assert canonical({"b": 1, "a": "ä"}) == '{"a":"ä","b":1}'
