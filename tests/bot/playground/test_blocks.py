"""What Block Kit allows and what it refuses, each refusal naming the place."""

from typing import Any

import pytest
from slack_sdk.models.blocks import Block

from bot.playground.blocks import check_message, check_view, markdown_total, text_total

Json = dict[str, Any]


def plain(text: str = "x") -> Json:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str = "x") -> Json:
    return {"type": "mrkdwn", "text": text}


def section(**more: Any) -> Json:
    return {"type": "section", "text": mrkdwn(), **more}


def button(**more: Any) -> Json:
    return {"type": "button", "text": plain(), "action_id": "a", **more}


def actions(*elements: Json, **more: Any) -> Json:
    return {"type": "actions", "elements": list(elements) or [button()], **more}


def option(text: str = "o", value: str = "v", **more: Any) -> Json:
    return {"text": plain(text), "value": value, **more}


def select(**more: Any) -> Json:
    return {"type": "static_select", "action_id": "s", "options": [option()], **more}


def field(element: Json | None = None, **more: Any) -> Json:
    held = element or {"type": "plain_text_input", "action_id": "i"}
    return {"type": "input", "label": plain(), "element": held, **more}


def rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


def rich_section(*parts: Json) -> Json:
    return {"type": "rich_text_section", "elements": list(parts)}


def preformatted(*parts: Json) -> Json:
    return {"type": "rich_text_preformatted", "elements": list(parts)}


def text(words: str = "x", **more: Any) -> Json:
    return {"type": "text", "text": words, **more}


def table(rows: int = 1, columns: int = 1) -> Json:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": "c"}] * columns] * rows}


def task(**more: Any) -> Json:
    return {"type": "task_card", "task_id": "t", "title": "T", "status": "pending", **more}


def confirm(**more: Any) -> Json:
    whole = {"title": plain(), "text": mrkdwn(), "confirm": plain(), "deny": plain()}
    return whole | more


def modal(*blocks: Json, **more: Any) -> Json:
    return {"type": "modal", "title": plain(), "blocks": list(blocks) or [section()], **more}


PICTURE = {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "a"}

