"""Saying something in Slack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.records import MessageRef, Place

Block = Mapping[str, Any]


@dataclass(frozen=True)
class Message:
    """What is posted: blocks, and the text for banners and screen readers. Both are final: escaped,
    within Slack's limits, and without live mentions other than our own."""

    text: str
    blocks: Sequence[Block] = ()


@dataclass(frozen=True)
class Modal:
    """A window in front of one person, as final as a message. Without `submit` it only shows."""

    title: str
    blocks: Sequence[Block]
    callback: str = ""
    """What it is for; comes back with what is filled in."""
    data: str = ""
    """What it is about; comes back as well, and proves nothing."""
    submit: str = ""
    """Text of the button that sends it."""
    close: str = "Close"


@dataclass(frozen=True)
class Once:
    """A name by which a message is found again, so that it is not said twice."""

    key: str
    since: float | None = None
    """Set when it may have been said already: not before this, in seconds since the epoch."""


class NotDelivered(Exception):
    """Slack did not take it. `permanent`: it never will (archived, not in the channel, deleted)."""

    def __init__(self, code: str, *, permanent: bool) -> None:
        super().__init__(code)
        self.code = code
        self.permanent = permanent

    @property
    def is_gone(self) -> bool:
        """Whether what was to be changed has been deleted."""
        return self.code == "message_not_found"


class AnswerStream(Protocol):
    """An answer that grows in the thread while the model writes it. Never raises: a stream that
    breaks falls back to an ordinary message at the end."""

    def write(self, markdown: str) -> None:
        """Add a piece of the model's text; returns at once."""
        ...

    async def finish(self, markdown: str, *, once: Once | None = None) -> MessageRef | None:
        """End with the whole text, and where it stands; `None` when it has to be delivered another
        way."""
        ...

    async def abandon(self) -> None:
        """End without an answer; what was shown stays."""
        ...

    async def take_back(self) -> None:
        """Take away what was shown: it will be said again by somebody else."""
        ...


class Messenger(Protocol):
    """Every method that speaks raises `NotDelivered`; waiting out a rate limit is done inside."""

    async def post(self, place: Place, message: Message, *, once: Once | None = None) -> MessageRef:
        """In the thread; where the place names none, as the root of a new one."""
        ...

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        """What was said by this name, if it was."""
        ...

    async def leave_one(
        self, place: Place, once: Once, *, keep: MessageRef | None = None
    ) -> MessageRef | None:
        """Two may have said it by this name who did not know of each other: take away all but
        `keep`, or else the first, and return that. Whoever says something looks again when he
        learns that there was somebody else, so that the one who comes last sees both."""
        ...

    async def take_away_unfinished(self, place: Place, since: float) -> None:
        """Delete what a process that died was streaming; best effort, never raises."""
        ...

    async def update(self, ref: MessageRef, message: Message) -> None: ...

    async def retract(self, ref: MessageRef) -> None:
        """Take away what was said once too often; best effort, never raises."""
        ...

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        """Only this person sees it, in the thread."""
        ...

    async def reply(self, response_url: str, message: Message) -> None:
        """Private answer to a command or a click; works where the bot is no member."""
        ...

    async def direct(
        self, user: str, message: Message, *, once: Once | None = None
    ) -> MessageRef: ...

    async def answer(
        self, place: Place, markdown: str, *, once: Once | None = None
    ) -> MessageRef | None:
        """The model's text in as many messages as it needs; the first of them."""
        ...

    def stream(self, place: Place, *, user: str, team: str) -> AnswerStream: ...

    async def status(self, place: Place, text: str) -> None:
        """What the agent is doing, shown below the thread; best effort, never raises."""
        ...

    async def at_work(self, place: Place, now: bool, *, title: str = "") -> None:
        """Whether the agent is at work in the thread, where Slack then shows a stop button; `title`
        names the thread. Best effort, never raises."""
        ...

    async def permalink(self, ref: MessageRef) -> str:
        """Empty when Slack gives none; never raises."""
        ...

    async def open(self, trigger: str, modal: Modal) -> str:
        """Show a window to whoever caused the trigger, which lives for three seconds; its id."""
        ...

    async def redraw(self, view_id: str, modal: Modal) -> None:
        """Show something else in a window that is open."""
        ...

    async def publish(self, user: str, blocks: Sequence[Block]) -> None:
        """Put this into the app's Home of one person."""
        ...

    async def send_file(self, user: str, name: str, text: str) -> None:
        """Hand a text over to one person, in private."""
        ...
