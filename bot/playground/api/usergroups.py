"""usergroups.list and usergroups.users.list; user groups need a paid plan."""

from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, method
from bot.playground.errors import Refused
from bot.playground.workspace import Json


def listing(desk: Desk, arguments: Arguments) -> Json:
    _paid(desk)
    groups = [
        g for g in desk.workspace.groups.values() if g.enabled or arguments.flag("include_disabled")
    ]
    bodies = [g.json(desk.workspace.team.id) for g in groups]
    if arguments.flag("include_users"):
        for body, group in zip(bodies, groups, strict=True):
            body["users"] = list(group.members)
    return {"usergroups": bodies}


def members(desk: Desk, arguments: Arguments) -> Json:
    _paid(desk)
    group = desk.workspace.groups.get(arguments.required("usergroup"))
    if group is None or not (group.enabled or arguments.flag("include_disabled")):
        raise Refused("no_such_subteam")
    return {"users": list(group.members)}


def _paid(desk: Desk) -> None:
    if not desk.workspace.team.paid:
        raise Refused("plan_upgrade_required")


METHODS = (
    method("usergroups.list", listing, "usergroups:read", form_only=True),
    method("usergroups.users.list", members, "usergroups:read", form_only=True),
)