GOOD: dict[str, list[Json]] = {
    "nothing at all": [],
    "a section": [section()],
    "a section at its limit": [section(text=mrkdwn("x" * 3000))],
    "fields alone": [{"type": "section", "fields": [mrkdwn(), plain()]}],
    "a section with a button": [section(accessory=button())],
    "a section with a picture": [section(accessory=PICTURE)],
    "an expanded section": [section(expand=True)],
    "a header": [{"type": "header", "text": plain("x" * 150)}],
    "a divider": [{"type": "divider"}],
    "a picture": [{**PICTURE, "title": plain()}],
    "a picture of Slack's": [{"type": "image", "slack_file": {"id": "F1"}, "alt_text": "a"}],
    "two buttons": [actions(button(), button(action_id="b", style="danger", value="v"))],
    "a button without an action_id": [actions({"type": "button", "text": plain()})],
    "a button with everything": [
        actions(
            button(
                confirm=confirm(style="danger"),
                url="https://example.com",
                accessibility_label="l",
                agent_prompt="p",
                visible_to_user_ids=["U1"],
            )
        )
    ],
    "a menu": [actions(select(placeholder=plain(), initial_option=option()))],
    "a menu in groups": [
        section(
            accessory={
                "type": "static_select",
                "option_groups": [{"label": plain(), "options": [option()]}],
            }
        )
    ],
    "an overflow menu": [section(accessory={"type": "overflow", "options": [option()] * 5})],
    "a people menu": [actions({"type": "users_select", "action_id": "u"})],
    "a date picker": [actions({"type": "datepicker", "initial_date": "2026-01-31"})],
    "checkboxes": [
        actions({"type": "checkboxes", "options": [{"text": mrkdwn(), "value": "v"}]})
    ],
    "an input in a message": [field()],
    "context": [{"type": "context", "elements": [mrkdwn(), plain(), PICTURE]}],
    "feedback": [
        {
            "type": "context_actions",
            "elements": [
                {
                    "type": "feedback_buttons",
                    "action_id": "f",
                    "positive_button": {"text": plain(), "value": "1"},
                    "negative_button": {"text": plain(), "value": "0"},
                },
                {"type": "icon_button", "icon": "trash", "text": plain(), "action_id": "d"},
            ],
        }
    ],
    "markdown": [{"type": "markdown", "text": "# x"}],
    "markdown of 12,000": [{"type": "markdown", "text": "x" * 12_000}],
    "headings in code": [{"type": "markdown", "text": "```\n" + "# x\n" * 60 + "```"}],
    "preformatted text": [rich(preformatted(text("{}"), {"type": "link", "url": "https://x"}))],
    "rich text of all kinds": [
        rich(
            rich_section(
                text(style={"bold": True}),
                {"type": "user", "user_id": "U1"},
                {"type": "channel", "channel_id": "C1"},
                {"type": "usergroup", "usergroup_id": "S1"},
                {"type": "emoji", "name": "wave"},
                {"type": "link", "url": "https://x", "text": "x"},
                {"type": "date", "timestamp": 1, "format": "{date}", "fallback": "f"},
                {"type": "broadcast", "range": "here"},
            ),
            {"type": "rich_text_list", "style": "bullet", "elements": [rich_section(text())]},
            {"type": "rich_text_quote", "elements": [text()]},
        )
    ],
    "a full table": [table(100, 20)],
    "a table with numbers and rich text": [
        {
            "type": "table",
            "rows": [[{"type": "raw_number", "value": 1, "text": "1"}, rich(rich_section(text()))]],
            "column_settings": [{"align": "right", "is_wrapped": True}],
        }
    ],
    "a task": [task(details=rich(rich_section(text())), sources=[
        {"type": "url", "url": "https://x", "text": "x"}
    ])],
    "a plan": [{"type": "plan", "title": "P", "tasks": [task()]}],
    "a card": [{"type": "card", "title": mrkdwn(), "body": plain(), "actions": [button()]}],
    "a carousel": [{"type": "carousel", "elements": [{"type": "card", "title": plain()}] * 10}],
    "a container": [
        {
            "type": "container",
            "title": plain(),
            "is_collapsible": True,
            "child_blocks": [section(), actions()],
        }
    ],
    "a video": [
        {
            "type": "video",
            "alt_text": "a",
            "video_url": "https://x",
            "thumbnail_url": "https://x",
            "title": plain(),
        }
    ],
    "fifty blocks": [section()] * 50,
    "one action_id in two blocks": [actions(), actions()],
}  # fmt: skip

