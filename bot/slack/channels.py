"""Who can read along in a channel, from what Slack says about it. Decisions only."""

from collections.abc import Mapping
from typing import Any


def reaches_outside(channel: Mapping[str, Any]) -> bool:
    """From a channel object of `conversations.info`. Whoever accepts an invitation reads what was
    written before; other workspaces of the same organisation (`is_org_shared`) are not outside."""
    return any(channel.get(sign) for sign in ("is_ext_shared", "is_pending_ext_shared"))
