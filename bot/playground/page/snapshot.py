"""The workspace as one person's client shows it, as JSON for the page. Pure."""

from collections.abc import Iterable
from typing import Any

from bot.playground.person import Person
from bot.playground.screen import state
from bot.playground.workspace import Channel, Json, Message, Session, User, View, Workspace


def snapshot(person: Person, panels: Iterable[str]) -> Json:
    """Everything on this person's screen; the shape is in `bot.playground.page`."""
    workspace = person.workspace
    channels = [c for c in workspace.channels.values() if c.visible_to(person.id)]
    return {
        "me": person.id,
        "team": {"id": workspace.team.id, "name": workspace.team.name},
        "app": _app(workspace),
        "users": [_user(u, workspace) for u in workspace.users.values()],
        "groups": [
            {"id": g.id, "handle": g.handle, "members": list(g.members)}
            for g in workspace.groups.values()
        ],
        "channels": [_channel(c, person.id) for c in channels],
        "messages": {c.id: [_message(m, person.id) for m in person.sees(c.id)] for c in channels},
        "sessions": [_session(s) for s in workspace.sessions.everything()],
        "modals": [_view(v, person.id) for v in person.modals],
        "home": _view(person.home, person.id) if person.home else None,
        "panels": list(panels),
    }


def _app(workspace: Workspace) -> Json:
    app = workspace.app
    return {
        "id": app.id,
        "name": app.name,
        "user_id": app.bot_user_id,
        "bot_id": app.bot_id,
        "commands": list(app.commands),
        "shortcuts": [{"callback_id": i, "name": name} for i, name in app.shortcuts],
    }


def _user(user: User, workspace: Workspace) -> Json:
    return {
        "id": user.id,
        "name": user.name,
        "real_name": user.real_name,
        "team": workspace.teams[user.team_id].name,
        "tz": user.tz,
        "tz_offset": user.tz_offset,
        "is_bot": user.is_bot,
        "is_guest": user.is_restricted or user.is_ultra_restricted,
        "is_external": user.team_id != workspace.team.id,
        "deleted": user.deleted,
    }


def _channel(channel: Channel, me: str) -> Json:
    others = [m for m in channel.members if m != me]
    return {
        "id": channel.id,
        "name": channel.name,
        "kind": channel.kind,
        "with": others if channel.kind in ("im", "mpim") else [],
        "members": list(channel.members),
        "is_member": channel.has(me),
        "is_archived": channel.is_archived,
        "is_shared": bool(channel.shared_with),
    }


def _message(message: Message, me: str) -> Json:
    return message.json() | {
        "channel": message.channel,
        "blocks": _shown(message.blocks, me),
        "is_private": message.visible_to is not None,
        "is_streaming": message.stream == "streaming",
    }


def _session(session: Session) -> Json:
    return {
        "channel": session.channel,
        "thread_ts": session.thread_ts,
        "typing": session.typing,
        "loading_messages": list(session.loading_messages),
        "title": session.title,
        "prompts": list(session.prompts),
        "status": session.status,
    }


def _view(view: View, me: str) -> Json:
    definition = view.definition
    return {
        "id": view.id,
        "hash": view.hash,
        "title": view.title,
        "submit": definition.get("submit", {}).get("text"),
        "close": definition.get("close", {}).get("text"),
        "blocks": _shown(view.blocks, me),
        "values": state(view),
        "errors": view.errors,
    }


def _shown(node: Any, me: str) -> Any:
    """The blocks without the elements that are meant for others."""
    if isinstance(node, dict):
        return {key: _shown(held, me) for key, held in node.items()}
    if isinstance(node, list | tuple):
        return [_shown(held, me) for held in node if not _hidden(held, me)]
    return node


def _hidden(node: Any, me: str) -> bool:
    audience = node.get("visible_to_user_ids") if isinstance(node, dict) else None
    return audience is not None and me not in audience