BAD: dict[str, tuple[list[Any], str]] = {
    "no list": ({"type": "section"}, "/blocks"),  # type: ignore[dict-item]
    "null as a block": ([None], "/blocks/0"),
    "a block without type": ([{"text": mrkdwn()}], "/blocks/0"),
    "an unknown block": ([{"type": "sektion"}], "/blocks/0/type"),
    "51 blocks": ([section()] * 51, "/blocks"),
    "an unknown field": ([section(colour="red")], "/blocks/0"),
    "a section with nothing": ([{"type": "section"}], "/blocks/0"),
    "a section with null text": ([section(text=None)], "/blocks/0/text"),
    "a section with bare text": ([section(text="x")], "/blocks/0/text"),
    "section text of 3001": ([section(text=mrkdwn("x" * 3001))], "/blocks/0/text/text"),
    "3000 characters that are 3001 units": (
        [section(text=mrkdwn("x" * 2999 + "🙂"))],
        "/blocks/0/text/text",
    ),
    "empty text": ([section(text=mrkdwn(""))], "/blocks/0/text/text"),
    "an unknown kind of text": ([section(text={"type": "html", "text": "x"})], "/text/type"),
    "emoji on mrkdwn": ([section(text={**mrkdwn(), "emoji": True})], "/blocks/0/text"),
    "eleven fields": ([section(fields=[mrkdwn()] * 11)], "/blocks/0/fields"),
    "a field of 2001": ([section(fields=[mrkdwn("x" * 2001)])], "/blocks/0/fields/0/text"),
    "a block_id of 256": ([section(block_id="x" * 256)], "/blocks/0/block_id"),
    "one block_id twice": ([section(block_id="b"), section(block_id="b")], "/blocks"),
    "a header of 151": ([{"type": "header", "text": plain("x" * 151)}], "/blocks/0/text/text"),
    "a header in mrkdwn": ([{"type": "header", "text": mrkdwn()}], "/blocks/0/text/type"),
    "no elements": ([{"type": "actions", "elements": []}], "/blocks/0/elements"),
    "26 elements": (
        [actions(*[button(action_id=str(i)) for i in range(26)])],
        "/blocks/0/elements",
    ),
    "one action_id twice": ([actions(button(), button())], "/blocks/0"),
    "an action_id of 256": ([actions(button(action_id="x" * 256))], "/elements/0/action_id"),
    "a text field among buttons": (
        [actions({"type": "plain_text_input", "action_id": "i"})],
        "/blocks/0/elements/0/type",
    ),
    "a picture among buttons": ([actions(PICTURE)], "/blocks/0/elements/0/type"),
    "a section among buttons": ([actions(section())], "/blocks/0/elements/0/type"),
    "a button of 76": ([actions(button(text=plain("x" * 76)))], "/elements/0/text/text"),
    "a button in mrkdwn": ([actions(button(text=mrkdwn()))], "/elements/0/text/type"),
    "a button without text": ([actions({"type": "button"})], "/blocks/0/elements/0"),
    "a value of 2001": ([actions(button(value="x" * 2001))], "/elements/0/value"),
    "a number as value": ([actions(button(value=1))], "/elements/0/value"),
    "an url of 3001": ([actions(button(url="x" * 3001))], "/elements/0/url"),
    "an unknown style": ([actions(button(style="green"))], "/elements/0/style"),
    "null as style": ([actions(button(style=None))], "/elements/0/style"),
    "a prompt of 4001": ([actions(button(agent_prompt="x" * 4001))], "/agent_prompt"),
    "a confirmation without deny": (
        [actions(button(confirm={k: v for k, v in confirm().items() if k != "deny"}))],
        "/elements/0/confirm",
    ),
    "a confirmation title of 101": (
        [actions(button(confirm=confirm(title=plain("x" * 101))))],
        "/confirm/title/text",
    ),
    "a confirmation text of 301": (
        [actions(button(confirm=confirm(text=mrkdwn("x" * 301))))],
        "/confirm/text/text",
    ),
    "a menu without options": ([actions(select(options=[]))], "/elements/0/options"),
    "101 options": ([actions(select(options=[option()] * 101))], "/elements/0/options"),
    "options and groups": ([actions(select(option_groups=[]))], "/elements/0"),
    "an option of 76": ([actions(select(options=[option("x" * 76)]))], "/options/0/text/text"),
    "an option value of 151": (
        [actions(select(options=[option(value="x" * 151)]))],
        "/options/0/value",
    ),
    "an initial option not on offer": (
        [actions(select(initial_option=option(value="other")))],
        "/blocks/0/elements/0",
    ),
    "six overflow options": (
        [section(accessory={"type": "overflow", "options": [option()] * 6})],
        "/accessory/options",
    ),
    "eleven checkboxes": (
        [actions({"type": "checkboxes", "options": [option()] * 11})],
        "/elements/0/options",
    ),
    "context without elements": ([{"type": "context", "elements": []}], "/blocks/0/elements"),
    "eleven in context": ([{"type": "context", "elements": [mrkdwn()] * 11}], "/elements"),
    "a button in context": ([{"type": "context", "elements": [button()]}], "/elements/0/type"),
    "context text of 2001": (
        [{"type": "context", "elements": [mrkdwn("x" * 2001)]}],
        "/elements/0/text",
    ),
    "a button among context actions": (
        [{"type": "context_actions", "elements": [button()]}],
        "/elements/0/type",
    ),
    "a picture without words": (
        [{"type": "image", "image_url": "https://x"}],
        "/blocks/0",
    ),
    "a picture from nowhere": ([{"type": "image", "alt_text": "a"}], "/blocks/0"),
    "a picture title in mrkdwn": ([{**PICTURE, "title": mrkdwn()}], "/blocks/0/title/type"),
    "an input without label": (
        [{"type": "input", "element": {"type": "plain_text_input"}}],
        "/blocks/0",
    ),
    "a button as input": ([field(button())], "/blocks/0/element/type"),
    "a file input in a message": ([field({"type": "file_input"})], "/blocks"),
    "empty markdown": ([{"type": "markdown", "text": ""}], "/blocks/0/text"),
    "markdown of 12,001": ([{"type": "markdown", "text": "x" * 12_001}], "/blocks/0/text"),
    "a text object as markdown": ([{"type": "markdown", "text": mrkdwn()}], "/blocks/0/text"),
    "51 headings": ([{"type": "markdown", "text": "# x\n" * 50}], "/blocks"),
    "rich text with nothing": ([rich()], "/blocks/0/elements"),
    "an unknown rich text element": ([rich({"type": "rich_text_bogus"})], "/elements/0/type"),
    "a bare text in rich text": ([rich(text())], "/blocks/0/elements/0/type"),
    "an empty text in rich text": (
        [rich(rich_section(text("")))],
        "/blocks/0/elements/0/elements/0/text",
    ),
    "a mention in preformatted text": (
        [rich(preformatted({"type": "user", "user_id": "U1"}))],
        "/elements/0/elements/0/type",
    ),
    "preformatted text with nothing": ([rich(preformatted())], "/elements/0/elements"),
    "a line of rich text with nothing": ([rich(rich_section())], "/elements/0/elements"),
    "a quote with nothing": (
        [rich({"type": "rich_text_quote", "elements": []})],
        "/elements/0/elements",
    ),
    "an unknown text style": ([rich(rich_section(text(style={"blink": True})))], "/style"),
    "a list without style": (
        [rich({"type": "rich_text_list", "elements": [rich_section(text())]})],
        "/blocks/0/elements/0",
    ),
    "a text straight in a list": (
        [rich({"type": "rich_text_list", "style": "bullet", "elements": [text()]})],
        "/elements/0/elements/0/type",
    ),
    "two tables": ([table(), table()], "/blocks"),
    "101 rows": ([table(101)], "/blocks/0/rows"),
    "21 columns": ([table(1, 21)], "/blocks/0/rows/0"),
    "a table without rows": ([table(0)], "/blocks/0/rows"),
    "mrkdwn in a table": ([{"type": "table", "rows": [[mrkdwn()]]}], "/rows/0/0/type"),
    "a task in an unknown state": ([task(status="done")], "/blocks/0/status"),
    "a task with bare details": ([task(details="x")], "/blocks/0/details"),
    "a plan of sections": (
        [{"type": "plan", "title": "P", "tasks": [section()]}],
        "/tasks/0/type",
    ),
    "a plan without title": ([{"type": "plan", "tasks": []}], "/blocks/0"),
    "an alert in a message": ([{"type": "alert", "text": plain()}], "/blocks/0/type"),
    "an empty card": ([{"type": "card", "subtitle": plain()}], "/blocks/0"),
    "a card body of 201": ([{"type": "card", "body": plain("x" * 201)}], "/body/text"),
    "an empty carousel": ([{"type": "carousel", "elements": []}], "/blocks/0/elements"),
    "eleven cards": (
        [{"type": "carousel", "elements": [{"type": "card", "title": plain()}] * 11}],
        "/blocks/0/elements",
    ),
    "a container in a container": (
        [
            {
                "type": "container",
                "title": plain(),
                "child_blocks": [
                    {"type": "container", "title": plain(), "child_blocks": [section()]}
                ],
            }
        ],
        "/child_blocks/0/type",
    ),
    "one action_id twice in a container": (
        [
            {
                "type": "container",
                "title": plain(),
                "child_blocks": [actions(button(), button())],
            }
        ],
        "/blocks/0/child_blocks/0",
    ),
}

