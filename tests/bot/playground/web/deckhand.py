"""A small app for the page: it asks before it restarts, streams what runs, opens a form."""

from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Playground
from tests.bot.playground.web.gallery import MODAL, SECOND

Json = dict[str, Any]

APPROVERS = ("U0JONAS", "U0AIKO")


class Fleet:
    """One service, in the shape the page's panel shows."""

    def __init__(self) -> None:
        self.service: Json = {
            "name": "payments",
            "env": "staging",
            "version": "4.3.0-rc2",
            "replicas": 2,
            "health": "degraded",
            "restarts": 0,
            "restarted_at": None,
        }
        self.actions: list[Json] = []

    def restart(self, approver: str) -> None:
        self.service |= {"health": "healthy", "restarts": 1, "restarted_at": 1_800_000_000.0}
        asked = {"by": "U0MIRA", "approvers": [approver], "run": "r", "key": "k"}
        action = {"number": 1, "at": 1_800_000_000.0, "action": "restart", "detail": "2 replicas"}
        where = {"service": "payments", "env": "staging", "ended_at": 1_800_000_001.0}
        self.actions.append({**action, **where, "asked": asked})

    async def snapshot(self) -> Json:
        return {"services": [dict(self.service)], "actions": list(self.actions)}


def card(words: str, *, open_: bool) -> list[Json]:
    blocks: list[Json] = [
        {"type": "header", "text": {"type": "plain_text", "text": words}},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "Asked by <@U0MIRA>"}]},
    ]
    if open_:
        blocks.append({"type": "actions", "elements": [_button("Approve"), _button("Reject")]})
    return blocks


def _button(text: str) -> Json:
    style = "primary" if text == "Approve" else "danger"
    words = {"type": "plain_text", "text": text}
    return {"type": "button", "action_id": text.lower(), "text": words, "style": style}


def deckhand(slack: Playground, fleet: Fleet) -> AsyncApp:
    client = AsyncWebClient(token=slack.workspace.app.bot_token, base_url=slack.url)
    app = AsyncApp(client=client, signing_secret=slack.workspace.app.signing_secret)

    @app.event("message")
    async def heard() -> None:
        pass

    @app.event("app_mention")
    async def mentioned(event: Json, say: Any) -> None:
        channel, thread = event["channel"], event.get("thread_ts", event["ts"])
        if "running" in event["text"]:
            await _stream(client, channel, thread, event["user"])
        else:
            blocks = card("Approval needed: restart", open_=True)
            await say(text="Approval needed", blocks=blocks, thread_ts=thread)

    @app.action("approve")
    async def approved(ack: Any, body: Json) -> None:
        await ack()
        user, message = body["user"]["id"], body["message"]
        place = {"channel": body["channel"]["id"]}
        if user not in APPROVERS:
            refusal = {"user": user, "thread_ts": message["thread_ts"], "text": "Not yours to say."}
            await client.chat_postEphemeral(**place, **refusal)
            return
        fleet.restart(user)
        blocks = card("Done: restart", open_=False)
        await client.chat_update(**place, ts=message["ts"], text="Done", blocks=blocks)
        result = [{"type": "markdown", "text": "**payments** was restarted."}]
        thread = {"thread_ts": message["thread_ts"], "text": "Done"}
        await client.chat_postMessage(**place, **thread, blocks=result)

    @app.action("reject")
    async def rejected(ack: Any, body: Json) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("form")
    async def sent(ack: Any, view: Json) -> None:
        values = view["state"]["values"]
        if values["reason"]["text"]["value"] == "noo":
            await ack(response_action="errors", errors={"reason": "That is no reason."})
            return
        if values["reason"]["text"]["value"] == "more":
            await ack(response_action="push", view=SECOND)
            return
        chosen = values["size"]["menu"]["selected_option"]["value"]
        level = values["level"]["radio"]["selected_option"]["value"]
        told = ",".join(values["tell"]["users"]["selected_users"])
        await ack()
        await client.chat_postMessage(channel="C0OPS", text=f"form: {chosen} {level} {told}")

    @app.command("/agent")
    async def command(ack: Any, body: Json) -> None:
        await ack(f"You typed `{body['text']}`")

    @app.event("app_home_opened")
    async def home(event: Json) -> None:
        words = {"type": "mrkdwn", "text": f"Inbox of <@{event['user']}>"}
        view = {"type": "home", "blocks": [{"type": "section", "text": words}]}
        await client.views_publish(user_id=event["user"], view=view)

    return app


async def _stream(client: AsyncWebClient, channel: str, thread: str, user: str) -> None:
    await client.assistant_threads_setStatus(
        channel_id=channel, thread_ts=thread, status="is thinking…"
    )
    begun = await client.chat_startStream(
        channel=channel, thread_ts=thread, recipient_user_id=user, recipient_team_id="T0SIGNOFF"
    )
    for part in ("- **payments** is fine\n", "- **search** is degraded\n"):
        await client.chat_appendStream(channel=channel, ts=begun["ts"], markdown_text=part)
    await client.chat_stopStream(channel=channel, ts=begun["ts"])
