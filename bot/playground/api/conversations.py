"""conversations.info, members, history, replies, open and list."""

from bot.playground.api.arguments import Arguments, paged
from bot.playground.api.method import Desk, method
from bot.playground.api.places import granted, readable
from bot.playground.errors import Refused
from bot.playground.workspace import Channel, Json, Message

KINDS = {"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
"""The words of a `types` argument and those of an event's `channel_type`."""

_READ = ("channels:read", "groups:read", "im:read", "mpim:read")
_HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")


def info(desk: Desk, arguments: Arguments) -> Json:
    return {"channel": _json(desk, _known(desk, arguments))}


def members(desk: Desk, arguments: Arguments) -> Json:
    channel = _known(desk, arguments)
    found, more = paged(list(channel.members), arguments)
    return {"members": found, **more}


def history(desk: Desk, arguments: Arguments) -> Json:
    """The channel's own messages, newest first, without the replies in threads."""
    channel = _inside(desk, arguments)
    everything = desk.workspace.timeline.of_channel(channel.id)
    roots = [m for m in everything if m.root == m.ts or m.reply_broadcast]
    return _messages(desk, roots[::-1], arguments)


def replies(desk: Desk, arguments: Arguments) -> Json:
    """A thread from its root on, oldest first."""
    channel = _inside(desk, arguments)
    ts = arguments.required("ts")
    if desk.workspace.timeline.find(channel.id, ts) is None:
        raise Refused("thread_not_found")
    thread = list(desk.workspace.timeline.of_thread(channel.id, ts))
    return _messages(desk, thread, arguments)


def open_conversation(desk: Desk, arguments: Arguments) -> Json:
    """The direct or group message with these people."""
    workspace = desk.workspace
    if arguments.given("channel"):
        channel = readable(desk, arguments.required("channel"))
    else:
        users = arguments.names("users")
        if not users:
            raise Refused("users_list_not_supplied")
        for user_id in users:
            if workspace.user(user_id).deleted:
                raise Refused("user_disabled")
        channel = workspace.direct_channel([*users, workspace.app.bot_user_id])
    body = _json(desk, channel) if arguments.flag("return_im") else {"id": channel.id}
    return {"channel": body}


def listing(desk: Desk, arguments: Arguments) -> Json:
    bot = desk.workspace.app.bot_user_id
    kinds = [KINDS[t] for t in arguments.names("types") or ["public_channel"] if t in KINDS]
    if not kinds:
        raise Refused("invalid_types")
    found = [
        c
        for c in desk.workspace.channels.values()
        if c.kind in kinds
        and c.visible_to(bot)
        and not (arguments.flag("exclude_archived") and c.is_archived)
    ]
    channels, more = paged(found, arguments)
    return {"channels": [_json(desk, c) for c in channels], **more}


def _known(desk: Desk, arguments: Arguments) -> Channel:
    channel = readable(desk, arguments.required("channel"))
    granted(desk, channel, "read")
    return channel


def _inside(desk: Desk, arguments: Arguments) -> Channel:
    channel = readable(desk, arguments.required("channel"))
    granted(desk, channel, "history")
    if not channel.has(desk.workspace.app.bot_user_id):
        raise Refused("not_in_channel")
    return channel


def _json(desk: Desk, channel: Channel) -> Json:
    workspace = desk.workspace
    return channel.json(team_id=workspace.team.id, viewer=workspace.app.bot_user_id)


def _messages(desk: Desk, messages: list[Message], arguments: Arguments) -> Json:
    oldest = arguments.moment("oldest", "0")
    latest = arguments.moment("latest", "inf")
    inclusive = arguments.flag("inclusive")
    wanted = [
        m
        for m in messages
        if oldest < float(m.ts) < latest or (inclusive and float(m.ts) in (oldest, latest))
    ]
    found, more = paged(wanted, arguments)
    return {
        "messages": [_read(desk, m, arguments) for m in found],
        "has_more": bool(more["response_metadata"]["next_cursor"]),
        **more,
    }


def _read(desk: Desk, message: Message, arguments: Arguments) -> Json:
    """Metadata are shown to those who ask for them."""
    body = _with_thread(desk, message)
    if not arguments.flag("include_all_metadata"):
        body.pop("metadata", None)
    return body


def _with_thread(desk: Desk, message: Message) -> Json:
    """A root tells of its replies."""
    body = message.json()
    answers = desk.workspace.timeline.of_thread(message.channel, message.ts)[1:]
    if answers:
        body |= {
            "thread_ts": message.ts,
            "reply_count": len(answers),
            "reply_users": list(dict.fromkeys(m.user for m in answers)),
            "reply_users_count": len({m.user for m in answers}),
            "latest_reply": answers[-1].ts,
        }
    return body


METHODS = (
    method("conversations.info", info, *_READ, form_only=True),
    method("conversations.members", members, *_READ, form_only=True),
    method("conversations.list", listing, *_READ, form_only=True),
    method("conversations.open", open_conversation, "im:write", "mpim:write", "channels:manage"),
    method("conversations.history", history, *_HISTORY, form_only=True),
    method("conversations.replies", replies, *_HISTORY, form_only=True),
)
