"""The real slack_bolt and slack_sdk cannot tell the playground from Slack."""

from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.playground import Playground
from tests.bot.playground.conftest import Serve

CARD: list[dict[str, Any]] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "Restart payments?"}},
    {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "approve",
                "text": {"type": "plain_text", "text": "Approve"},
                "value": "token-1",
            },
            {
                "type": "button",
                "action_id": "reject",
                "text": {"type": "plain_text", "text": "Reject…"},
                "value": "token-1",
            },
        ],
    },
]
REASON = {
    "type": "modal",
    "callback_id": "reason",
    "title": {"type": "plain_text", "text": "Reject"},
    "submit": {"type": "plain_text", "text": "Send"},
    "private_metadata": "token-1",
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": {"type": "plain_text", "text": "Why?"},
            "element": {"type": "plain_text_input", "action_id": "text", "min_length": 3},
        }
    ],
}


async def test_a_mention_becomes_a_card_and_a_click_updates_it(
    live: Playground, app: AsyncApp, serve: Serve
) -> None:
    @app.event("app_mention")
    async def mentioned(event: dict[str, Any], say: Any) -> None:
        await say(text="Restart?", blocks=CARD, thread_ts=event["ts"])

    @app.action("approve")
    async def approved(ack: Any, body: dict[str, Any], client: Any) -> None:
        await ack()
        await client.chat_update(
            channel=body["channel"]["id"],
            ts=body["message"]["ts"],
            text=f"Approved by <@{body['user']['id']}>",
            blocks=[],
        )

    async with serve(app):
        asked = await live.person("mira").mentions("C0OPS", "restart payments")
        card = await live.wait_for_message(button="Approve", thread_ts=asked.ts)
        answer = await live.person("jonas").clicks(card, "Approve")
        assert answer.ok
        await live.wait_for("Approved by <@U0JONAS>")
        assert live.workspace.message("C0OPS", card.ts).buttons == ()
        await live.settled()


async def test_a_button_opens_a_modal_whose_answer_is_checked(
    live: Playground, app: AsyncApp, serve: Serve
) -> None:
    reasons: list[str] = []

    @app.action("reject")
    async def rejected(ack: Any, body: dict[str, Any], client: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=REASON)

    @app.view("reason")
    async def reason(ack: Any, view: dict[str, Any]) -> None:
        text = view["state"]["values"]["why"]["text"]["value"]
        if text == "because":
            await ack(response_action="errors", errors={"why": "Say more"})
            return
        reasons.append(text)
        await ack()

    async with serve(app):
        jonas = live.person("jonas")
        await app.client.chat_postMessage(channel="C0OPS", text="Restart?", blocks=CARD)
        await jonas.clicks(await live.wait_for_message(button="Reject"), "Reject")
        modal = await live.wait_for(lambda s: s.person("jonas").modal)
        await jonas.submits(modal, {"Why?": "because"})
        assert jonas.modal
        assert jonas.modal.errors == {"why": "Say more"}
        await jonas.submits(modal, {"why": "it is Friday"})
        assert jonas.modal is None
        assert reasons == ["it is Friday"]
        await live.settled()


async def test_a_slash_command_is_answered_where_the_app_is_no_member(
    live: Playground, app: AsyncApp, serve: Serve
) -> None:
    @app.command("/agent")
    async def agent(ack: Any, respond: Any, command: dict[str, Any]) -> None:
        await ack(f"You said {command['text']}")
        await respond(text="Nothing is pending", response_type="ephemeral")

    async with serve(app):
        mira = live.person("mira")
        answer = await mira.commands("/agent", "status @kim @jonas", "C0GENERAL")
        assert answer.ok
        await live.wait_for("Nothing is pending")
        assert {m.text for m in mira.private_messages} == {
            "You said status @kim <@U0JONAS|jonas>",
            "Nothing is pending",
        }
        assert live.person("jonas").private_messages == ()


async def test_a_private_answer_is_seen_by_one_person(
    live: Playground, app: AsyncApp, serve: Serve
) -> None:
    @app.shortcut("ask")
    async def ask(ack: Any, shortcut: dict[str, Any], client: Any) -> None:
        await ack()
        await client.chat_postEphemeral(
            channel=shortcut["channel"]["id"],
            user=shortcut["user"]["id"],
            text=f"About “{shortcut['message']['text']}”",
        )

    async with serve(app):
        said = await live.person("jonas").says("C0OPS", "payments are slow")
        assert (await live.person("mira").shortcut("ask", said)).ok
        private = await live.wait_for_message("About “payments are slow”", visible_to="U0MIRA")
        assert private in live.person("mira").sees("C0OPS")
        assert private not in live.person("jonas").sees("C0OPS")
        await live.settled()


async def test_a_file_is_uploaded_into_a_thread(live: Playground, app: AsyncApp) -> None:
    root = await app.client.chat_postMessage(channel="C0OPS", text="root")
    done = await app.client.files_upload_v2(
        channel="C0OPS", thread_ts=root["ts"], filename="arguments.json", content='{"a": 1}'
    )
    assert done["file"]["size"] == 8
    message = await live.wait_for("arguments.json")
    assert message.thread_ts == root["ts"]


async def test_the_sdk_streams_an_answer(live: Playground, app: AsyncApp) -> None:
    root = await app.client.chat_postMessage(channel="C0OPS", text="root")
    stream = await app.client.chat_stream(
        channel="C0OPS",
        thread_ts=root["ts"],
        recipient_team_id="T0SIGNOFF",
        recipient_user_id="U0MIRA",
        buffer_size=1,
    )
    await stream.append(markdown_text="Restarting ")
    await stream.append(markdown_text="payments")
    await stream.stop(blocks=CARD)
    message = await live.wait_for_message("Restarting payments", button="Approve")
    assert message.stream == "finished"
