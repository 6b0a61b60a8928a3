"""What has still to be told, to Slack or to the audit: written with the state, delivered
afterwards, at least once."""

from typing import Annotated, Literal

from pydantic import Field

from bot.records.audit import AuditEntry
from bot.records.base import Record
from bot.records.place import MessageRef
from bot.records.reach import Nudge


class CardDue(Record):
    """The card of this approval does not show how it stands."""

    kind: Literal["card"] = "card"
    approval: str


class AnswerDue(Record):
    """The agent's answer belongs into the thread."""

    kind: Literal["answer"] = "answer"
    run: str
    text: str
    """The model's Markdown, untrusted."""
    key: str = ""
    """By which it is found again where it was said."""
    since: float | None = None
    """Set when it may have been said already, by a worker that died: not before this."""
    requester: str = ""
    """Who gets it in private when the thread does not take it."""


class NoteDue(Record):
    """The bot itself has something to say: a failure, a delay, a refusal."""

    kind: Literal["note"] = "note"
    text: str
    """Our own words as Slack mrkdwn; whatever came from outside is escaped in it."""
    user: str = ""
    """Set: only this person sees it."""
    requester: str = ""
    """Who gets it in private when the thread does not take it."""


class AuditDue(Record):
    """The audit has to learn of a change that is on record."""

    kind: Literal["audit"] = "audit"
    entry: AuditEntry


class ResultDue(Record):
    """The agent has said something: the cards of what came before it lead there."""

    kind: Literal["result"] = "result"
    run: str
    ref: MessageRef


class NudgeDue(Record):
    """Somebody is to be told that this approval still waits."""

    kind: Literal["nudge"] = "nudge"
    approval: str
    what: Nudge
    to: str = ""
    """A channel or a person; empty for the thread."""


Notice = Annotated[
    CardDue | AnswerDue | NoteDue | AuditDue | ResultDue | NudgeDue, Field(discriminator="kind")
]
