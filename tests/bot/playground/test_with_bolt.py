"""The real slack_bolt and slack_sdk cannot tell the playground from Slack."""

from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.playground import Playground
from tests.bot.playground.conftest import Serve

CARD = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "Restart payments?"}},
    {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "approve",
                "text": {"type": "plain_text", "text": "Approve"},
                "value": "token-1",
            }
        ],
    },
]


async def test_a_mention_becomes_a_card_and_a_click_updates_it(
    slack: Playground, app: AsyncApp, serve: Serve
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
        asked = await slack.person("mira").mentions("C0OPS", "restart payments")
        card = await slack.wait_for_message(button="Approve", thread_ts=asked.ts)
        answer = await slack.person("jonas").clicks(card, "Approve")
        assert answer.ok
        await slack.wait_for("Approved by <@U0JONAS>")
        assert slack.workspace.message("C0OPS", card.ts).buttons == ()
        await slack.settled()
