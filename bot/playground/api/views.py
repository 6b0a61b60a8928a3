"""views.open, push, update and publish."""

from typing import Literal

from bot.playground.api.arguments import Arguments
from bot.playground.api.definitions import valid_definition
from bot.playground.api.method import Desk, method
from bot.playground.errors import Refused
from bot.playground.screen import state
from bot.playground.workspace import Json, View


def open_view(desk: Desk, arguments: Arguments) -> Json:
    """Show a modal to whoever caused the trigger."""
    definition = valid_definition(desk.workspace, arguments.json("view"), "modal")
    trigger = desk.workspace.passes.exchange(arguments.required("trigger_id"))
    return _shown(desk, desk.workspace.views.open(trigger.user_id, definition))


def push(desk: Desk, arguments: Arguments) -> Json:
    definition = valid_definition(desk.workspace, arguments.json("view"), "modal")
    trigger = desk.workspace.passes.exchange(arguments.required("trigger_id"))
    return _shown(desk, desk.workspace.views.push(trigger.user_id, definition))


def update(desk: Desk, arguments: Arguments) -> Json:
    views = desk.workspace.views
    view_id, external_id = arguments.text("view_id"), arguments.text("external_id")
    if not view_id and not external_id:
        raise Refused("invalid_arguments", problems=["view_id or external_id is required"])
    current = views.find(view_id=view_id, external_id=external_id)
    kind: Literal["home", "modal"] = "home" if current.type == "home" else "modal"
    definition = valid_definition(desk.workspace, arguments.json("view"), kind)
    return _shown(desk, views.replace(current, definition, expected_hash=arguments.text("hash")))


def publish(desk: Desk, arguments: Arguments) -> Json:
    """Put the App Home of one person in place."""
    user = desk.workspace.user(arguments.required("user_id"))
    definition = valid_definition(desk.workspace, arguments.json("view"), "home")
    view = desk.workspace.views.publish(user.id, definition, expected_hash=arguments.text("hash"))
    return _shown(desk, view)


def _shown(desk: Desk, view: View) -> Json:
    desk.workspace.touched()
    app = desk.workspace.app
    return {
        "view": view.json(
            team_id=desk.workspace.team.id, app_id=app.id, bot_id=app.bot_id, state=state(view)
        )
    }


METHODS = (
    method("views.open", open_view),
    method("views.push", push),
    method("views.update", update),
    method("views.publish", publish),
)
