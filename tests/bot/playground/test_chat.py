"""chat.*: what is posted, changed and refused."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground
from tests.bot.playground.conftest import Refusal

BUTTON = {
    "type": "actions",
    "elements": [
        {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    ],
}


def markdown(length: int) -> list[dict[str, Any]]:
    return [{"type": "markdown", "text": "x" * length}]


async def test_a_posted_message_comes_back_whole(client: AsyncWebClient) -> None:
    answer = await client.chat_postMessage(channel="C0OPS", text="hello", blocks=[BUTTON])
    message = answer["message"]
    assert answer["ts"] == message["ts"]
    assert message["bot_id"] == "B0SIGNOFF"
    assert message["app_id"] == "A0SIGNOFF"
    assert message["team"] == "T0SIGNOFF"
    assert message["blocks"][0]["block_id"]


@pytest.mark.parametrize(
    ("channel", "code"),
    [
        ("C0NONE", "channel_not_found"),
        ("C0HIDDEN", "channel_not_found"),
        ("C0GENERAL", "not_in_channel"),
        ("C0OLD", "is_archived"),
    ],
)
async def test_a_channel_has_to_take_posts(
    client: AsyncWebClient, refusal: Refusal, channel: str, code: str
) -> None:
    assert await refusal(client.chat_postMessage(channel=channel, text="x")) == code


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"text": "x" * 16_001}, "msg_too_long"),
        ({"text": "x", "thread_ts": "1.000000"}, "thread_not_found"),
        ({"text": "x", "blocks": [{"type": "bogus"}]}, "invalid_blocks"),
        ({"text": "x", "blocks": []}, "invalid_blocks"),
        ({"text": "x", "blocks": "[{"}, "invalid_blocks_format"),
        ({"text": "x", "blocks": markdown(6_001) + markdown(6_000)}, "msg_too_long"),
        ({"text": "x", "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2_800}}
        ] * 5}, "msg_blocks_too_long"),
        ({"text": "x", "attachments": [{"blocks": [{"type": "bogus"}]}]}, "invalid_blocks"),
        ({"text": "x", "attachments": ["x"]}, "invalid_attachments"),
        ({"text": "x", "metadata": {"event_type": "e"}}, "invalid_metadata_schema"),
        ({"text": "x", "metadata": {"key": "e"}}, "invalid_metadata_format"),
        ({"text": "x", "attachments": [{}] * 101}, "too_many_attachments"),
        ({"markdown_text": "x" * 12_001}, "msg_too_long"),
        ({"text": "x", "markdown_text": "y"}, "markdown_text_conflict"),
    ],
)  # fmt: skip
async def test_content_has_limits(
    client: AsyncWebClient, refusal: Refusal, arguments: dict[str, Any], code: str
) -> None:
    assert await refusal(client.chat_postMessage(channel="C0OPS", **arguments)) == code


async def test_a_message_says_something(client: AsyncWebClient, refusal: Refusal) -> None:
    silent = client.api_call("chat.postMessage", json={"channel": "C0OPS", "text": ""})
    assert await refusal(silent) == "no_text"


async def test_a_refused_block_is_named(client: AsyncWebClient, slack: Playground) -> None:
    answer = await client.api_call("blocks.validate", json={"blocks": []})
    assert answer["ok"]
    header = {"type": "header", "text": {"type": "mrkdwn", "text": "x"}}
    with pytest.raises(Exception, match="invalid_blocks"):
        await client.chat_postMessage(channel="C0OPS", text="x", blocks=[header])
    refused = slack.calls.of("chat.postMessage")[-1].answer
    assert "[json-pointer:/blocks/0/text/type]" in refused["errors"][0]
    assert refused["response_metadata"]["messages"][0].startswith("[ERROR] unsupported type")


async def test_ids_left_out_are_filled_in(client: AsyncWebClient) -> None:
    button = {"type": "button", "text": {"type": "plain_text", "text": "x"}}
    blocks: list[dict[str, Any]] = [
        {"type": "actions", "elements": [button]},
        {"type": "section", "text": {"type": "mrkdwn", "text": "x"}, "accessory": button},
        {
            "type": "container",
            "title": {"type": "plain_text", "text": "x"},
            "child_blocks": [{"type": "divider"}],
        },
    ]
    answer = await client.chat_postMessage(channel="C0OPS", text="x", blocks=blocks)
    actions, section, container = answer["message"]["blocks"]
    assert actions["elements"][0]["action_id"] != section["accessory"]["action_id"]
    assert container["child_blocks"][0]["block_id"]


async def test_a_reply_to_a_reply_has_no_thread(client: AsyncWebClient, refusal: Refusal) -> None:
    root = await client.chat_postMessage(channel="C0OPS", text="root")
    reply = await client.chat_postMessage(channel="C0OPS", text="x", thread_ts=root["ts"])
    lost = client.chat_postMessage(channel="C0OPS", text="x", thread_ts=reply["ts"])
    assert await refusal(lost) == "thread_not_found"


async def test_a_persons_id_means_their_direct_message(client: AsyncWebClient) -> None:
    assert (await client.chat_postMessage(channel="U0MIRA", text="x"))["channel"] == "D0MIRA"


async def test_text_alone_leaves_the_old_buttons(client: AsyncWebClient, slack: Playground) -> None:
    posted = await client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="done")
    assert slack.workspace.message("C0OPS", posted["ts"]).buttons == ("Go",)
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="done", blocks=[])
    assert slack.workspace.message("C0OPS", posted["ts"]).buttons == ()


async def test_text_alone_can_remove_the_blocks_as_documented() -> None:
    async with Playground(text_only_update_keeps_blocks=False) as slack:
        client = AsyncWebClient(token=slack.workspace.app.bot_token, base_url=slack.url)
        posted = await client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
        await client.chat_update(channel="C0OPS", ts=posted["ts"], text="done")
        assert slack.workspace.message("C0OPS", posted["ts"]).blocks == ()


async def test_an_update_takes_4000_bytes(client: AsyncWebClient, refusal: Refusal) -> None:
    posted = await client.chat_postMessage(channel="C0OPS", text="x")
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="x" * 4_000)
    long = client.chat_update(channel="C0OPS", ts=posted["ts"], text="é" * 2_001)
    assert await refusal(long) == "msg_too_long"


async def test_an_update_wakes_bare_broadcasts_unless_told_not_to(
    client: AsyncWebClient, slack: Playground
) -> None:
    posted = await client.chat_postMessage(channel="C0OPS", text="@here")
    assert slack.messages[-1].text == "@here"
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="@here", parse="none")
    assert slack.messages[-1].text == "@here"
    await client.chat_update(channel="C0OPS", ts=posted["ts"], text="ask @here, a@here.com")
    assert slack.messages[-1].text == "ask <!here>, a@here.com"


async def test_only_own_messages_can_be_changed(
    client: AsyncWebClient, mira: Person, refusal: Refusal
) -> None:
    said = await mira.says("C0OPS", "hello")
    update = client.chat_update(channel="C0OPS", ts=said.ts, text="x")
    assert await refusal(update) == "cant_update_message"
    delete = client.chat_delete(channel="C0OPS", ts=said.ts)
    assert await refusal(delete) == "cant_delete_message"
    gone = client.chat_update(channel="C0OPS", ts="1.000000", text="x")
    assert await refusal(gone) == "message_not_found"


async def test_a_private_message_cannot_be_updated(
    client: AsyncWebClient, mira: Person, refusal: Refusal
) -> None:
    answer = await client.chat_postEphemeral(channel="C0OPS", user="U0MIRA", text="psst")
    update = client.chat_update(channel="C0OPS", ts=answer["message_ts"], text="x")
    assert await refusal(update) == "message_not_found"
    assert [m.text for m in mira.private_messages] == ["psst"]


async def test_a_private_message_needs_a_reader_in_the_channel(
    client: AsyncWebClient, refusal: Refusal
) -> None:
    stranger = client.chat_postEphemeral(channel="C0OPS", user="U0EVE", text="x")
    assert await refusal(stranger) == "user_not_in_channel"
    nobody = client.chat_postEphemeral(channel="C0OPS", user="U0NOBODY", text="x")
    assert await refusal(nobody) == "user_not_found"


async def test_a_deleted_root_keeps_its_thread_as_a_tombstone(
    client: AsyncWebClient, slack: Playground
) -> None:
    root = await client.chat_postMessage(channel="C0OPS", text="root")
    await client.chat_postMessage(channel="C0OPS", text="reply", thread_ts=root["ts"])
    await client.chat_delete(channel="C0OPS", ts=root["ts"])
    assert slack.workspace.message("C0OPS", root["ts"]).subtype == "tombstone"


async def test_a_deleted_root_without_replies_ends_its_thread(
    client: AsyncWebClient, refusal: Refusal
) -> None:
    root = await client.chat_postMessage(channel="C0OPS", text="root")
    await client.chat_delete(channel="C0OPS", ts=root["ts"])
    late = client.chat_postMessage(channel="C0OPS", text="x", thread_ts=root["ts"])
    assert await refusal(late) == "thread_not_found"


async def test_a_permalink_names_the_thread(client: AsyncWebClient) -> None:
    root = (await client.chat_postMessage(channel="C0OPS", text="root"))["ts"]
    reply = (await client.chat_postMessage(channel="C0OPS", text="x", thread_ts=root))["ts"]
    link = await client.chat_getPermalink(channel="C0OPS", message_ts=reply)
    place = f"/archives/C0OPS/p{reply.replace('.', '')}?thread_ts={root}&cid=C0OPS"
    assert link["permalink"] == f"https://signoff.slack.com{place}"
