"""users.info, users.list, users.conversations and bots.info."""

from bot.playground.api.arguments import Arguments, paged
from bot.playground.api.conversations import KINDS
from bot.playground.api.method import Desk, method
from bot.playground.errors import Refused
from bot.playground.workspace import Json


def info(desk: Desk, arguments: Arguments) -> Json:
    return {"user": desk.workspace.user(arguments.required("user")).json()}


def listing(desk: Desk, arguments: Arguments) -> Json:
    """Everybody of the organisation, and of partners those who share a channel with it."""
    known = [u for u in desk.workspace.users.values() if not u.is_stranger]
    members, more = paged(known, arguments)
    return {
        "members": [u.json() for u in members],
        "cache_ts": int(desk.workspace.clock()),
        **more,
    }


def conversations(desk: Desk, arguments: Arguments) -> Json:
    """The channels a person is in, as far as the app may know of them."""
    workspace = desk.workspace
    bot = workspace.app.bot_user_id
    user_id = arguments.text("user") or bot
    workspace.user(user_id)
    kinds = [KINDS[t] for t in arguments.names("types") or ["public_channel"] if t in KINDS]
    if not kinds:
        raise Refused("invalid_types")
    found = [
        c
        for c in workspace.channels.values()
        if c.kind in kinds
        and c.has(user_id)
        and c.visible_to(bot)
        and not (arguments.flag("exclude_archived") and c.is_archived)
    ]
    channels, more = paged(found, arguments)
    return {
        "channels": [c.json(team_id=workspace.team.id, viewer=bot) for c in channels],
        **more,
    }


def bot_info(desk: Desk, arguments: Arguments) -> Json:
    app = desk.workspace.app
    if arguments.text("bot") not in ("", app.bot_id):
        raise Refused("bot_not_found")
    names = {"name": app.name, "app_id": app.id, "user_id": app.bot_user_id}
    return {"bot": {"id": app.bot_id, "deleted": False, "updated": 0, "icons": {}, **names}}


METHODS = (
    method("bots.info", bot_info, "users:read", form_only=True),
    method("users.info", info, "users:read", form_only=True),
    method("users.list", listing, "users:read", form_only=True),
    method(
        "users.conversations",
        conversations,
        "channels:read",
        "groups:read",
        "im:read",
        "mpim:read",
        form_only=True,
    ),
)