BAD_VIEWS: dict[str, tuple[Any, str]] = {
    "no view": (None, "/view"),
    "a home where a modal belongs": ({"type": "home", "blocks": [section()]}, "/view/type"),
    "no title": ({"type": "modal", "blocks": [section()]}, "/view"),
    "a title of 25": (modal(title=plain("x" * 25)), "/view/title/text"),
    "a title in mrkdwn": (modal(title=mrkdwn()), "/view/title/type"),
    "no blocks": ({**modal(), "blocks": []}, "/view/blocks"),
    "101 blocks": (modal(*[section()] * 101), "/view/blocks"),
    "a submit of 25": (modal(submit=plain("x" * 25)), "/view/submit/text"),
    "metadata of 3001": (modal(private_metadata="x" * 3001), "/view/private_metadata"),
    "a callback_id of 256": (modal(callback_id="x" * 256), "/view/callback_id"),
    "fields and no submit": (modal(field()), "/view"),
    "markdown": (modal({"type": "markdown", "text": "x"}), "/view/blocks/0/type"),
    "a table": (modal(table()), "/view/blocks/0/type"),
    "one block_id twice": (modal(section(block_id="b"), section(block_id="b")), "/view/blocks"),
    "an alert of 201": (
        modal({"type": "alert", "text": plain("x" * 201)}),
        "/view/blocks/0/text/text",
    ),
    "two fields with the focus": (
        modal(*[field({"type": "plain_text_input", "focus_on_load": True})] * 2, submit=plain()),
        "/view/blocks",
    ),
    "an unknown field": (modal(colour="red"), "/view"),
    "a state of its own": (modal(state={"values": {}}), "/view"),
}


