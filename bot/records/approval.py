"""An approval: what was asked (never changes), who decided, and what became of it."""

from typing import Literal

from bot.records.base import Record
from bot.records.place import MessageRef, Place

Verdict = Literal["approved", "rejected"]
Effect = Literal["pure", "idempotent", "at_most_once"]
ApprovalStatus = Literal[
    "waiting",
    "approved",
    "rejected",
    "expired",
    "cancelled",
    "undeliverable",
    "superseded",
    "started",
    "done",
    "failed",
    "in_doubt",
]


class Call(Record):
    """A tool call, bound to the very arguments that will run."""

    run: str
    call_id: str
    attempt: int = 1
    agent: str
    tool: str
    arguments: str
    """Canonical JSON."""
    digest: str
    """sha256 in hex over tool and arguments: what is approved is this, not a position in a list."""
    effect: Effect = "at_most_once"

    @property
    def key(self) -> str:
        """Name of the call in the journal; another attempt is another call."""
        return f"{self.run}:{self.call_id}:{self.attempt}"


class Rule(Record):
    """The policy as it stood when the approval was asked for."""

    name: str
    """`default`, or `policy 2` for the second in the file."""
    approvers: tuple[str, ...]
    """User ids, user-group ids, `channel` or `requester`."""
    required: int = 1
    requester_may_approve: bool = False
    version: str
    """Digest of the policies in force, for the record."""


class Request(Record):
    """What an approver is asked."""

    id: str
    """Opaque, unguessable (128 bits or more): the only thing a button carries."""
    place: Place
    requester: str
    call: Call
    description: str = ""
    """The tool's description, one line."""
    preview: str = ""
    hidden: tuple[str, ...] = ()
    """Names of arguments that are never shown."""
    rule: Rule
    asked_at: float
    expires_at: float


class Decision(Record):
    """One person's word. Several may be needed."""

    verdict: Verdict
    by: str
    at: float
    reason: str = ""


class Approval(Record):
    """A request and where it stands."""

    request: Request
    status: ApprovalStatus = "waiting"
    decisions: tuple[Decision, ...] = ()
    ended_by: str = ""
    """Who called the run off, or settled a doubt."""
    card: MessageRef | None = None
    outcome: str = ""
    """What the tool answered, shortened for people."""
    version: int = 0
    """Grows with every change; a card that shows an older one is drawn again."""

    @property
    def is_open(self) -> bool:
        """Whether somebody can still decide."""
        return self.status == "waiting"
