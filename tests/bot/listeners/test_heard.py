"""Which messages are for the agent: one row for each kind Slack reports."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.listeners import Blank, Heard, Outsider, heard, pointed_at


@dataclass(frozen=True)
class Bot:
    user: str = "U0BOT"
    team: str = "T0HOME"
    enterprise: str = ""


HOME = Bot()


def message(**changes: Any) -> dict[str, Any]:
    event = {
        "type": "message",
        "channel": "C0OPS",
        "channel_type": "channel",
        "user": "U0MIRA",
        "team": "T0HOME",
        "text": "<@U0BOT> restart payments",
        "ts": "5.5",
    }
    return {name: value for name, value in {**event, **changes}.items() if value is not None}


def rich(*elements: dict[str, Any] | str) -> dict[str, Any]:
    """A rich text block of one section."""
    inner = [{"type": "text", "text": e} if isinstance(e, str) else e for e in elements]
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": inner}],
    }


def listen(event: dict[str, Any], *, shared: bool = False) -> Heard | Blank | Outsider | None:
    return heard(event, HOME, shared=shared)


FOR_US = {
    "a mention": (message(type="app_mention"), "C0OPS:5.5"),
    "its twin": (message(), "C0OPS:5.5"),
    "a mention with a label": (message(text="<@U0BOT|signoff> restart payments"), "C0OPS:5.5"),
    "a mention in a thread": (message(thread_ts="1.1"), "C0OPS:1.1"),
    "a mention on a message that starts a thread": (message(thread_ts="5.5"), "C0OPS:5.5"),
    "a mention of others and us": (message(text="<@U0KIM> see <@U0BOT>"), "C0OPS:5.5"),
    "a mention in a group message": (
        message(channel="G0TRIO", channel_type="mpim"),
        "G0TRIO:5.5",
    ),
    "a direct message": (message(channel="D0MIRA", channel_type="im", text="hi"), "D0MIRA:5.5"),
    "a direct reply": (message(channel="D0MIRA", text="hi", thread_ts="1.1"), "D0MIRA:1.1"),
    "a direct message to greet somebody": (
        message(channel="D0MIRA", text="<@U0KIM>"),
        "D0MIRA:5.5",
    ),
    "a reply shown in the channel too": (
        message(subtype="thread_broadcast", thread_ts="1.1"),
        "C0OPS:1.1",
    ),
    "a file with words": (message(subtype="file_share", files=[{"id": "F1"}]), "C0OPS:5.5"),
    "a message about oneself": (message(subtype="me_message"), "C0OPS:5.5"),
    "a mention in blocks": (
        message(text="", blocks=[rich({"type": "user", "user_id": "U0BOT"}, "restart")]),
        "C0OPS:5.5",
    ),
    "a picture with our name": (
        message(text="<@U0BOT>", subtype="file_share", files=[{"id": "F1"}]),
        "C0OPS:5.5",
    ),
}


@pytest.mark.parametrize(("event", "tag"), FOR_US.values(), ids=FOR_US)
def test_a_message_to_the_bot_is_heard_in_its_thread(event: dict[str, Any], tag: str) -> None:
    found = listen(event)
    assert isinstance(found, Heard)
    assert (found.place.tag, found.said.user, found.said.ts) == (tag, "U0MIRA", "5.5")
    assert found.once == f"{event['channel']}:5.5"
    assert not found.only_if_known


@pytest.mark.parametrize(
    "event",
    [
        message(text="<@U0BOT>"),
        message(type="app_mention", text=" <@U0BOT|signoff>: "),
        message(text="<@U0BOT>", thread_ts="1.1"),
        message(channel="D0MIRA", text=""),
        message(text="<@U0BOT>", files=[{"id": "F1", "mode": "tombstone"}]),
    ],
)
def test_a_mention_and_nothing_else_is_blank(event: dict[str, Any]) -> None:
    found = listen(event)
    assert isinstance(found, Blank)
    assert (found.user, found.once) == ("U0MIRA", f"{event['channel']}:5.5")


NOT_FOR_US = {
    "nothing in a thread": message(text="", thread_ts="1.1"),
    "a forwarded message that mentions us": message(
        text="", attachments=[{"is_share": True, "text": "<@U0BOT> restart"}]
    ),
    "an edit": message(subtype="message_changed", message=message(), hidden=True),
    "an edit that adds the mention": message(type="app_mention", edited={"user": "U0MIRA"}),
    "a deletion": message(subtype="message_deleted", previous_message=message()),
    "a join": message(subtype="channel_join", text="<@U0MIRA> has joined"),
    "a reply counter": message(subtype="message_replied"),
    "an unfurl": message(subtype="message_changed", message=message(attachments=[{}])),
    "something hidden": message(hidden=True),
    "a bot": message(bot_id="B0OTHER"),
    "a bot that mentions us": message(type="app_mention", bot_id="B0OTHER"),
    "a bot without a user": message(subtype="bot_message", bot_id="B0OTHER", user=None),
    "a bot by its profile": message(bot_profile={"id": "B0OTHER"}),
    "a bot in a direct message": message(channel="D0MIRA", bot_id="B0OTHER", text="pong"),
    "ourselves": message(user="U0BOT", bot_id="B0BOT"),
    "ourselves without a bot id": message(user="U0BOT"),
    "Slackbot": message(user="USLACKBOT", channel="D0MIRA", text="I did not unfurl"),
    "a workflow": message(subtype="bot_message", bot_id="B0FLOW", user=None),
    "nobody": message(user=None),
    "a channel message without us": message(text="lunch?"),
    "a group message without us": message(channel="G0TRIO", text="lunch?"),
    "a reply that begins with somebody else": message(text="<@U0KIM> look", thread_ts="1.1"),
    "a reply that begins with a group": message(text="<!subteam^S0> look", thread_ts="1.1"),
    "something else than a message": message(type="reaction_added"),
    "no channel": message(channel=None),
    "no ts": message(ts=None),
    "a channel that is an object": message(channel={"id": "C0OPS"}),
}


@pytest.mark.parametrize("event", NOT_FOR_US.values(), ids=NOT_FOR_US)
def test_everything_else_is_not(event: dict[str, Any]) -> None:
    assert listen(event) is None


def test_a_reply_that_mentions_nobody_counts_only_in_a_known_thread() -> None:
    found = listen(message(text="and staging too", thread_ts="1.1"))
    assert isinstance(found, Heard)
    assert found.only_if_known


def test_the_text_is_clean() -> None:
    found = listen(message(text="<@U0BOT> run a &amp;&amp; b &lt;c&gt; &amp;amp;"))
    assert isinstance(found, Heard)
    assert found.said.text == "run a && b <c> &amp;"


@pytest.mark.parametrize(
    "event",
    [
        message(type="app_mention", user_team="T0ELSE"),
        message(type="app_mention", team="T0ELSE"),
        message(type="app_mention", team=None),
        message(channel="D0EVE", text="hi", user_team="T0ELSE"),
        message(channel="G0TRIO", channel_type="mpim", user_team="T0ELSE"),
    ],
)
def test_people_of_other_organisations_are_not_served(event: dict[str, Any]) -> None:
    assert listen(event, shared=True) == Outsider()


@pytest.mark.parametrize(("source", "served"), [("T0HOME", True), ("T0ELSE", False), ("", False)])
def test_where_the_event_does_not_say_whose_it_is_its_source_counts(
    source: str, served: bool
) -> None:
    found = heard(message(type="app_mention", team=None), HOME, shared=True, source=source)
    assert isinstance(found, Heard) is served


@pytest.mark.parametrize("change", [{}, {"text": "me too", "thread_ts": "1.1"}])
def test_they_are_told_once(change: dict[str, Any]) -> None:
    assert listen(message(user_team="T0ELSE", **change), shared=True) is None


def test_in_a_channel_of_our_own_another_workspace_of_the_organisation_is_served() -> None:
    found = listen(message(user_team="T0SISTER"), shared=False)
    assert isinstance(found, Heard)
    assert found.said.team == "T0SISTER"


def test_an_organisation_is_known_by_its_id_too() -> None:
    home = Bot(enterprise="E0ORG")
    assert isinstance(heard(message(user_team="E0ORG"), home, shared=True), Heard)


def shortcut(**changes: Any) -> dict[str, Any]:
    body = {
        "type": "message_action",
        "user": {"id": "U0SAM", "team_id": "T0HOME"},
        "channel": {"id": "C0OPS"},
        "message": {"ts": "5.5", "text": "payments &lt; 1 %", "user": "U0MIRA"},
        "action_ts": "9.9",
    }
    return {**body, **changes}


def test_the_shortcut_is_a_request_of_whoever_used_it() -> None:
    found = pointed_at(shortcut(), HOME)
    assert isinstance(found, Heard)
    assert (found.said.user, found.said.text) == ("U0SAM", "payments < 1 %")
    assert found.place.tag == "C0OPS:5.5"


def test_the_shortcut_on_a_reply_works_in_its_thread() -> None:
    found = pointed_at(shortcut(message={"ts": "5.5", "thread_ts": "1.1", "text": "x"}), HOME)
    assert isinstance(found, Heard)
    assert found.place.tag == "C0OPS:1.1"


def test_the_shortcut_counts_beside_the_message_itself() -> None:
    found, mention = pointed_at(shortcut(), HOME), listen(message())
    assert isinstance(found, Heard)
    assert isinstance(mention, Heard)
    assert found.once != mention.once


def test_the_shortcut_is_not_for_outsiders() -> None:
    body = shortcut(user={"id": "U0EVE", "team_id": "T0ELSE"})
    assert pointed_at(body, HOME) == Outsider()


def test_a_shortcut_without_a_message_is_nothing() -> None:
    assert pointed_at(shortcut(message={}), HOME) is None
