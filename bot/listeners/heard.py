"""Which messages are for the agent, and what was said in them. Decisions only.

Slack tells of one message several times: as a mention and as a message, again when it is edited
or unfurled, again when an acknowledgement got lost. All lead to the same `once`, or to nothing.
"""

import re
from dataclasses import dataclass
from typing import Protocol

from bot.listeners.payload import Payload, part, text
from bot.listeners.written import attached, files, own_words
from bot.records import Place, Said
from bot.text import hear

SLACKBOT = "USLACKBOT"
WRITTEN = frozenset({"", "file_share", "me_message", "thread_broadcast"})
"""Subtypes of messages that a person wrote just now; every other one reports something."""
SALUTATION = re.compile(r"\s*<(?:@[UW]|!subteam)[^>]*>")


class Identity(Protocol):
    """Who the bot is, and where it is at home."""

    @property
    def user(self) -> str: ...

    @property
    def team(self) -> str: ...

    @property
    def enterprise(self) -> str: ...


@dataclass(frozen=True)
class Heard:
    """A message for the agent."""

    place: Place
    said: Said
    once: str
    """The same for every delivery of this message."""
    only_if_known: bool = False
    """It mentions nobody: it is for the agent only in a thread the agent already takes part in."""


@dataclass(frozen=True)
class Blank:
    """Somebody turned to the agent with nothing that could be read."""

    place: Place
    user: str
    once: str


@dataclass(frozen=True)
class Outsider:
    """Somebody of another organisation spoke to the bot, which does not serve them."""


def heard(
    event: Payload, me: Identity, *, shared: bool, source: str = ""
) -> Heard | Blank | Outsider | None:
    """From an `app_mention` or `message` event; `shared`: the channel may be shared with others.

    `source` is the workspace it came from, to go by where the event does not say whose it is.
    """
    if not _is_written(event, me):
        return None
    channel, ts = text(event, "channel"), text(event, "ts")
    place = Place(channel=channel, thread=text(event, "thread_ts") or ts)
    addressed = place.is_direct or _mentions(event, me)
    if not addressed and (place.thread == ts or SALUTATION.match(own_words(event))):
        return None
    team = text(event, "user_team") or text(event, "team") or source
    if shared and not _is_ours(team, me):
        # Of a mention in a channel Slack tells twice, and one refusal is enough; among the direct
        # messages of a group it tells once, as a message.
        once_only = place.is_direct or event.get("channel_type") == "mpim"
        told_here = addressed and (once_only or event.get("type") == "app_mention")
        return Outsider() if told_here else None
    user, once, words = text(event, "user"), f"{channel}:{ts}", said_in(event, me)
    if not words:
        return Blank(place, user, once) if addressed else None
    said = Said(user=user, team=team, text=words, ts=ts)
    return Heard(place, said, once=once, only_if_known=not addressed)


def said_in(message: Payload, me: Identity) -> str:
    """All that the agent can read of a message, as clean text."""
    said = hear(own_words(message), bot=me.user).text
    below = hear(attached(message, alone=not said), bot=me.user).text
    return "\n\n".join(filter(None, [said, below, "\n".join(files(message))]))


def pointed_at(body: Payload, me: Identity) -> Heard | Blank | Outsider | None:
    """From the message shortcut: somebody wants the agent to deal with a message, of whoever."""
    channel, ts = text(body, "channel", "id"), text(body, "message", "ts")
    user, team = text(body, "user", "id"), text(body, "user", "team_id")
    if not (channel and ts and user):
        return None
    if team and not _is_ours(team, me):
        return Outsider()
    message = part(body, "message")
    place = Place(channel=channel, thread=text(message, "thread_ts") or ts)
    once, words = f"{channel}:{ts}:{user}:{text(body, 'action_ts')}", said_in(message, me)
    if not words:
        return Blank(place, user, once)
    return Heard(place, Said(user=user, team=team, text=words, ts=ts), once=once)


def is_foreign(team: str, me: Identity) -> bool:
    """Whether a click or a command names a user of another organisation; on Enterprise Grid the
    team alone does not tell."""
    return bool(team) and not me.enterprise and team != me.team


def _is_written(event: Payload, me: Identity) -> bool:
    """Whether a person wrote this just now."""
    user = text(event, "user")
    return (
        event.get("type") in ("app_mention", "message")
        and text(event, "subtype") in WRITTEN
        and not any(event.get(sign) for sign in ("bot_id", "bot_profile", "hidden", "edited"))
        and user not in ("", me.user, SLACKBOT)
        and bool(text(event, "channel") and text(event, "ts"))
    )


def _mentions(event: Payload, me: Identity) -> bool:
    said = own_words(event)
    return event.get("type") == "app_mention" or any(
        f"<@{me.user}{end}" in said for end in (">", "|")
    )


def _is_ours(team: str, me: Identity) -> bool:
    return team != "" and team in (me.team, me.enterprise)
