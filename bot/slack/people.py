"""What kind of person a user is, from what Slack says about them. Decisions only."""

from collections.abc import Mapping
from typing import Any

from bot.records import Person
from bot.records.person import Kind

SLACKBOT = "USLACKBOT"


def read_person(user: Mapping[str, Any], *, team: str, enterprise: str) -> Person:
    """From a user object of `users.info`; `team` and `enterprise` are the bot's own."""
    zone = user.get("tz")
    return Person(
        id=str(user["id"]),
        kind=_kind(user, team=team, enterprise=enterprise),
        tz=zone if isinstance(zone, str) and zone else "UTC",
    )


def _kind(user: Mapping[str, Any], *, team: str, enterprise: str) -> Kind:
    if user.get("deleted"):
        return "deactivated"
    if user.get("is_bot") or user.get("is_workflow_bot") or user["id"] == SLACKBOT:
        return "bot"
    if user.get("is_stranger") or not _is_home(user, team=team, enterprise=enterprise):
        return "stranger"
    if user.get("is_restricted") or user.get("is_ultra_restricted"):
        return "guest"
    return "member"


def _is_home(user: Mapping[str, Any], *, team: str, enterprise: str) -> bool:
    """Whether the user belongs to the bot's organisation; with none that is named, unless Slack
    marks them as a stranger."""
    if "team_id" not in user and "enterprise_user" not in user:
        return True
    membership = user.get("enterprise_user") or {}
    signs = {user.get("team_id"), membership.get("enterprise_id"), *membership.get("teams", ())}
    return bool(signs & ({team, enterprise} - {""}))
