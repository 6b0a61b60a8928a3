"""Where a call may act: the rules about channels, threads and the app's own messages."""

from typing import Literal

from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk
from bot.playground.errors import MissingScope, Refused
from bot.playground.workspace import Channel, Message

_FAMILIES = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


def readable(desk: Desk, channel_id: str) -> Channel:
    """A channel the app may know of: private ones exist only for their members."""
    channel = desk.workspace.channel(channel_id)
    if not channel.visible_to(desk.workspace.app.bot_user_id):
        raise Refused("channel_not_found")
    return channel


def granted(desk: Desk, channel: Channel, right: Literal["read", "history"]) -> None:
    """Each kind of channel has scopes of its own."""
    needed, scopes = f"{_FAMILIES[channel.kind]}:{right}", desk.workspace.app.scopes
    if needed not in scopes:
        raise MissingScope([needed], scopes)


def writable(desk: Desk, channel_id: str) -> Channel:
    """A channel the app may post in; a person's id stands for the direct message with them."""
    workspace = desk.workspace
    if channel_id in workspace.users:
        return workspace.direct_channel([channel_id, workspace.app.bot_user_id])
    channel = readable(desk, channel_id)
    if channel.is_archived:
        raise Refused("is_archived")
    if not channel.has(workspace.app.bot_user_id):
        raise Refused("not_in_channel")
    return channel


def thread(desk: Desk, channel: Channel, arguments: Arguments) -> str | None:
    """The thread to post in; its ts has to be that of a root that is still there."""
    thread_ts = arguments.text("thread_ts")
    if not thread_ts:
        return None
    root = desk.workspace.timeline.find(channel.id, thread_ts)
    if root is None or root.root != root.ts:
        raise Refused("thread_not_found")
    return thread_ts


def own_message(desk: Desk, arguments: Arguments, *, refusal: str) -> Message:
    """A message of the app itself that everybody in the channel sees."""
    channel = readable(desk, arguments.required("channel"))
    message = desk.workspace.message(channel.id, arguments.required("ts"))
    if message.bot_id != desk.workspace.app.bot_id:
        raise Refused(refusal)
    return message
