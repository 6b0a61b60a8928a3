"""The events the app gets, field by field."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground
from tests.bot.playground.receiver import Receiver


@pytest.fixture(autouse=True)
def _listens(receiver: Receiver) -> None:
    """Every test here has a front end."""


async def kinds(slack: Playground, receiver: Receiver) -> list[str]:
    await slack.settled()
    return sorted(e.get("subtype") or e["type"] for e in receiver.events)


async def test_a_mention_is_two_events_with_one_ts(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    said = await mira.mentions("C0OPS", "restart & <check>")
    assert await kinds(slack, receiver) == ["app_mention", "message"]
    assert {e["ts"] for e in receiver.events} == {said.ts}
    assert len({r.payload["event_id"] for r in receiver.received}) == 2
    mention = next(e for e in receiver.events if e["type"] == "app_mention")
    assert mention["text"] == "<@U0SIGNOFF> restart &amp; &lt;check&gt;"
    assert (mention["user"], mention["team"]) == ("U0MIRA", "T0SIGNOFF")
    assert "channel_type" not in mention


async def test_the_outer_body_says_where_it_comes_from(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.says("C0OPS", "hello")
    await slack.settled()
    body = receiver.received[0].payload
    assert body["type"] == "event_callback"
    assert (body["team_id"], body["api_app_id"]) == ("T0SIGNOFF", "A0SIGNOFF")
    assert body["authorizations"][0]["user_id"] == "U0SIGNOFF"
    assert body["is_ext_shared_channel"] is False
    assert body["event"]["channel_type"] == "channel"


async def test_a_writer_of_another_organisation_is_marked(
    slack: Playground, receiver: Receiver
) -> None:
    await slack.person("eve").mentions("C0SHARED", "hello")
    await slack.settled()
    for received in receiver.received:
        assert received.payload["is_ext_shared_channel"] is True
        assert received.event["user_team"] == "T0PARTNER"
        assert received.event["team"] == "T0PARTNER"


async def test_a_direct_message_needs_no_mention(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.mentions("D0MIRA", "hello")
    assert await kinds(slack, receiver) == ["message"]
    assert receiver.events[0]["channel_type"] == "im"


async def test_a_message_of_a_group_comes_as_a_message_alone(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.mentions("G0TRIO", "hello")
    assert await kinds(slack, receiver) == ["message"]
    assert receiver.events[0]["channel_type"] == "mpim"


async def test_nothing_is_told_of_channels_without_the_app(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.mentions("C0GENERAL", "hello")
    assert await kinds(slack, receiver) == []


async def test_nothing_is_told_without_a_subscription(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    slack.workspace.change_app(subscriptions=frozenset({"app_mention"}))
    await mira.mentions("C0OPS", "hello")
    assert await kinds(slack, receiver) == ["app_mention"]


async def test_a_reply_names_the_author_of_the_root_and_touches_the_root(
    slack: Playground, receiver: Receiver, mira: Person, jonas: Person
) -> None:
    root = await mira.says("C0OPS", "root")
    await jonas.says("C0OPS", "reply", thread_ts=root.ts)
    assert await kinds(slack, receiver) == ["message", "message", "message_replied"]
    reply = next(e for e in receiver.events if e.get("text") == "reply")
    assert (reply["thread_ts"], reply["parent_user_id"]) == (root.ts, "U0MIRA")
    replied = next(e for e in receiver.events if e.get("subtype"))
    assert replied["message"]["reply_count"] == 1


async def test_edits_and_deletions_are_hidden_messages_with_a_new_ts(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    said = await mira.mentions("C0OPS", "restrat")
    await mira.edits(said, "@signoff restart")
    await mira.deletes(said)
    await slack.settled()
    changed = next(e for e in receiver.events if e.get("subtype") == "message_changed")
    assert changed["hidden"] is True
    assert changed["ts"] != said.ts
    assert changed["message"]["text"] == "<@U0SIGNOFF> restart"
    assert changed["message"]["edited"]["user"] == "U0MIRA"
    assert changed["previous_message"]["text"] == "<@U0SIGNOFF> restrat"
    deleted = next(e for e in receiver.events if e.get("subtype") == "message_deleted")
    assert deleted["deleted_ts"] == said.ts


async def test_the_apps_own_posts_and_updates_are_told_too(
    slack: Playground, receiver: Receiver, client: AsyncWebClient
) -> None:
    posted = await client.chat_postMessage(channel="C0OPS", text="x")
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="y")
    assert await kinds(slack, receiver) == ["message", "message_changed"]
    assert receiver.events[0]["bot_id"] == "B0SIGNOFF"


async def test_another_bots_post_carries_its_bot_id(slack: Playground, receiver: Receiver) -> None:
    await slack.person("deploybot").mentions("C0OPS", "deployed")
    await slack.settled()
    assert {e["bot_id"] for e in receiver.events} == {"B0DEPLOY"}


async def test_a_webhooks_post_has_no_user(slack: Playground, receiver: Receiver) -> None:
    slack.webhook("C0OPS", "<@U0SIGNOFF> deployed")
    await slack.settled()
    assert {e["type"] for e in receiver.events} == {"app_mention", "message"}
    assert {e["subtype"] for e in receiver.events} == {"bot_message"}
    assert all("user" not in e for e in receiver.events)


async def test_a_message_with_a_file_says_so(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.says("C0OPS", "see", files=[{"id": "F1", "name": "log.txt"}])
    assert await kinds(slack, receiver) == ["file_share"]
    assert receiver.events[0]["files"][0]["name"] == "log.txt"


async def test_joins_are_messages(slack: Playground, receiver: Receiver) -> None:
    await slack.person("eve").joins("C0OPS")
    assert await kinds(slack, receiver) == ["channel_join"]


async def test_a_link_preview_is_a_change_without_an_edit(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    said = await mira.mentions("C0OPS", "see https://example.com/a?b=1&c=2")
    slack.unfurl(said)
    await slack.settled()
    changed = receiver.events[-1]
    assert changed["subtype"] == "message_changed"
    assert changed["message"]["attachments"]
    assert "edited" not in changed["message"]
    assert "<https://example.com/a?b=1&amp;c=2>" in changed["message"]["text"]


async def test_any_event_can_be_made_up(slack: Playground, receiver: Receiver) -> None:
    event: dict[str, Any] = {"type": "tokens_revoked", "tokens": {"bot": ["U0SIGNOFF"]}}
    slack.event(event, event_id="Ev1")
    await slack.settled()
    assert receiver.received[0].payload["event_id"] == "Ev1"
    assert receiver.events == [event]
