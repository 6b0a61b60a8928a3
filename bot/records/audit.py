"""One line of the audit: who did what, when, and to which call."""

from typing import Literal

from bot.records.base import Record

Happening = Literal[
    "run_started",
    "run_ended",
    "requested",
    "viewed",
    "asked",
    "answered",
    "reminded",
    "escalated",
    "approved",
    "edited",
    "rejected",
    "withdrawn",
    "refused",
    "started",
    "done",
    "failed",
    "in_doubt",
    "settled",
    "expired",
    "cancelled",
    "undeliverable",
    "policies",
    "delegated",
    "undelegated",
]


class AuditEntry(Record):
    """What happened. No argument that is hidden on cards stands in it, and no output of a tool."""

    id: str
    """The same for every delivery."""
    at: int
    """When it happened, in milliseconds since the epoch."""
    what: Happening
    by: str = ""
    """User id; empty for the bot itself."""
    behalf: str = ""
    """In whose place `by` has decided, when that was not their own right."""
    run: str = ""
    approval: str = ""
    call: str = ""
    """`Call.key`."""
    agent: str = ""
    tool: str = ""
    digest: str = ""
    """Of the tool and the arguments this is about."""
    arguments: str = ""
    """JSON, with the values of hidden names left out; where they are asked for or edited. Of
    `policies`, all of them."""
    rule: str = ""
    policies: str = ""
    """Version of the policies the rule is from."""
    channel: str = ""
    thread: str = ""
    detail: str = ""
    """What a person wrote, or what exactly it was: the reason of a refusal, the end of a run."""
