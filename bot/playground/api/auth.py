"""auth.test, api.test and apps.connections.open."""

from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, method
from bot.playground.errors import Refused
from bot.playground.workspace import Json


def auth_test(desk: Desk, arguments: Arguments) -> Json:
    workspace = desk.workspace
    app = workspace.app
    return {
        "url": f"https://{workspace.team.domain}.slack.com/",
        "team": workspace.team.name,
        "user": workspace.user(app.bot_user_id).name,
        "team_id": workspace.team.id,
        "user_id": app.bot_user_id,
        "bot_id": app.bot_id,
        "is_enterprise_install": False,
    }


def api_test(desk: Desk, arguments: Arguments) -> Json:
    echoed = {k: v for k, v in arguments.values.items() if k != "token"}
    if arguments.given("error"):
        raise Refused(arguments.required("error"), args=echoed)
    return {"args": echoed}


def open_connection(desk: Desk, arguments: Arguments) -> Json:
    return {"url": desk.new_socket_url()}


METHODS = (
    method("auth.test", auth_test),
    method("api.test", api_test, token=None),
    method("apps.connections.open", open_connection, token="app"),
)
