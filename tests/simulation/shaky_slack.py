"""Slack as one process reaches it: away at times, or silent about what it did."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.ports import AnswerStream, Message, NotDelivered, Once
from bot.records import MessageRef, Place
from bot.testing.messenger import MemoryMessenger
from tests.simulation.latecomers import Latecomers
from tests.simulation.link import Link

T = TypeVar("T")


def _away() -> Exception:
    return NotDelivered("slack_away", permanent=False)


class ShakyMessenger:
    """Implements `Messenger`; `told` learns of every attempt to tell somebody something."""

    def __init__(
        self,
        messenger: MemoryMessenger,
        link: Link,
        told: Callable[[str, bool], None],
        late: Latecomers,
    ) -> None:
        self._messenger = messenger
        self._link = link
        self._told = told
        self._late = late

    async def _carry(self, name: str, send: Callable[[], Awaitable[T]]) -> T:
        return await self._link.carry("slack", f"slack.{name}", send, away=_away)

    async def _tell(self, to: str, name: str, send: Callable[[], Awaitable[T]]) -> T:
        try:
            answer = await self._carry(name, send)
        except NotDelivered:
            self._told(to, False)
            raise
        self._told(to, True)
        return answer

    async def post(self, place: Place, message: Message, *, once: Once | None = None) -> MessageRef:
        async def post() -> MessageRef:
            ref = await self._messenger.post(place, message, once=once)
            self._late.arrived(ref, place)
            return ref

        return await self._carry("post", post)

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        return await self._carry("find", lambda: self._messenger.find(place, once))

    async def leave_one(
        self, place: Place, once: Once, *, keep: MessageRef | None = None
    ) -> MessageRef | None:
        async def look() -> MessageRef | None:
            return await self._messenger.leave_one(place, once, keep=keep)

        try:
            left = await self._carry("leave_one", look)
        except NotDelivered:
            self._late.looked(place, answered=False)
            raise
        self._late.looked(place, answered=True)
        return left

    async def take_away_unfinished(self, place: Place, since: float) -> None:
        await self._link.carry(
            "quiet",
            "slack.take_away_unfinished",
            lambda: self._messenger.take_away_unfinished(place, since),
        )

    async def update(self, ref: MessageRef, message: Message) -> None:
        async def draw() -> None:
            await self._messenger.update(ref, message)
            self._late.drew(ref)

        await self._carry("update", draw)

    async def retract(self, ref: MessageRef) -> None:
        await self._link.carry("quiet", "slack.retract", lambda: self._messenger.retract(ref))

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        await self._tell(user, "whisper", lambda: self._messenger.whisper(place, user, message))

    async def reply(self, response_url: str, message: Message) -> None:
        await self._tell(
            response_url, "reply", lambda: self._messenger.reply(response_url, message)
        )

    async def direct(self, user: str, message: Message, *, once: Once | None = None) -> MessageRef:
        return await self._tell(
            user, "direct", lambda: self._messenger.direct(user, message, once=once)
        )

    async def answer(
        self, place: Place, markdown: str, *, once: Once | None = None
    ) -> MessageRef | None:
        async def answer() -> MessageRef | None:
            ref = await self._messenger.answer(place, markdown, once=once)
            self._late.arrived(ref, place)
            return ref

        return await self._carry("answer", answer)

    def stream(self, place: Place, *, user: str, team: str) -> AnswerStream:
        stream = self._messenger.stream(place, user=user, team=team)
        return ShakyStream(stream, self._link, place, self._late)

    async def status(self, place: Place, text: str) -> None:
        await self._link.carry("quiet", "slack.status", lambda: self._messenger.status(place, text))

    async def at_work(self, place: Place, now: bool, *, title: str = "") -> None:
        pass

    async def permalink(self, ref: MessageRef) -> str:
        return await self._link.carry(
            "quiet", "slack.permalink", lambda: self._messenger.permalink(ref)
        )


class ShakyStream:
    """Implements `AnswerStream`: what breaks has to be said another way."""

    def __init__(self, stream: AnswerStream, link: Link, place: Place, late: Latecomers) -> None:
        self._stream = stream
        self._link = link
        self._place = place
        self._late = late

    def write(self, markdown: str) -> None:
        self._stream.write(markdown)

    async def finish(self, markdown: str, *, once: Once | None = None) -> MessageRef | None:
        async def finish() -> MessageRef | None:
            ref = await self._stream.finish(markdown, once=once)
            self._late.arrived(ref, self._place)
            return ref

        try:
            return await self._link.carry("slack", "slack.stream", finish, away=_away)
        except NotDelivered:
            return None

    async def abandon(self) -> None:
        await self._link.carry("quiet", "slack.abandon", self._stream.abandon)

    async def take_back(self) -> None:
        await self._link.carry("quiet", "slack.take_back", self._stream.take_back)
