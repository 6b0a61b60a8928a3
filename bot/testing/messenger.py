"""A messenger that keeps what it was given to say, as Slack would show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from bot.ports import AnswerStream, Block, Message, Modal, NotDelivered, Once
from bot.records import MessageRef, Place


@dataclass(frozen=True)
class Private:
    """What one person alone was shown."""

    to: str
    """A user id, or the response address it went to."""
    text: str
    place: Place | None = None


def _nobody(ref: MessageRef, message: Message) -> None:
    pass


@dataclass
class MemoryMessenger:
    """Implements `Messenger`. Threads in `closed` channels take nothing any more."""

    watch: Callable[[MessageRef, Message], None] = _nobody
    """Called whenever a message is posted or changed."""
    messages: dict[MessageRef, Message] = field(default_factory=dict)
    """Every message as it stands."""
    places: dict[MessageRef, Place] = field(default_factory=dict)
    """The thread a message is in."""
    private: list[Private] = field(default_factory=list)
    windows: dict[str, Modal] = field(default_factory=dict)
    """Every modal as it stands, by its id."""
    homes: dict[str, Sequence[Block]] = field(default_factory=dict)
    """The Home of each person."""
    closed: dict[str, str] = field(default_factory=dict)
    """Slack's code of refusal, by channel."""

    said: dict[str, list[MessageRef]] = field(default_factory=dict)
    """What was said by a name, oldest first."""

    def __post_init__(self) -> None:
        self._numbers = count(1)

    async def post(self, place: Place, message: Message, *, once: Once | None = None) -> MessageRef:
        if once is not None and (said := await self.find(place, once)):
            return said
        self._check(place.channel)
        ref = self._show(place, message)
        if once is not None:
            self.said.setdefault(once.key, []).append(ref)
        return ref

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        return None if once.since is None else next(iter(self.said.get(once.key, ())), None)

    async def leave_one(
        self, place: Place, once: Once, *, keep: MessageRef | None = None
    ) -> MessageRef | None:
        if once.since is None:
            return None
        said = self.said.get(once.key, [])
        keep = keep or next(iter(said), None)
        for ref in [each for each in said if each != keep]:
            await self.retract(ref)
        return keep

    async def take_away_unfinished(self, place: Place, since: float) -> None:
        pass

    async def update(self, ref: MessageRef, message: Message) -> None:
        self._check(ref.channel)
        if ref not in self.messages:
            raise NotDelivered("message_not_found", permanent=True)
        self.messages[ref] = message
        self.watch(ref, message)

    async def retract(self, ref: MessageRef) -> None:
        self.messages.pop(ref, None)
        self.places.pop(ref, None)
        for said in self.said.values():
            if ref in said:
                said.remove(ref)

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        self._check(place.channel)
        self.private.append(Private(user, message.text, place))

    async def reply(self, response_url: str, message: Message) -> None:
        if not response_url:
            raise NotDelivered("no_response_url", permanent=True)
        self.private.append(Private(response_url, message.text))

    async def direct(self, user: str, message: Message, *, once: Once | None = None) -> MessageRef:
        place = Place(channel=f"D{user}", thread="")
        if once is not None and (said := await self.find(place, once)):
            return said
        self.private.append(Private(user, message.text))
        return await self.post(place, message, once=once)

    async def answer(
        self, place: Place, markdown: str, *, once: Once | None = None
    ) -> MessageRef | None:
        return await self.post(place, Message(text=markdown), once=once)

    def stream(self, place: Place, *, user: str, team: str) -> AnswerStream:
        return MemoryStream(self, place)

    async def status(self, place: Place, text: str) -> None:
        pass

    async def at_work(self, place: Place, now: bool, *, title: str = "") -> None:
        pass

    async def permalink(self, ref: MessageRef) -> str:
        return f"https://slack.example/{ref.channel}/{ref.ts}" if ref in self.messages else ""

    async def open(self, trigger: str, modal: Modal) -> str:
        view_id = f"V{next(self._numbers)}"
        self.windows[view_id] = modal
        return view_id

    async def redraw(self, view_id: str, modal: Modal) -> None:
        if view_id not in self.windows:
            raise NotDelivered("not_found", permanent=True)
        self.windows[view_id] = modal

    async def publish(self, user: str, blocks: Sequence[Block]) -> None:
        self.homes[user] = blocks

    async def send_file(self, user: str, name: str, text: str) -> None:
        self.private.append(Private(user, text))

    def _show(self, place: Place, message: Message) -> MessageRef:
        ref = MessageRef(channel=place.channel, ts=f"{next(self._numbers)}.000001")
        self.messages[ref] = message
        self.places[ref] = place
        self.watch(ref, message)
        return ref

    def _check(self, channel: str) -> None:
        if code := self.closed.get(channel):
            raise NotDelivered(code, permanent=True)


class MemoryStream:
    """Implements `AnswerStream`: the text is posted when it is whole."""

    def __init__(self, messenger: MemoryMessenger, place: Place) -> None:
        self._messenger = messenger
        self._place = place

    def write(self, markdown: str) -> None:
        pass

    async def finish(self, markdown: str, *, once: Once | None = None) -> MessageRef | None:
        try:
            return await self._messenger.answer(self._place, markdown, once=once)
        except NotDelivered:
            return None

    async def abandon(self) -> None:
        pass

    async def take_back(self) -> None:
        pass
