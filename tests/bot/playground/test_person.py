"""What people can do, what they cannot, and the payloads that follow."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import CannotDo, Message, NoSuchControl, Person, Playground, PlaygroundError
from bot.playground.composer import compose
from tests.bot.playground.receiver import Receiver
from tests.bot.playground.test_blocks import actions, button, plain, section, select


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("x && y <z>", "x &amp;&amp; y &lt;z&gt;"),
        ("&amp; &quot;", "&amp;amp; &amp;quot;"),
        ("@jonas look", "<@U0JONAS> look"),
        ("<@U0JONAS>", "&lt;<@U0JONAS>&gt;"),
        ("in #ops.", "in <#C0OPS|ops>."),
        ("@sre @here", "<!subteam^S0SRE|@sre> <!here>"),
        ("a@jonas @nobody-here", "a@jonas @nobody-here"),
        ("https://x.io/?a=1&b=2", "<https://x.io/?a=1&amp;b=2>"),
    ],
)
async def test_typed_text_is_encoded(slack: Playground, typed: str, sent: str) -> None:
    assert compose(typed, slack.workspace).text == sent


async def test_raw_text_is_taken_as_it_is(mira: Person) -> None:
    raw = "<@U0SIGNOFF> mail <mailto:a@b.co|a@b.co> &lt;"
    assert (await mira.says("C0OPS", raw, raw=True)).text == raw


@pytest.mark.parametrize("channel", ["C0OLD", "C0HIDDEN"])
async def test_nobody_writes_where_a_client_would_not_let_them(
    slack: Playground, channel: str
) -> None:
    with pytest.raises(CannotDo):
        await slack.person("sam").says(channel, "hello")


async def test_a_person_goes_by_id_or_handle(slack: Playground) -> None:
    assert slack.person("U0MIRA") == slack.person("mira")
    with pytest.raises(PlaygroundError):
        slack.person("nobody")


@pytest.fixture
async def card(client: AsyncWebClient, slack: Playground, mira: Person) -> Message:
    """A card in a thread."""
    root = await mira.says("C0OPS", "root")
    blocks = [
        section(block_id="text"),
        actions(
            button(action_id="yes", value="t1", text=plain("Approve")),
            button(action_id="only", text=plain("Secret"), visible_to_user_ids=["U0JONAS"]),
            select(action_id="how", options=[{"text": plain("Slowly"), "value": "slow"}]),
            block_id="acts",
        ),
    ]
    await client.chat_postMessage(
        channel="C0OPS", thread_ts=root.ts, text="Approve?", blocks=blocks
    )
    return await slack.wait_for_message(button="Approve")


async def test_a_click_says_who_where_and_what(
    card: Message, receiver: Receiver, jonas: Person
) -> None:
    await jonas.clicks(card, "Approve")
    body = receiver.interaction
    assert body["type"] == "block_actions"
    assert body["user"] == {
        "id": "U0JONAS",
        "username": "jonas",
        "name": "jonas",
        "team_id": "T0SIGNOFF",
    }
    assert body["team"] == {"id": "T0SIGNOFF", "domain": "signoff"}
    assert body["container"] == {
        "type": "message",
        "message_ts": card.ts,
        "channel_id": "C0OPS",
        "is_ephemeral": False,
        "thread_ts": card.thread_ts,
    }
    assert body["channel"] == {"id": "C0OPS", "name": "ops"}
    assert body["message"]["ts"] == card.ts
    assert body["message"]["bot_id"] == "B0SIGNOFF"
    assert body["state"]["values"]["acts"]["how"]["selected_option"] is None
    (action,) = body["actions"]
    assert (action["action_id"], action["block_id"], action["value"]) == ("yes", "acts", "t1")
    assert action["type"] == "button"
    assert action["action_ts"]
    assert {"trigger_id", "response_url", "api_app_id"} <= body.keys()


async def test_an_outsiders_click_names_their_own_team(
    client: AsyncWebClient, receiver: Receiver, slack: Playground
) -> None:
    await client.chat_postMessage(channel="C0SHARED", text="x", blocks=[actions(button())])
    card = await slack.wait_for_message(button="a")
    await slack.person("eve").clicks(card, "a")
    body = receiver.interaction
    assert body["user"]["team_id"] == "T0PARTNER"
    assert body["team"]["id"] == "T0SIGNOFF"


async def test_dead_and_hidden_buttons_cannot_be_clicked(
    card: Message, receiver: Receiver, client: AsyncWebClient, mira: Person, jonas: Person
) -> None:
    with pytest.raises(NoSuchControl, match="Approve"):
        await mira.clicks(card, "Secret")
    await jonas.clicks(card, "Secret")
    await client.chat_update(channel="C0OPS", ts=card.ts, text="Done", blocks=[])
    with pytest.raises(NoSuchControl):
        await jonas.clicks(card, "Approve")


async def test_a_screen_that_has_not_caught_up_still_clicks(
    card: Message, receiver: Receiver, client: AsyncWebClient, jonas: Person
) -> None:
    await client.chat_update(channel="C0OPS", ts=card.ts, text="Done", blocks=[])
    await jonas.clicks(card, "Approve", stale=True)
    assert receiver.interaction["actions"][0]["value"] == "t1"


async def test_a_private_channel_is_seen_by_its_members(
    client: AsyncWebClient, receiver: Receiver, slack: Playground, jonas: Person
) -> None:
    await client.chat_postMessage(channel="C0SECRET", text="x", blocks=[actions(button())])
    card = await slack.wait_for_message(button="a")
    with pytest.raises(NoSuchControl):
        await slack.person("sam").clicks(card, "a")
    await jonas.clicks(card, "a")
    assert receiver.interaction["channel"]["name"] == "privategroup"


async def test_a_menu_is_picked_by_value_or_text(
    card: Message, receiver: Receiver, jonas: Person
) -> None:
    await jonas.picks(card, "how", "Slow")
    body = receiver.interaction
    assert body["actions"][0]["selected_option"]["value"] == "slow"
    assert body["state"]["values"]["acts"]["how"]["selected_option"]["value"] == "slow"
    with pytest.raises(NoSuchControl, match="Slowly"):
        await jonas.picks(card, "how", "fast")


async def test_a_command_carries_ids_for_names(receiver: Receiver, mira: Person) -> None:
    await mira.commands("/agent", "approve @jonas #ops", "D0MIRA")
    form = receiver.interaction
    assert form["text"] == "approve <@U0JONAS|jonas> <#C0OPS|ops>"
    assert (form["command"], form["channel_name"]) == ("/agent", "directmessage")
    assert (form["user_id"], form["team_id"]) == ("U0MIRA", "T0SIGNOFF")
    assert form["response_url"]
    assert form["trigger_id"]


async def test_a_command_can_be_answered_openly_or_with_wrong_blocks(
    receiver: Receiver, mira: Person, slack: Playground
) -> None:
    receiver.body = {"text": "All quiet", "response_type": "in_channel"}
    await mira.commands("/agent", "status", "C0OPS")
    assert slack.messages[-1].text == "All quiet"
    receiver.body = {"blocks": [{"type": "bogus"}]}
    await mira.commands("/agent", "status", "C0OPS")
    assert "invalid_command_response" in mira.private_messages[-1].text


async def test_a_message_shortcut_carries_the_message(
    receiver: Receiver, mira: Person, jonas: Person
) -> None:
    said = await jonas.says("C0OPS", "payments are slow")
    await mira.shortcut("ask", said)
    body = receiver.interaction
    assert (body["type"], body["callback_id"]) == ("message_action", "ask")
    assert (body["message_ts"], body["message"]["text"]) == (said.ts, "payments are slow")
    assert body["user"]["id"] == "U0MIRA"


async def test_only_own_messages_are_edited_and_deleted(mira: Person, jonas: Person) -> None:
    said = await mira.says("C0OPS", "hello")
    with pytest.raises(CannotDo):
        await jonas.edits(said, "bye")
    with pytest.raises(CannotDo):
        await jonas.deletes(said)
