"""Why a user group cannot be read, where trying again does not help."""

from collections.abc import Mapping

FOREVER: Mapping[str, str] = {
    "no_such_subteam": "Slack knows no user group `{}`",
    "plan_upgrade_required": "user groups need a paid plan of Slack, so `{}` cannot be read",
    "missing_scope": "I am not allowed to read the user group `{}`",
}
"""By Slack's code; the id of the group goes into it."""
