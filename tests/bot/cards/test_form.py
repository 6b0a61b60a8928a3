"""The form in which arguments are edited, for every kind of argument."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.cards.form import Form
from bot.cards.windows import edit_window, named_window, text_window
from bot.playground.blocks import check_view
from bot.records import Inquiry
from bot.slack.modals import view
from tests.bot.cards.samples import approval

NULLABLE = {"anyOf": [{"type": "string"}, {"type": "null"}]}
COLOUR = {"$ref": "#/$defs/Colour"}
ROOT = {"$defs": {"Colour": {"enum": ["red", "green"], "type": "string"}}}


def form(schema: dict[str, Any], value: Any, *, hidden: tuple[str, ...] = ()) -> Form:
    given = {} if value is ... else {"x": value}
    return Form.of({"properties": {"x": schema}, **ROOT}, given, hidden)


@pytest.mark.parametrize(
    ("schema", "value", "entered", "read"),
    [
        ({"type": "string"}, "a", "b", "b"),
        ({"type": "string"}, "a", "", ""),
        ({"type": "string"}, "7", "8", "8"),
        (NULLABLE, "a", "", None),
        (NULLABLE, None, "a", "a"),
        ({"type": "integer"}, 1, "2", 2),
        ({"type": "number"}, 1, "2.5", 2.5),
        ({"type": "boolean"}, True, "1", False),
        ({"enum": [1, "1", None]}, 1, "1", "1"),
        (COLOUR, "red", "1", "green"),
        ({"type": "array"}, [1], "[2]", [2]),
        ({"type": "object"}, {"a": 1}, '{"a": 2}', {"a": 2}),
        ({}, "a", '"b"', "b"),
        ({"type": "integer"}, "no number", "5", 5),
    ],
)
def test_what_is_entered_is_read_as_its_kind(
    schema: dict[str, Any], value: Any, entered: str, read: Any
) -> None:
    values, faults = form(schema, value).read({"arg:0": entered})
    assert faults == {}
    assert values == {"x": read}
    assert type(values["x"]) is type(read)


@pytest.mark.parametrize("value", [1.0, 1e300, "\r\n", " a ", "", None, [], {"a": [None]}, True])
def test_what_is_left_alone_is_the_same(value: Any) -> None:
    made = form({}, value)
    values, faults = made.read({f"arg:{n}": each.shown for n, each in enumerate(made.fields)})
    assert (values, faults) == ({"x": value}, {})


def test_what_was_left_out_stays_out() -> None:
    assert form({"type": "integer"}, ...).read({"arg:0": ""}) == ({}, {})


@pytest.mark.parametrize(
    ("value", "hidden"),
    [("secret", ("x",)), ({"token": "secret"}, ("token",)), ([{"token": "s"}], ("token",))],
)
def test_what_is_hidden_is_neither_shown_nor_changed(value: Any, hidden: tuple[str, ...]) -> None:
    made = form({}, value, hidden=hidden)
    assert made.fields == ()
    assert "secret" not in str(list(made.blocks()))
    assert made.read({"arg:0": "other"}) == ({"x": value}, {})


def test_what_is_too_long_for_a_field_stays_as_it_is() -> None:
    made = form({"type": "string"}, "x" * 3_001)
    assert made.fields == ()
    assert made.read({})[0] == {"x": "x" * 3_001}


@pytest.mark.parametrize("letter", ["x", "審", "\n", "😀"])
def test_slack_takes_the_window_however_much_there_is_to_edit(letter: str) -> None:
    given = {f"x{n}": letter * 1_400 for n in range(200)}
    schema = {"properties": {name: {"type": "string"} for name in given}}
    made = Form.of(schema, given, ())
    window = view(edit_window(approval(arguments=given), made))
    assert check_view(window, "modal") == []
    assert len(json.dumps(window)) <= 250_000
    entered = {f"arg:{n}": each.shown for n, each in enumerate(made.fields)}
    assert made.read(entered) == (given, {})


@pytest.mark.parametrize("value", ["a\u202eb", ["a\u200bb"], {"a\U000e0041": 1}])
def test_what_cannot_be_seen_in_a_field_stays_as_it_is(value: Any) -> None:
    made = form({}, value)
    assert made.fields == ()
    assert "not to be seen in a field. x" in str(list(made.blocks()))
    assert made.read({"arg:0": "ab"}) == ({"x": value}, {})


@pytest.mark.parametrize("entered", ["{", "NaN", "[" * 50_000])
def test_what_is_no_json_is_said_at_its_field(entered: str) -> None:
    values, faults = form({"type": "array"}, []).read({"arg:0": entered})
    assert (values, list(faults)) == ({}, ["arg:0"])


def test_an_answer_that_is_not_on_offer_is_no_answer() -> None:
    assert form({"type": "boolean"}, True).read({"arg:0": "7"})[1] == {
        "arg:0": "Choose one of those on offer"
    }


@pytest.mark.parametrize(
    ("schema", "value", "optional"),
    [
        ({"type": "integer"}, 1, False),
        ({"type": "string"}, "a", False),
        ({"type": "string"}, "", True),
        (NULLABLE, "a", True),
        ({"type": "integer"}, ..., True),
    ],
)
def test_only_what_can_be_left_out_is_optional(
    schema: dict[str, Any], value: Any, optional: bool
) -> None:
    given = {} if value is ... else {"x": value}
    made = Form.of({"properties": {"x": schema}, "required": ["x"]}, given, ())
    assert [block["optional"] for block in made.blocks()] == [optional]


def test_a_window_to_write_in_says_what_it_is_about_and_keeps_its_field() -> None:
    opened = text_window("reason", "tok3n", "C1:1.1")
    made = approval(arguments={"env": "prod", "note": "two\nlines"})
    named = named_window("reason", made, "C1:1.1")
    assert named == replace(opened, blocks=named.blocks)
    first, *field = named.blocks
    assert field == list(opened.blocks)
    assert first["elements"][0]["text"] == 'restart: env: "prod", note: "two\\nlines"'
    asked = approval(request={"inquiry": Inquiry(text="Which one?")})
    assert "Which one?" in str(named_window("reply", asked).blocks)
    long = approval(arguments={"x": "x" * 9_000}, request={"hidden": ("secret",)})
    assert check_view(view(named_window("ask", long)), "modal") == []
