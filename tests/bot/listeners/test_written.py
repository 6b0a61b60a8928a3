"""What the agent reads of a message that is more than text, or less."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.listeners import Blank, Heard, pointed_at
from bot.listeners.heard import said_in
from tests.bot.listeners.test_heard import HOME, listen, message, rich


def section(text: str, *, kind: str = "mrkdwn") -> dict[str, Any]:
    return {"type": "section", "text": {"type": kind, "text": text}}


def rich_part(kind: str, *elements: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": kind, "elements": list(elements), **others}]}


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def items(*texts: str) -> list[dict[str, Any]]:
    return [{"type": "rich_text_section", "elements": [words(each)]} for each in texts]


CELL = {"type": "raw_text", "text": "eu"}
BLOCKS = [
    ([rich("restart ", {"type": "emoji", "name": "wave"}, " <b>")], "restart :wave: <b>"),
    ([rich("for ", {"type": "user", "user_id": "U0KIM"})], "for @U0KIM"),
    ([rich({"type": "usergroup", "usergroup_id": "S0SRE"}, " look")], "@S0SRE look"),
    ([rich("in ", {"type": "channel", "channel_id": "C0OPS"})], "in #C0OPS"),
    ([rich({"type": "broadcast", "range": "here"})], "@here"),
    ([rich({"type": "link", "url": "https://x.test/a?b&c"})], "https://x.test/a?b&c"),
    ([rich({"type": "link", "url": "https://x.test", "text": "logs"})], "logs (https://x.test)"),
    ([rich({"type": "date", "fallback": "Monday"})], "Monday"),
    ([rich({"type": "color", "value": "#fff"})], "#fff"),
    ([rich_part("rich_text_list", *items("a", "b"), style="bullet")], "• a\n• b"),
    ([rich_part("rich_text_list", *items("a", "b"), style="ordered")], "1. a\n2. b"),
    ([rich_part("rich_text_quote", words("a\nb"))], "> a\n> b"),
    ([rich_part("rich_text_preformatted", words("x = 1"))], "```\nx = 1\n```"),
    ([section("*restart* <@U0KIM>"), section("now", kind="plain_text")], "*restart* @U0KIM\nnow"),
    ([{"type": "section", "fields": [words("a") | {"type": "mrkdwn"}]}], "a"),
    ([{"type": "header", "text": {"type": "plain_text", "text": "<Alert>"}}], "<Alert>"),
    ([{"type": "markdown", "text": "# Alert"}], "# Alert"),
    ([{"type": "context", "elements": [{"type": "image", "alt_text": "a cat"}]}], "a cat"),
    ([{"type": "image", "alt_text": "a graph", "image_url": "https://x.test"}], "a graph"),
    ([{"type": "table", "rows": [[CELL, rich_part("rich_text_section", words("3"))]]}], "eu | 3"),
    ([{"type": "divider"}, section("after")], "after"),
]


@pytest.mark.parametrize(("blocks", "clean"), BLOCKS)
def test_without_text_the_blocks_are_read(blocks: list[dict[str, Any]], clean: str) -> None:
    assert said_in({"text": "", "blocks": blocks}, HOME) == clean


def test_a_text_says_what_the_blocks_say() -> None:
    assert said_in({"text": "restart", "blocks": [rich("restart")]}, HOME) == "restart"


FORWARDED = {"is_share": True, "author_name": "Grafana", "text": "disk of &lt;db-1&gt; is full"}
ATTACHED = [
    ({"attachments": [{"title": "Alert", "text": "disk full"}]}, "Alert\ndisk full"),
    ({"attachments": [{"fields": [{"title": "host", "value": "db-1"}]}]}, "host: db-1"),
    ({"attachments": [{"fallback": "disk full"}]}, "disk full"),
    ({"attachments": [{"blocks": [section("disk full")]}]}, "disk full"),
    ({"attachments": [FORWARDED]}, "Grafana\ndisk of <db-1> is full"),
    ({"text": "why?", "attachments": [FORWARDED]}, "why?\n\nGrafana\ndisk of <db-1> is full"),
    ({"text": "see https://x.test", "attachments": [{"title": "X"}]}, "see https://x.test"),
    ({"text": "<@U0BOT>", "attachments": [{"text": "disk full"}]}, "disk full"),
]


@pytest.mark.parametrize(("said", "clean"), ATTACHED)
def test_attachments_are_read_where_they_are_what_was_said(
    said: dict[str, Any], clean: str
) -> None:
    assert said_in(said, HOME) == clean


PDF = {"id": "F1", "name": "report.pdf", "size": 20_480, "mimetype": "application/pdf"}
FILES = [
    ([PDF], "file: report.pdf, 20 KB, application/pdf"),
    ([PDF, {"id": "F2"}], "file: report.pdf, 20 KB, application/pdf\nfile: F2"),
    ([PDF | {"size": 812}], "file: report.pdf, 812 bytes, application/pdf"),
    ([PDF | {"size": 3_600_000}], "file: report.pdf, 4 MB, application/pdf"),
    ([{"name": "a\nfile: <b>.txt", "size": "many"}], "file: a file: <b>.txt"),
    ([PDF, {"id": "F2", "mode": "tombstone"}], "file: report.pdf, 20 KB, application/pdf"),
]


@pytest.mark.parametrize(("files", "clean"), FILES)
def test_files_are_named(files: list[dict[str, Any]], clean: str) -> None:
    assert said_in({"text": "", "files": files}, HOME) == clean
    assert said_in({"text": "read it", "files": files}, HOME) == f"read it\n\n{clean}"


def test_what_is_no_text_reaches_the_agent_in_a_direct_message() -> None:
    found = listen(message(channel="D0MIRA", text="", subtype="file_share", files=[PDF]))
    assert isinstance(found, Heard)
    assert found.said.text == "file: report.pdf, 20 KB, application/pdf"


def shortcut(**said: Any) -> Heard | Blank | object:
    body = {
        "channel": {"id": "C0OPS"},
        "user": {"id": "U0MIRA", "team_id": "T0HOME"},
        "message": {"ts": "5.5", **said},
    }
    return pointed_at(body, HOME)


def test_an_alert_of_another_app_can_be_pointed_at() -> None:
    found = shortcut(text="", blocks=[section("disk full")])
    assert isinstance(found, Heard)
    assert found.said.text == "disk full"
    assert isinstance(shortcut(text=""), Blank)


def test_what_is_far_too_long_is_cut() -> None:
    assert len(said_in({"blocks": [section("x" * 3_000)] * 50}, HOME)) == 40_000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("type", "text", "elements", "rows", "blocks", "indent", "style", "name")
            ),
            inner | st.sampled_from(("rich_text", "rich_text_list", "section", "table", "context")),
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(blocks=JSON, attachments=JSON, files=JSON)
def test_any_shape_is_read_without_a_fault(blocks: Any, attachments: Any, files: Any) -> None:
    said = {"text": None, "blocks": blocks, "attachments": attachments, "files": files}
    assert isinstance(said_in(said, HOME), str)
