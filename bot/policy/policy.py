"""What a team has decided about its tools, as it stands in `bot.toml`."""

import hashlib
import json
from typing import Self

from bot.records import Record, Scope

DAY = 86_400.0


class Policy(Record):
    """One `[[policy]]`: which calls it is about, who decides, and what happens meanwhile.

    Times are in seconds."""

    name: str = "default"
    """Not in the file: `policy 2` for the second, `default` when none matches."""
    tools: tuple[str, ...]
    """Globs on tool names."""
    when: tuple[tuple[str, str], ...] = ()
    """Argument name and glob on its text; all must match."""
    approvers: tuple[str, ...] = ("channel",)
    """User ids, user-group ids, `channel` or `requester`."""
    required: int = 1
    requester_may_approve: bool = False
    expires_after: float = DAY
    remind_after: float | None = None
    escalate_after: float | None = None
    escalate_to: tuple[str, ...] = ()
    """Channel or user ids."""
    route_to: str | None = None
    """The channel that gets the card; the thread gets a pointer."""
    in_shared_channels: bool = False
    """Whether the card may stand where another organisation reads it (Slack Connect)."""
    always: Scope = ""
    """Whether "always in this run" is offered: for every call of the tool, or for the same
    arguments."""
    needs_preview: bool = False
    """Whether nobody may approve what the tool could not show beforehand."""


DEFAULT = Policy(tools=("*",))
"""In force where no policy matches: any full member of the channel, but not the requester."""


class Policies(Record):
    """Every policy in the order of the file: the first that matches decides."""

    policies: tuple[Policy, ...] = ()
    version: str
    """Digest of what they say; comments and layout do not count."""

    @classmethod
    def of(cls, *policies: Policy) -> Self:
        said = [policy.model_dump() for policy in (*policies, DEFAULT)]
        digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
        return cls(policies=policies, version=digest[:16])
