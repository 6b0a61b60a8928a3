"""What a schedule leaves for the oracle: what happened outside the bot, and how it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.ports import Message
from bot.records import Approval, Entry, MessageRef, Place, Run


@dataclass(frozen=True)
class Effect:
    """Something a tool did to the world. A worker that was paused can do it long after it might."""

    work: str
    """What was to be done; no other call of the schedule is for the same."""
    key: str
    """`run:call id:attempt` of the call the journal let go; empty if it was not asked."""
    gated: bool
    repeatable: bool
    digest: str
    """Over what the tool really got."""
    approval: Approval | None = None
    """As it stood when the journal let the call go."""


@dataclass(frozen=True)
class Said:
    """A message to the agent."""

    ts: str
    user: str
    place: Place
    at: float
    text: str
    acknowledged: bool = False
    excused: bool = False
    """Its process died, or was cut off, before it could store what it had acknowledged."""


@dataclass(frozen=True)
class Click:
    """A button pressed once."""

    user: str
    address: str
    """Where it can be answered in private."""
    approval: str
    action: str
    place: Place
    at: float
    acknowledged: bool = False
    excused: bool = False


@dataclass(frozen=True)
class Told:
    """An attempt to tell one person something in private."""

    to: str
    """A user id or a response address."""
    at: float
    taken: bool
    """Whether Slack took it and said so."""


@dataclass(frozen=True)
class End:
    """How everything stands."""

    now: float = 0.0
    """Seconds since the epoch."""

    approvals: tuple[Approval, ...] = ()
    runs: tuple[Run, ...] = ()
    inboxes: tuple[tuple[Place, Entry], ...] = ()
    undelivered: tuple[str, ...] = ()
    """Notices that are left in outboxes, and errands nobody finished."""
    shown: Mapping[MessageRef, Message] = field(default_factory=dict)
    texts: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    """What was said in each thread."""
    closed: frozenset[str] = frozenset()
    """Channels that take nothing any more."""
    late: frozenset[MessageRef] = frozenset()
    """What arrived after its author had been overtaken, who could not look then whether somebody
    else had said it as well: it died, or Slack did not let it."""
    overdrawn: frozenset[MessageRef] = frozenset()
    """What was drawn last by somebody who had been overtaken and died before he could look how it
    stands."""


@dataclass
class History:
    effects: list[Effect] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    clicks: list[Click] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    mishaps: list[str] = field(default_factory=list)
    """Errors nobody expected."""
