"""What a person did that Slack will not send again: kept before it is acknowledged."""

from typing import Annotated, Literal

from pydantic import Field

from bot.records.base import Record


class Click(Record):
    """A button on a card."""

    kind: Literal["click"] = "click"
    key: str
    """Same for every delivery of one click."""
    action: str
    """What the button does, e.g. `approve`."""
    approval: str
    """The opaque id the button carries; nothing else of the payload is believed."""
    user: str
    team: str
    """The *user's* team, which is not always the one the card is in."""
    channel: str
    thread: str = ""
    """`ts` of the root of its thread, where the payload names one."""
    message: str
    """`ts` of the message that was clicked."""
    app: str
    trigger: str = ""
    response_url: str = ""


class Command(Record):
    """A slash command."""

    kind: Literal["command"] = "command"
    key: str
    text: str
    user: str
    team: str
    channel: str
    trigger: str = ""
    response_url: str = ""


Errand = Annotated[Click | Command, Field(discriminator="kind")]