@pytest.mark.parametrize("name", GOOD)
def test_good_blocks_pass(name: str) -> None:
    assert check_message(GOOD[name]) == []


@pytest.mark.parametrize("name", GOOD)
def test_the_sdk_reads_good_blocks_without_loss(name: str) -> None:
    assert [b.to_dict() for b in Block.parse_all(GOOD[name])] == GOOD[name]


@pytest.mark.parametrize("name", BAD)
def test_bad_blocks_are_refused_with_their_place(name: str) -> None:
    blocks, place = BAD[name]
    problems = check_message(blocks)
    assert problems
    assert any(f"{place}]" in p for p in problems), problems


@pytest.mark.parametrize("name", BAD_VIEWS)
def test_bad_modals_are_refused_with_their_place(name: str) -> None:
    view, place = BAD_VIEWS[name]
    problems = check_view(view, "modal")
    assert any(p.endswith(f"[json-pointer:{place}]") for p in problems), problems


def test_a_modal_with_all_its_parts_passes() -> None:
    view = modal(
        section(),
        {"type": "alert", "text": mrkdwn(), "level": "warning"},
        field(),
        submit=plain(),
        close=plain(),
        private_metadata="x" * 3000,
        callback_id="c",
        clear_on_close=True,
        notify_on_close=True,
    )
    assert check_view(view, "modal") == []


def test_a_home_has_no_title_and_no_submit() -> None:
    assert check_view({"type": "home", "blocks": [section(), actions()]}, "home") == []
    assert check_view({"type": "home", "blocks": [section()], "submit": plain()}, "home")


def test_totals_count_all_blocks() -> None:
    halves = [{"type": "markdown", "text": "x" * 6_000}, {"type": "markdown", "text": "🙂"}]
    assert markdown_total(halves) == 6_002
    assert text_total([section(text=mrkdwn("abé")), actions(button(text=plain("de")))]) == 6
