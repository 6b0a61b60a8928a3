"""Slack's events, made from what happened in the workspace. Pure.

A mention in a channel the app is in gives two events with one ts: `app_mention` and the plain
message. In the direct messages of a group it gives the message alone: some report so, others two.
The app's own posts and edits give events too.
"""

from typing import Any

from bot.playground.workspace import Channel, Json, Message, Workspace
from bot.playground.workspace.happenings import (
    Changed,
    Deleted,
    Happening,
    HomeOpened,
    Posted,
    SessionStopped,
    Touched,
)

_SUBSCRIPTION = {
    "channel": "message.channels",
    "group": "message.groups",
    "im": "message.im",
    "mpim": "message.mpim",
}


def events_for(workspace: Workspace, happening: Happening) -> list[Json]:
    """The inner events the app is subscribed to and in a position to see, in Slack's order."""
    return [e for e in _events(workspace, happening) if _wanted(workspace, e)]


def envelope(workspace: Workspace, event: Json, event_id: str) -> Json:
    """The outer body of one delivery."""
    app, team = workspace.app, workspace.team
    where = event.get("channel") or event.get("item", {}).get("channel")
    channel = workspace.channels.get(where) if isinstance(where, str) else None
    return {
        "token": app.verification_token,
        "team_id": team.id,
        "context_team_id": team.id,
        "context_enterprise_id": None,
        "api_app_id": app.id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(workspace.clock()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": team.id,
                "user_id": app.bot_user_id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": bool(channel and channel.shared_with),
        "event_context": f"4-{event_id}",
    }


def unfurled(workspace: Workspace, message: Message, attachments: list[Json]) -> Json:
    """The change Slack reports when it added previews of a message's links."""
    channel = workspace.channel(message.channel)
    inner = message.json() | {"attachments": attachments}
    return _message_changed(workspace, channel, inner, message.json())


def _wanted(workspace: Workspace, event: Json) -> bool:
    kind = event["type"]
    if kind == "message":
        kind = _SUBSCRIPTION[event["channel_type"]]
    return kind in workspace.app.subscriptions


def _events(workspace: Workspace, happening: Happening) -> list[Json]:
    match happening:
        case Posted(message=message):
            return _posted(workspace, message)
        case Changed(message=message, previous=previous):
            channel = _seen(workspace, message)
            if channel is None:
                return []
            return [_message_changed(workspace, channel, message.json(), previous.json())]
        case Deleted(message=message):
            return _deleted(workspace, message)
        case HomeOpened():
            return [_home_opened(workspace, happening)]
        case SessionStopped():
            return [_session_stopped(workspace, happening)]
        case Touched():
            return []


def _seen(workspace: Workspace, message: Message) -> Channel | None:
    """The message's channel when the app is in it."""
    channel = workspace.channel(message.channel)
    return channel if channel.has(workspace.app.bot_user_id) else None


def _posted(workspace: Workspace, message: Message) -> list[Json]:
    channel = _seen(workspace, message)
    if channel is None:
        return []
    body = message.json() | _author(workspace, message) | _place(channel, message.ts)
    parent = workspace.timeline.find(channel.id, message.root)
    if message.thread_ts and parent and parent.ts != message.ts:
        body["parent_user_id"] = parent.user
    events = []
    if _mentions_app(workspace, message) and channel.kind not in ("im", "mpim"):
        mention = {k: v for k, v in body.items() if k not in ("channel_type", "parent_user_id")}
        events.append(mention | {"type": "app_mention"})
    events.append(body)
    if "parent_user_id" in body and parent:
        events.append(_replied(workspace, channel, parent))
    return events


def _mentions_app(workspace: Workspace, message: Message) -> bool:
    user_id = workspace.app.bot_user_id
    return message.user != user_id and (
        f"<@{user_id}>" in message.text or f"<@{user_id}|" in message.text
    )


def _author(workspace: Workspace, message: Message) -> Json:
    """What Slack adds about a writer of another organisation."""
    user = workspace.users.get(message.user)
    if user is None or user.team_id == workspace.team.id:
        return {}
    return {"user_team": user.team_id, "source_team": user.team_id}


def _place(channel: Channel, event_ts: str) -> Json:
    return {"channel": channel.id, "channel_type": channel.kind, "event_ts": event_ts}


def _hidden(workspace: Workspace, channel: Channel, subtype: str, **body: Any) -> Json:
    ts = workspace.timeline.next_ts()
    head = {"type": "message", "subtype": subtype, "hidden": True, "ts": ts}
    return head | _place(channel, ts) | body


def _message_changed(workspace: Workspace, channel: Channel, now: Json, before: Json) -> Json:
    return _hidden(workspace, channel, "message_changed", message=now, previous_message=before)


def _deleted(workspace: Workspace, message: Message) -> list[Json]:
    channel = _seen(workspace, message)
    if channel is None:
        return []
    tombstone = workspace.timeline.find(channel.id, message.ts)
    if tombstone:
        return [_message_changed(workspace, channel, tombstone.json(), message.json())]
    return [
        _hidden(
            workspace,
            channel,
            "message_deleted",
            deleted_ts=message.ts,
            previous_message=message.json(),
        )
    ]


def _replied(workspace: Workspace, channel: Channel, parent: Message) -> Json:
    replies = workspace.timeline.of_thread(channel.id, parent.ts)[1:]
    thread = {
        "thread_ts": parent.ts,
        "reply_count": len(replies),
        "reply_users": list(dict.fromkeys(m.user for m in replies)),
        "latest_reply": replies[-1].ts,
    }
    return _hidden(workspace, channel, "message_replied", message=parent.json() | thread)


def _home_opened(workspace: Workspace, opened: HomeOpened) -> Json:
    event: Json = {
        "type": "app_home_opened",
        "user": opened.user_id,
        "channel": opened.channel,
        "tab": opened.tab,
        "event_ts": workspace.timeline.next_ts(),
    }
    home = workspace.views.home(opened.user_id)
    if home and opened.tab == "home":
        app = workspace.app
        event["view"] = home.json(
            team_id=workspace.team.id, app_id=app.id, bot_id=app.bot_id, state={}
        )
    return event


def _session_stopped(workspace: Workspace, stopped: SessionStopped) -> Json:
    return {
        "type": "agent_session_stopped",
        "user": stopped.user_id,
        "channel": stopped.channel,
        "thread_ts": stopped.thread_ts,
        "streaming_message_ts": list(stopped.streaming_ts),
        "event_ts": workspace.timeline.next_ts(),
    }
