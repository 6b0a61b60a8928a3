"""What can come into a thread's inbox, in the order in which it came."""

from typing import Annotated, Literal

from pydantic import Field

from bot.records.base import Record


class Said(Record):
    """A person wrote something for the agent."""

    kind: Literal["said"] = "said"
    user: str
    team: str = ""
    """The team of the user; Slack asks for it when an answer is streamed to a channel."""
    text: str
    """Clean text: entities unescaped, the mention of the bot removed."""
    ts: str


class Decided(Record):
    """A decision on an approval is on record."""

    kind: Literal["decided"] = "decided"
    approval: str


class Lapsed(Record):
    """The time for an approval has run out."""

    kind: Literal["lapsed"] = "lapsed"
    approval: str


class Cancelled(Record):
    """A person called the run off."""

    kind: Literal["cancelled"] = "cancelled"
    run: str
    by: str


Entry = Annotated[Said | Decided | Lapsed | Cancelled, Field(discriminator="kind")]
