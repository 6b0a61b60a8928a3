"""chat.postMessage, update, delete, postEphemeral and getPermalink."""

from typing import Any

from bot.playground.api.arguments import Arguments
from bot.playground.api.content import new_content, updated_content
from bot.playground.api.method import Desk, method
from bot.playground.api.places import own_message, readable, thread, writable
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Message


def post_message(desk: Desk, arguments: Arguments) -> Json:
    workspace = desk.workspace
    channel = writable(desk, arguments.required("channel"))
    content = new_content(workspace, arguments)
    message = workspace.post(
        Message(
            channel=channel.id,
            ts=workspace.timeline.next_ts(),
            thread_ts=thread(desk, channel, arguments),
            reply_broadcast=arguments.flag("reply_broadcast"),
            unfurls=arguments.flag("unfurl_links", default=True),
            **app_author(desk),
            **content.changes(),
        )
    )
    return {"channel": channel.id, "ts": message.ts, "message": message_json(desk, message)}


def post_ephemeral(desk: Desk, arguments: Arguments) -> Json:
    workspace = desk.workspace
    channel = writable(desk, arguments.required("channel"))
    user_id = arguments.required("user")
    content = new_content(workspace, arguments)
    if user_id not in workspace.users:
        raise Refused("user_not_found")
    if not channel.has(user_id):
        raise Refused("user_not_in_channel")
    message = workspace.whisper(
        Message(
            channel=channel.id,
            ts=workspace.timeline.next_ts(),
            thread_ts=thread(desk, channel, arguments),
            visible_to=user_id,
            **app_author(desk),
            **content.changes(),
        )
    )
    return {"message_ts": message.ts}


def update(desk: Desk, arguments: Arguments) -> Json:
    """Change a message; see Desk.text_only_update_keeps_blocks for text without blocks."""
    workspace = desk.workspace
    previous = own_message(desk, arguments, refusal="cant_update_message")
    if previous.stream == "streaming":
        raise Refused("streaming_state_conflict")
    content = updated_content(workspace, arguments)
    changes: dict[str, Any] = {"text": content.text}
    if content.blocks is not None:
        changes["blocks"] = content.blocks
    elif content.text and not desk.text_only_update_keeps_blocks:
        changes["blocks"] = ()
    if content.attachments is not None:
        changes["attachments"] = content.attachments
    if content.metadata is not None:
        changes["metadata"] = content.metadata
    edited = {"user": workspace.app.bot_user_id, "ts": workspace.timeline.next_ts()}
    message = workspace.change_message(previous, edited=edited, **changes)
    return {
        "channel": message.channel,
        "ts": message.ts,
        "text": message.text,
        "message": message_json(desk, message),
    }


def delete(desk: Desk, arguments: Arguments) -> Json:
    message = own_message(desk, arguments, refusal="cant_delete_message")
    desk.workspace.delete_message(message)
    return {"channel": message.channel, "ts": message.ts}


def get_permalink(desk: Desk, arguments: Arguments) -> Json:
    channel = readable(desk, arguments.required("channel"))
    message = desk.workspace.message(channel.id, arguments.required("message_ts"))
    domain = desk.workspace.team.domain
    link = f"https://{domain}.slack.com/archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.thread_ts:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


def app_author(desk: Desk) -> dict[str, Any]:
    """The author fields of what the app posts."""
    app = desk.workspace.app
    return {
        "user": app.bot_user_id,
        "bot_id": app.bot_id,
        "app_id": app.id,
        "team": desk.workspace.team.id,
    }


def message_json(desk: Desk, message: Message) -> Json:
    """The message object of an answer, which names the bot."""
    app = desk.workspace.app
    profile = {
        "id": app.bot_id,
        "app_id": app.id,
        "name": app.name,
        "deleted": False,
        "team_id": desk.workspace.team.id,
    }
    return message.json() | {"bot_profile": profile}


METHODS = (
    method("chat.postMessage", post_message, "chat:write"),
    method("chat.postEphemeral", post_ephemeral, "chat:write"),
    method("chat.update", update, "chat:write"),
    method("chat.delete", delete, "chat:write"),
    method("chat.getPermalink", get_permalink, form_only=True),
)
