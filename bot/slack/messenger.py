"""Saying something in Slack, through its Web API."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bot.ports import Block, Message, Modal, NotDelivered, Once
from bot.records import MessageRef, Place
from bot.slack.content import content, new_content
from bot.slack.files import Uploads
from bot.slack.modals import home, view
from bot.slack.pieces import answer_messages
from bot.slack.reading import text_in
from bot.slack.response_url import ResponseUrls
from bot.slack.stream import SlackStream, StreamTarget
from bot.slack.traces import Traces, metadata, part
from bot.slack.web_api import Answer, WebApi
from bot.text import clip

_TITLE = 200
"""UTF-16 units of a session's title."""
_SOON = 3.0
"""Seconds a trigger lives; afterwards whoever clicked is told that no window comes."""


class SlackMessenger:
    """The `Messenger` port on a workspace."""

    def __init__(
        self,
        api: WebApi,
        response_urls: ResponseUrls,
        uploads: Uploads,
        *,
        me: str = "",
        pace: float = 0.6,
        link_patience: float = 3.0,
    ) -> None:
        """`me` is the bot's user id, `pace` the time in seconds between two pieces of a streamed
        answer, `link_patience` those after which something is told without a link."""
        self._api = api
        self._traces = Traces(api, me)
        self._response_urls = response_urls
        self._uploads = uploads
        self._pace = pace
        self._link_patience = link_patience

    async def post(self, place: Place, message: Message, *, once: Once | None = None) -> MessageRef:
        if once is not None and (said := await self._traces.find(place, once)):
            return said
        return await self._post({"channel": place.channel, **_thread(place)}, message, once)

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        return await self._traces.find(place, once)

    async def leave_one(
        self, place: Place, once: Once, *, keep: MessageRef | None = None
    ) -> MessageRef | None:
        return await self._traces.leave_one(place, once, keep)

    async def take_away_unfinished(self, place: Place, since: float) -> None:
        await self._traces.take_away_unfinished(place, since)

    async def update(self, ref: MessageRef, message: Message) -> None:
        body = {"channel": ref.channel, "ts": ref.ts, **new_content(message)}
        await self._api.tell("chat.update", body, repeatable=True)

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        body = {"channel": place.channel, "user": user, **_thread(place), **content(message)}
        await self._api.tell("chat.postEphemeral", body)

    async def retract(self, ref: MessageRef) -> None:
        await self._api.attempt("chat.delete", {"channel": ref.channel, "ts": ref.ts})

    async def reply(self, response_url: str, message: Message) -> None:
        await self._response_urls.reply(response_url, message)

    async def direct(self, user: str, message: Message, *, once: Once | None = None) -> MessageRef:
        place = Place(channel=await self._direct_channel(user), thread="")
        return await self.post(place, message, once=once)

    async def answer(
        self, place: Place, markdown: str, *, once: Once | None = None
    ) -> MessageRef | None:
        if once is not None and (said := await self._traces.find(place, once)):
            return said
        messages = answer_messages(markdown)
        refs = []
        for number, message in enumerate(messages):
            own = once and Once(part(once.key, number), once.since)
            refs.append(await self.post(place, message, once=once if len(messages) == 1 else own))
        return next(iter(refs), None)

    def stream(self, place: Place, *, user: str, team: str) -> SlackStream:
        target = StreamTarget(place=place, user=user, team=team, began=time.time())
        return SlackStream(self._api, self._traces, target, pace=self._pace)

    async def status(self, place: Place, text: str) -> None:
        body = {"channel_id": place.channel, "thread_ts": place.thread, "status": text}
        await self._api.attempt("assistant.threads.setStatus", body)

    async def at_work(self, place: Place, now: bool, *, title: str = "") -> None:
        body = {"channel_id": place.channel, "thread_ts": place.thread}
        named = {"title": clip(title, _TITLE)} if title else {}
        status = "processing" if now else "active"
        await self._api.attempt("agents.sessions.setStatus", {**body, "status": status, **named})

    async def permalink(self, ref: MessageRef) -> str:
        try:
            async with asyncio.timeout(self._link_patience):
                answer = await self._api.ask(
                    "chat.getPermalink", channel=ref.channel, message_ts=ref.ts
                )
        except (NotDelivered, TimeoutError):
            return ""
        return str(answer.get("permalink") or "")

    async def open(self, trigger: str, modal: Modal) -> str:
        # Nobody else has this trigger, so it is a name by which the window is found again.
        shown = {**view(modal), "external_id": trigger}
        try:
            body = {"trigger_id": trigger, "view": shown}
            answer = await self._api.tell("views.open", body, patience=_SOON)
        except NotDelivered as error:
            if error.permanent:
                raise
            answer = await self._opened_unheard(shown, error)
        return text_in(answer, "view", "id")

    async def redraw(self, view_id: str, modal: Modal) -> None:
        body = {"view_id": view_id, "view": view(modal)}
        await self._api.tell("views.update", body, repeatable=True)

    async def publish(self, user: str, blocks: Sequence[Block]) -> None:
        body = {"user_id": user, "view": home(blocks)}
        await self._api.tell("views.publish", body, repeatable=True)

    async def send_file(self, user: str, name: str, text: str) -> None:
        await self._uploads.share(await self._direct_channel(user), name, text)

    async def _opened_unheard(self, shown: Mapping[str, Any], lost: NotDelivered) -> Answer:
        """A window that is there, although Slack did not say so. Raises `lost` when it is not."""
        found = {"external_id": shown["external_id"], "view": shown}
        try:
            return await self._api.tell("views.update", found, repeatable=True, patience=_SOON)
        except NotDelivered:
            raise lost from None

    async def _direct_channel(self, user: str) -> str:
        opened = await self._api.tell("conversations.open", {"users": user}, repeatable=True)
        return text_in(opened, "channel", "id")

    async def _post(
        self, where: Mapping[str, str], message: Message, once: Once | None = None
    ) -> MessageRef:
        quiet = {"unfurl_links": False, "unfurl_media": False}
        body = {**where, **content(message), **quiet, **metadata(once)}
        answer = await self._api.tell("chat.postMessage", body)
        # A direct message is addressed to a person and answered with its channel.
        channel = str(answer.get("channel") or where["channel"])
        return MessageRef(channel=channel, ts=text_in(answer, "ts"))


def _thread(place: Place) -> dict[str, str]:
    return {"thread_ts": place.thread} if place.thread else {}
