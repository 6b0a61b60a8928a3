"""What a person did that Slack will not send again: kept before it is acknowledged."""

from collections.abc import Mapping
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
    foreign: bool = False
    """Whether that is a team of another organisation."""
    channel: str
    thread: str = ""
    """`ts` of the root of its thread, where the payload names one."""
    message: str
    """`ts` of the message that was clicked."""
    on_card: bool = False
    """Whether the message, as Slack showed it, has this very button on it."""
    app: str
    seen: str = ""
    """Beginning of the digest that the clicked card showed; empty when it names none."""
    choice: str = ""
    """Which of several it was: the number of an answer or of a page."""
    view: str = ""
    """Id of the modal it was clicked in; empty on a message."""
    home: bool = False
    """Whether it was clicked in the app's Home, which only this person sees."""
    trigger: str = ""
    response_url: str = ""


class Submission(Record):
    """A modal that was filled in and sent."""

    kind: Literal["submission"] = "submission"
    key: str
    action: str
    """What the modal is for, as the button that opened it."""
    approval: str
    user: str
    team: str
    foreign: bool = False
    entries: Mapping[str, str] = {}
    """What was written or chosen, by the names of the fields."""
    seen: str = ""
    """Beginning of the digest that the modal was made from."""
    channel: str = ""
    """Where it was opened, with `thread`; empty when it does not say."""
    thread: str = ""
    home: bool = False
    """Whether that was in the app's Home."""

    @property
    def response_url(self) -> str:
        """Modals have no address of their own."""
        return ""


class Command(Record):
    """A slash command."""

    kind: Literal["command"] = "command"
    key: str
    text: str
    user: str
    team: str
    foreign: bool = False
    channel: str
    trigger: str = ""
    response_url: str = ""


class Stop(Record):
    """The stop button that Slack shows while an agent is at work in a thread."""

    kind: Literal["stop"] = "stop"
    key: str
    user: str
    channel: str
    thread: str

    @property
    def response_url(self) -> str:
        """Events have no address of their own."""
        return ""


Errand = Annotated[Click | Command | Stop | Submission, Field(discriminator="kind")]
