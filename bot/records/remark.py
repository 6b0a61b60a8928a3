"""What happened around an approval that decides nothing by itself."""

from typing import Annotated, Literal

from pydantic import Field

from bot.records.base import Record
from bot.records.reach import Nudge


class Viewed(Record):
    """Somebody opened arguments that are too long for the card."""

    kind: Literal["viewed"] = "viewed"
    by: str
    at: float
    digest: str
    """Of the arguments they were shown."""


class Asked(Record):
    """Somebody who may decide wants to know something from the requester first."""

    kind: Literal["asked"] = "asked"
    by: str
    at: float
    text: str


class Answered(Record):
    """What the requester said to that."""

    kind: Literal["answered"] = "answered"
    by: str
    at: float
    text: str


class Withdrawn(Record):
    """An approval does not count any more: when the call was about to start, whoever gave it could
    not have given it."""

    kind: Literal["withdrawn"] = "withdrawn"
    by: str
    """Whose word it was."""
    at: float
    why: str
    """For people, as Slack mrkdwn."""


class Nudged(Record):
    """People were told that it still waits."""

    kind: Literal["nudged"] = "nudged"
    what: Nudge
    at: float
    to: tuple[str, ...] = ()
    """Channels and people beside those who may decide."""
    by: Literal[""] = ""
    """The bot itself."""


Remark = Annotated[Viewed | Asked | Answered | Withdrawn | Nudged, Field(discriminator="kind")]
