"""reactions.add and reactions.remove."""

import re

from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, method
from bot.playground.api.places import readable
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Message

_NAME = re.compile(r"[a-z0-9_+\-]+(::skin-tone-[2-6])?")


def add(desk: Desk, arguments: Arguments) -> Json:
    message, name = _target(desk, arguments)
    bot = desk.workspace.app.bot_user_id
    users = _users(message, name)
    if bot in users:
        raise Refused("already_reacted")
    _put(desk, message, name, [*users, bot])
    return {}


def remove(desk: Desk, arguments: Arguments) -> Json:
    message, name = _target(desk, arguments)
    bot = desk.workspace.app.bot_user_id
    users = _users(message, name)
    if bot not in users:
        raise Refused("no_reaction")
    _put(desk, message, name, [u for u in users if u != bot])
    return {}


def _target(desk: Desk, arguments: Arguments) -> tuple[Message, str]:
    channel = readable(desk, arguments.required("channel"))
    name = arguments.required("name")
    if not _NAME.fullmatch(name):
        raise Refused("invalid_name")
    message = desk.workspace.timeline.find(channel.id, arguments.required("timestamp"))
    if message is None:
        raise Refused("message_not_found")
    return message, name


def _users(message: Message, name: str) -> list[str]:
    return next((list(r["users"]) for r in message.reactions if r["name"] == name), [])


def _put(desk: Desk, message: Message, name: str, users: list[str]) -> None:
    others = [r for r in message.reactions if r["name"] != name]
    reaction = [{"name": name, "users": users, "count": len(users)}] if users else []
    desk.workspace.react(message, (*others, *reaction))


METHODS = (
    method("reactions.add", add, "reactions:write"),
    method("reactions.remove", remove, "reactions:write"),
)
