"""One Slack workspace in memory: what it holds and how it changes. No I/O, no waiting.

Lookups answer with a record or refuse with Slack's code; each transition announces what happened
to whoever listens. Who may do what is decided by the callers.
"""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.playground.errors import Refused
from bot.playground.workspace.app import App
from bot.playground.workspace.channels import Channel
from bot.playground.workspace.files import Files
from bot.playground.workspace.happenings import (
    Changed,
    Deleted,
    Happening,
    HomeOpened,
    Posted,
    SessionStopped,
    Touched,
)
from bot.playground.workspace.messages import Json, Message, with_ids
from bot.playground.workspace.passes import Passes
from bot.playground.workspace.people import Team, User, UserGroup
from bot.playground.workspace.sessions import Sessions
from bot.playground.workspace.timeline import Clock, Timeline
from bot.playground.workspace.views import Views


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """What a workspace starts with."""

    team: Team
    app: App
    partners: tuple[Team, ...] = ()
    """Organisations whose people take part through Slack Connect."""
    users: tuple[User, ...] = ()
    channels: tuple[Channel, ...] = ()
    groups: tuple[UserGroup, ...] = ()


class Workspace:
    def __init__(self, seed: Seed, *, clock: Clock, announce: Callable[[Happening], None]) -> None:
        self.team = seed.team
        self.app = seed.app
        self.clock = clock
        self.announce = announce
        self.teams = {t.id: t for t in (seed.team, *seed.partners)}
        self.users = {u.id: u for u in seed.users}
        self.channels = {c.id: c for c in seed.channels}
        self.groups = {g.id: g for g in seed.groups}
        self.timeline = Timeline(clock)
        self.views = Views(self.new_id)
        self.passes = Passes(clock, self.new_id)
        self.files = Files(self.new_id)
        self.sessions = Sessions()
        self._count = itertools.count(1)

    def new_id(self, prefix: str) -> str:
        """An id of this workspace that was never given before."""
        return f"{prefix}{next(self._count):07d}"

    def user(self, user_id: str) -> User:
        if user_id not in self.users:
            raise Refused("user_not_found")
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        if channel_id not in self.channels:
            raise Refused("channel_not_found")
        return self.channels[channel_id]

    def message(self, channel_id: str, ts: str) -> Message:
        found = self.timeline.find(channel_id, ts)
        if found is None:
            raise Refused("message_not_found")
        return found

    def user_named(self, name: str) -> User | None:
        return next((u for u in self.users.values() if u.name == name), None)

    def channel_named(self, name: str) -> Channel | None:
        return next((c for c in self.channels.values() if c.name == name), None)

    def change_user(self, user_id: str, **changes: Any) -> User:
        """Deactivate, rename, make a guest of somebody."""
        self.users[user_id] = user = replace(self.user(user_id), **changes)
        self.announce(Touched())
        return user

    def change_channel(self, channel_id: str, **changes: Any) -> Channel:
        """Archive, rename, share, or give other members to a channel."""
        self.channels[channel_id] = channel = replace(self.channel(channel_id), **changes)
        self.announce(Touched())
        return channel

    def change_group(self, group_id: str, **changes: Any) -> UserGroup:
        """Give other members to a user group, disable it."""
        self.groups[group_id] = group = replace(self.groups[group_id], **changes)
        self.announce(Touched())
        return group

    def change_team(self, **changes: Any) -> Team:
        """Rename the organisation, give it another plan."""
        self.team = self.teams[self.team.id] = replace(self.team, **changes)
        return self.team

    def change_app(self, **changes: Any) -> App:
        """Grant other scopes, subscribe to other events, revoke the tokens."""
        self.app = replace(self.app, **changes)
        return self.app

    def direct_channel(self, members: Iterable[str]) -> Channel:
        """The direct or group message of exactly these people, made when it is missing."""
        wanted = tuple(dict.fromkeys(members))
        kind = "im" if len(wanted) <= 2 else "mpim"
        for channel in self.channels.values():
            if channel.kind == kind and set(channel.members) == set(wanted):
                return channel
        names = "--".join(sorted(self.user(m).name for m in wanted))
        name = "" if kind == "im" else f"mpdm-{names}-1"
        prefix = "D" if kind == "im" else "G"
        channel = Channel(
            id=self.new_id(f"{prefix}0"),
            name=name,
            kind="im" if kind == "im" else "mpim",
            members=wanted,
        )
        self.channels[channel.id] = channel
        return channel

    def post(self, message: Message) -> Message:
        """Put a new message where everybody in its channel sees it."""
        self.timeline.put(message)
        if message.bot_id == self.app.bot_id:
            self.sessions.answered(message.channel, message.root)
        self.announce(Posted(message))
        return message

    def whisper(self, message: Message) -> Message:
        """Show an ephemeral message to `visible_to`; no event tells of it."""
        self.timeline.put(message)
        self.announce(Touched())
        return message

    def change_message(self, previous: Message, **changes: Any) -> Message:
        message: Message = replace(previous, **changes)
        self.timeline.put(message)
        self.announce(Touched() if message.visible_to else Changed(message, previous))
        return message

    def react(self, message: Message, reactions: tuple[Json, ...]) -> None:
        """Give a message these reactions; to Slack that is no change of the message."""
        self.timeline.put(replace(message, reactions=reactions))
        self.announce(Touched())

    def delete_message(self, message: Message) -> None:
        """Take a message away; a root with replies leaves a tombstone that keeps the thread."""
        replies = self.timeline.of_thread(message.channel, message.ts)
        if message.visible_to or all(m.ts == message.ts for m in replies):
            self.timeline.drop(message)
        else:
            self.timeline.put(
                Message(
                    channel=message.channel,
                    ts=message.ts,
                    thread_ts=message.ts,
                    text="This message was deleted.",
                    user="USLACKBOT",
                    subtype="tombstone",
                )
            )
        self.announce(Touched() if message.visible_to else Deleted(message))

    def join(self, channel_id: str, user_id: str) -> Message:
        """Let somebody enter a channel, which leaves a `channel_join` line."""
        channel = self.channel(channel_id)
        self.channels[channel_id] = replace(channel, members=(*channel.members, user_id))
        return self.post(
            Message(
                channel=channel_id,
                ts=self.timeline.next_ts(),
                subtype="group_join" if channel.kind == "group" else "channel_join",
                user=user_id,
                text=f"<@{user_id}> has joined the channel",
            )
        )

    def open_home(self, user_id: str, tab: str) -> None:
        channel = self.direct_channel([user_id, self.app.bot_user_id])
        self.announce(HomeOpened(user_id, tab, channel.id))

    def stop_session(self, user_id: str, channel_id: str, thread_ts: str) -> None:
        """Press the stop button: the thread's open streams take no more text."""
        streaming = [
            m for m in self.timeline.of_thread(channel_id, thread_ts) if m.stream == "streaming"
        ]
        for message in streaming:
            self.timeline.put(replace(message, stream="stopped_by_user"))
        stopped = tuple(m.ts for m in streaming)
        self.announce(SessionStopped(user_id, channel_id, thread_ts, stopped))

    def touched(self) -> None:
        """Tell watchers to look again."""
        self.announce(Touched())

    def identified(self, blocks: Iterable[Json]) -> tuple[Json, ...]:
        """The blocks as Slack stores them: block_id and action_id filled in where they lack."""
        return tuple(with_ids(block, self.new_id) for block in blocks)
