"""What the bot says arrives where it belongs, and pings nobody by accident."""

import asyncio

import pytest

from bot.playground import Playground
from bot.ports import Message, NotDelivered
from bot.records import MessageRef, Place
from bot.slack import SlackMessenger

BLOCKS = [{"type": "section", "text": {"type": "plain_text", "text": "shown"}}]
MESSAGE = Message("said", BLOCKS)
BUTTONS = [
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "x", "text": {"type": "plain_text", "text": "Approve"}}
        ],
    }
]


def response_url(slack: Playground, channel: str, user: str) -> str:
    """As it comes with a command."""
    workspace = slack.workspace
    typed = slack.interactions.command(
        workspace.user(user), workspace.channel(channel), "/agent", "help"
    )
    return str(typed["response_url"])


async def test_a_post_goes_into_its_thread(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    ref = await messenger.post(thread, MESSAGE)
    posted = slack.workspace.message(ref.channel, ref.ts)
    assert posted.root == thread.thread
    assert (posted.text, posted.shown, posted.unfurls) == ("said", "shown", False)
    [call] = slack.calls.of("chat.postMessage")
    assert (call.arguments["parse"], call.arguments["link_names"]) == ("none", False)
    assert call.arguments["unfurl_media"] is False


async def test_a_thread_can_be_started(slack: Playground, messenger: SlackMessenger) -> None:
    ref = await messenger.post(Place(channel="C0APPROVALS", thread=""), MESSAGE)
    assert slack.workspace.message("C0APPROVALS", ref.ts).thread_ts is None


async def test_what_is_only_text_names_no_blocks(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    ref = await messenger.post(thread, Message("said"))
    await messenger.whisper(thread, "U0JONAS", Message("said"))
    await messenger.update(ref, Message("said"))
    posted, whispered, updated = (
        slack.calls.of(method)[0].arguments
        for method in ("chat.postMessage", "chat.postEphemeral", "chat.update")
    )
    assert "blocks" not in posted
    assert "blocks" not in whispered
    assert updated["blocks"] == []


async def test_an_update_takes_the_buttons_away(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    ref = await messenger.post(thread, Message("asked", BUTTONS))
    await messenger.update(ref, Message("over"))
    message = slack.workspace.message(ref.channel, ref.ts)
    assert (message.shown, message.buttons) == ("over", ())


async def test_a_whisper_is_seen_by_one_person_in_the_thread(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    await messenger.whisper(thread, "U0JONAS", MESSAGE)
    [private] = slack.person("jonas").private_messages
    assert private.root == thread.thread
    assert slack.person("sam").private_messages == ()


async def test_a_direct_message_reaches_a_person(
    slack: Playground, messenger: SlackMessenger
) -> None:
    ref = await messenger.direct("U0SAM", MESSAGE)
    assert slack.person("sam").app_dm.id == ref.channel


async def test_a_command_is_answered_where_the_bot_is_no_member(
    slack: Playground, messenger: SlackMessenger
) -> None:
    await messenger.reply(response_url(slack, "C0GENERAL", "U0SAM"), MESSAGE)
    [private] = slack.person("sam").private_messages
    assert private.channel == "C0GENERAL"


@pytest.mark.parametrize(
    "paragraphs",
    [
        [f"paragraph {n} " + "x" * 500 for n in range(60)],
        [f"第{n}段 " + "審" * 500 for n in range(20)],
    ],
    ids=["letters of a byte", "letters of three"],
)
async def test_an_answer_takes_as_many_messages_as_it_needs(
    slack: Playground, messenger: SlackMessenger, thread: Place, paragraphs: list[str]
) -> None:
    text = "\n\n".join(paragraphs)
    await messenger.answer(thread, text)
    posts = [m for m in slack.messages if m.bot_id]
    assert len(posts) == 4
    assert "\n\n".join(m.shown for m in posts) == text


async def test_an_answer_pings_nobody(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    await messenger.answer(thread, "<!channel> &lt;!here&gt; <@U0MIRA> @everyone")
    [call] = slack.calls.of("chat.postMessage")
    for live in ("<!channel", "&lt;!here", "<@U0MIRA", "@everyone"):
        assert live not in str(call.arguments)


async def test_nothing_is_posted_for_a_blank_answer(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    await messenger.answer(thread, " \n")
    assert slack.calls.of("chat.postMessage") == []


async def test_a_permalink_leads_to_the_message(messenger: SlackMessenger, thread: Place) -> None:
    link = await messenger.permalink(MessageRef(channel="C0OPS", ts=thread.thread))
    assert link.startswith("https://signoff.slack.com/archives/C0OPS/p")


async def test_without_a_permalink_there_is_an_empty_one(messenger: SlackMessenger) -> None:
    assert await messenger.permalink(MessageRef(channel="C0OPS", ts="1.000001")) == ""


async def test_a_permalink_is_not_waited_for(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    slack.faults.slow("chat.getPermalink", 60)
    async with asyncio.timeout(30):
        assert await messenger.permalink(MessageRef(channel="C0OPS", ts=thread.thread)) == ""
    slack.faults.clear()


async def test_a_status_that_is_refused_disturbs_nobody(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    slack.faults.fail("assistant.threads.setStatus", "missing_scope", times=None)
    await messenger.status(thread, "is thinking…")
    assert len(slack.calls.of("assistant.threads.setStatus")) == 1


@pytest.mark.parametrize("code", ["is_archived", "not_in_channel", "channel_not_found"])
async def test_a_channel_that_takes_nothing_is_tried_once(
    slack: Playground, messenger: SlackMessenger, thread: Place, code: str
) -> None:
    slack.faults.fail("chat.postMessage", code, times=None)
    with pytest.raises(NotDelivered) as error:
        await messenger.post(thread, MESSAGE)
    assert (error.value.code, error.value.permanent) == (code, True)
    assert len(slack.calls.of("chat.postMessage")) == 1


@pytest.mark.parametrize("code", ["message_not_found", "cant_update_message"])
async def test_a_card_that_is_gone_is_final(
    slack: Playground, messenger: SlackMessenger, code: str
) -> None:
    slack.faults.fail("chat.update", code, times=None)
    with pytest.raises(NotDelivered) as error:
        await messenger.update(MessageRef(channel="C0OPS", ts="1.1"), MESSAGE)
    assert error.value.permanent
    assert len(slack.calls.of("chat.update")) == 1
