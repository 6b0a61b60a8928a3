"""What fields hold before and after somebody used them, and what a client lets through."""

from typing import Any

import pytest

from bot.playground import FormIncomplete, NoSuchControl
from bot.playground.fields import check, fill, initial_state
from bot.playground.workspace import Message
from tests.bot.playground.test_blocks import field, option, plain

OPTIONS = [option("Staging", "s"), option("Production", "p")]
STAGING, PRODUCTION = OPTIONS

FIELDS: list[tuple[dict[str, Any], Any, dict[str, Any]]] = [
    ({"type": "plain_text_input"}, "x", {"value": "x"}),
    ({"type": "number_input", "is_decimal_allowed": False}, 5, {"value": "5"}),
    ({"type": "static_select", "options": OPTIONS}, "p", {"selected_option": PRODUCTION}),
    ({"type": "static_select", "option_groups": [{"label": plain(), "options": OPTIONS}]},
     "Stag", {"selected_option": STAGING}),
    ({"type": "radio_buttons", "options": OPTIONS}, "s", {"selected_option": STAGING}),
    ({"type": "checkboxes", "options": OPTIONS}, ["s", "p"], {"selected_options": OPTIONS}),
    ({"type": "external_select"}, "any", {"selected_option": option("any", "any")}),
    ({"type": "users_select"}, "U1", {"selected_user": "U1"}),
    ({"type": "multi_users_select"}, ["U1"], {"selected_users": ["U1"]}),
    ({"type": "conversations_select"}, "C1", {"selected_conversation": "C1"}),
    ({"type": "datepicker"}, "2026-01-31", {"selected_date": "2026-01-31"}),
    ({"type": "timepicker"}, "12:30", {"selected_time": "12:30"}),
]  # fmt: skip


def block(element: dict[str, Any], **more: Any) -> dict[str, Any]:
    return field({"action_id": "a", **element}, block_id="b", **more)


@pytest.mark.parametrize(("element", "value", "held"), FIELDS)
def test_a_field_holds_what_was_entered(
    element: dict[str, Any], value: Any, held: dict[str, Any]
) -> None:
    blocks = [block(element)]
    with pytest.raises(FormIncomplete):
        check(blocks, initial_state(blocks))
    for name in ("a", "b", "x"):
        filled = fill(blocks, initial_state(blocks), {name: value})
        assert filled == {"b": {"a": {"type": element["type"], **held}}}
        check(blocks, filled)


@pytest.mark.parametrize(
    ("element", "held"),
    [
        ({"type": "plain_text_input", "initial_value": "x"}, {"value": "x"}),
        ({"type": "static_select", "options": OPTIONS, "initial_option": STAGING},
         {"selected_option": STAGING}),
        ({"type": "checkboxes", "options": OPTIONS, "initial_options": [STAGING]},
         {"selected_options": [STAGING]}),
        ({"type": "users_select", "initial_user": "U1"}, {"selected_user": "U1"}),
        ({"type": "multi_users_select"}, {"selected_users": []}),
    ],
)  # fmt: skip
def test_a_field_starts_with_its_preset(element: dict[str, Any], held: dict[str, Any]) -> None:
    assert initial_state([block(element)]) == {"b": {"a": {"type": element["type"], **held}}}


@pytest.mark.parametrize(
    ("element", "good", "bad"),
    [
        ({"type": "plain_text_input", "min_length": 2, "max_length": 3}, "xx", "x"),
        ({"type": "plain_text_input", "min_length": 2, "max_length": 3}, "xxx", "xxxx"),
        ({"type": "number_input", "min_value": "1", "max_value": "5"}, "5", "6"),
    ],
)
def test_a_field_keeps_its_limits(element: dict[str, Any], good: str, bad: str) -> None:
    blocks = [block(element)]
    check(blocks, fill(blocks, {}, {"a": good}))
    with pytest.raises(FormIncomplete):
        check(blocks, fill(blocks, {}, {"a": bad}))


def test_an_optional_field_may_stay_empty() -> None:
    blocks = [block({"type": "plain_text_input"}, optional=True)]
    check(blocks, initial_state(blocks))


def test_only_what_is_there_can_be_filled_in() -> None:
    blocks = [block({"type": "static_select", "options": OPTIONS})]
    with pytest.raises(NoSuchControl, match="Staging"):
        fill(blocks, {}, {"a": "Moon"})
    with pytest.raises(NoSuchControl, match="colour"):
        fill(blocks, {}, {"colour": "red"})


def test_feedback_is_two_buttons_with_one_action_id() -> None:
    feedback = {
        "type": "feedback_buttons",
        "action_id": "f",
        "positive_button": {"text": plain("Good"), "value": "1"},
        "negative_button": {"text": plain("Bad"), "value": "0"},
    }
    blocks = ({"type": "context_actions", "block_id": "b", "elements": [feedback]},)
    message = Message(channel="C1", ts="1.0", blocks=blocks)
    assert message.buttons == ("Good", "Bad")
    assert [(c.action_id, c.value) for c in message.controls] == [("f", "1"), ("f", "0")]


def test_what_is_shown_holds_mentions_too() -> None:
    parts = [{"type": "user", "user_id": "U1"}, {"type": "broadcast", "range": "here"}]
    section = {"type": "rich_text_section", "elements": parts}
    message = Message(
        channel="C1",
        ts="1.0",
        text="fallback",
        blocks=({"type": "rich_text", "elements": [section]},),
    )
    assert message.shown == "<@U1>\n<!here>"
