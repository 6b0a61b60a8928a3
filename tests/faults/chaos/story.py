"""All that is known when a campaign is over, as plain records: what the oracle judges."""

from dataclasses import dataclass, field

from bot.records import Approval, Run
from tests.faults.chaos.effects import Effect


@dataclass(frozen=True)
class Said:
    """A message with a job for the agent."""

    job: str
    by: str
    ts: str
    thread: str
    taken: bool
    """Whether a front end acknowledged it."""
    gone: bool = False
    """Whether it may have died with it."""


@dataclass(frozen=True)
class Click:
    approval: str
    thread: str
    button: str
    by: str
    at: float
    taken: bool
    """Whether a front end acknowledged it; otherwise Slack has told the person that it failed."""
    gone: bool = False
    """Whether it may have died with it."""


@dataclass(frozen=True)
class Card:
    """A message that shows an approval, as it stands at the end."""

    approval: str
    version: int
    status: str
    live: bool
    """It has buttons."""
    ts: str


@dataclass(frozen=True)
class Words:
    """Something else the bot said."""

    thread: str
    text: str
    only_to: str = ""
    """The one person who can read it."""


@dataclass(frozen=True)
class Call:
    """A call in the journal that nobody had to approve, and how it stands."""

    run: str
    call: str
    status: str


@dataclass(frozen=True)
class Story:
    said: tuple[Said, ...] = ()
    clicks: tuple[Click, ...] = ()
    effects: tuple[Effect, ...] = ()
    runs: tuple[Run, ...] = ()
    approvals: tuple[Approval, ...] = ()
    calls: tuple[Call, ...] = ()
    cards: tuple[Card, ...] = ()
    words: tuple[Words, ...] = ()
    left: tuple[str, ...] = field(default=())
    """What still waited in the store when the time for settling was over."""
