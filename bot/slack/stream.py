"""An answer that grows while the model writes it.

One writer sends; what arrives meanwhile goes out together with the next piece. A stream that
breaks, or outgrows one message, is replaced by the whole text, or taken away so that it can be
delivered in the ordinary way.
"""

import asyncio
import logging
from dataclasses import dataclass

from bot.ports import NotDelivered, Once
from bot.records import MessageRef, Place
from bot.slack.content import new_content
from bot.slack.pieces import answer_messages, divide, remainder
from bot.slack.reading import text_in
from bot.slack.traces import Traces, metadata
from bot.slack.web_api import WebApi
from bot.text import MESSAGE, neutralised, pieces, size

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds a rate limit may hold up a stream; the ordinary message at the end can wait longer."""


@dataclass(frozen=True)
class StreamTarget:
    """For whom the stream is. In channels Slack wants to know; elsewhere it may be told."""

    place: Place
    user: str
    team: str
    began: float
    """Not before this, in seconds since the epoch."""

    def recipient(self) -> dict[str, str]:
        return {"recipient_user_id": self.user, "recipient_team_id": self.team}


class SlackStream:
    """The `AnswerStream` port on Slack's streaming methods."""

    def __init__(self, api: WebApi, traces: Traces, target: StreamTarget, *, pace: float) -> None:
        """`pace` is the time in seconds between two pieces."""
        self._api = api
        self._traces = traces
        self._target = target
        self._pace = pace
        self._waiting = ""
        self._shown = ""
        self._ts = ""
        self._room = MESSAGE
        self._broken = False
        self._unheard = False
        """Whether it may have begun, although Slack did not say so."""
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    def write(self, markdown: str) -> None:
        if self._over.is_set():
            return
        self._waiting += markdown
        self._news.set()
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name="answer stream")

    async def finish(self, markdown: str, *, once: Once | None = None) -> MessageRef | None:
        await self._stop_writing()
        await self._look_for_it()
        if not self._ts:
            return None
        ref = MessageRef(channel=self._target.place.channel, ts=self._ts)
        rest = None if self._broken else remainder(markdown, self._shown + self._waiting)
        if rest is not None and await self._end(self._waiting + rest, once):
            return ref
        return ref if await self._replace(markdown, once) else None

    async def abandon(self) -> None:
        await self._stop_writing()
        await self._look_for_it()
        if self._ts and (self._broken or not await self._end(self._waiting)):
            await self._api.attempt("chat.stopStream", self._shown_at())

    async def take_back(self) -> None:
        await self._stop_writing()
        if self._ts:
            await self._remove()

    async def _write(self) -> None:
        while not (self._over.is_set() or self._broken):
            await self._news.wait()
            self._news.clear()
            if self._over.is_set():
                return
            ready, self._waiting = divide(self._waiting)
            if ready:
                for chunk in pieces(neutralised(ready), MESSAGE):
                    await self._send(chunk)
                self._shown += ready
                await self._breathe()

    async def _breathe(self) -> None:
        try:
            async with asyncio.timeout(self._pace):
                await self._over.wait()
        except TimeoutError:
            return

    async def _stop_writing(self) -> None:
        self._over.set()
        self._news.set()
        if self._writer is not None:
            await self._writer

    def _takes(self, chunk: str) -> bool:
        """Whether the message has room for this, which is taken at once."""
        self._room -= size(chunk)
        if self._room < 0 and not self._broken:
            log.info("the answer outgrew its stream")
            self._broken = True
        return not self._broken

    async def _send(self, chunk: str) -> None:
        if not self._takes(chunk):
            return
        try:
            if not self._ts:
                await self._begin(chunk)
                return
            body = {**self._shown_at(), "markdown_text": chunk}
            await self._api.tell("chat.appendStream", body, patience=PATIENCE)
        except NotDelivered as error:
            log.info("the stream broke: %s", error.code)
            self._broken = True
            self._unheard = not (self._ts or error.permanent)

    async def _begin(self, chunk: str) -> None:
        """Slack looks for links to preview in what a message begins with, and of a stream it cannot
        be asked not to: an address is only added to what has begun."""
        place, holds_link = self._target.place, "://" in chunk
        body = {"channel": place.channel, "thread_ts": place.thread, **self._target.recipient()}
        text = {} if holds_link else {"markdown_text": chunk}
        answer = await self._api.tell("chat.startStream", body | text, patience=PATIENCE)
        self._ts = text_in(answer, "ts")
        if holds_link:
            more = {**self._shown_at(), "markdown_text": chunk}
            await self._api.tell("chat.appendStream", more, patience=PATIENCE)

    async def _look_for_it(self) -> None:
        """At the end, since Slack may have been slow. Whoever comes in the place of one who takes
        his words back looks himself, and may be streaming by then."""
        if self._unheard:
            target = self._target
            found = await self._traces.stop_unheard(target.place, target.began, patience=PATIENCE)
            self._ts = found.ts if found else ""

    async def _end(self, markdown: str, once: Once | None = None) -> bool:
        """Send the rest and close the stream; False when Slack did not take it."""
        *most, last = pieces(neutralised(markdown), MESSAGE)
        for chunk in most:
            await self._send(chunk)
        if not self._takes(last):
            return False
        body = {**self._shown_at(), **metadata(once)}
        if last:
            body["markdown_text"] = last
        try:
            await self._api.tell("chat.stopStream", body, patience=PATIENCE)
        except NotDelivered as error:
            log.info("the stream did not close: %s", error.code)
            self._broken = True
        return not self._broken

    async def _replace(self, markdown: str, once: Once | None) -> bool:
        """Put the whole text where the pieces were if it fits there, else take them away."""
        shown = self._shown_at()
        await self._api.attempt("chat.stopStream", shown)
        messages = answer_messages(markdown)
        if len(messages) == 1:
            whole = {**shown, **new_content(messages[0]), **metadata(once)}
            if await self._api.attempt("chat.update", whole):
                return True
        await self._api.attempt("chat.delete", shown)
        return False

    def _shown_at(self) -> dict[str, str]:
        return {"channel": self._target.place.channel, "ts": self._ts}

    async def _remove(self) -> None:
        shown = self._shown_at()
        await self._api.attempt("chat.stopStream", shown)
        await self._api.attempt("chat.delete", shown)
