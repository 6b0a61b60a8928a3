"""Messages and mentions."""

from slack_bolt.context.ack.async_ack import AsyncAck

from bot.listeners.errands import read_stop
from bot.listeners.heard import Blank, Heard, Identity, Outsider, heard, pointed_at
from bot.listeners.intake import Intake
from bot.listeners.payload import Payload, part, text
from bot.listeners.replies import OUTSIDER, UNKNOWN_SHORTCUT, UNREADABLE, Replies


class Events:
    def __init__(self, intake: Intake, replies: Replies, me: Identity) -> None:
        self._intake = intake
        self._replies = replies
        self._me = me

    async def message(self, body: Payload, ack: AsyncAck) -> None:
        shared = body.get("is_ext_shared_channel")
        source = text(body, "team_id") if shared is None else ""
        found = heard(part(body, "event"), self._me, shared=shared is not False, source=source)
        if isinstance(found, Blank):
            await self._intake.greet(found.place, found.user, once=found.once)
        await self._take(body, ack, found)

    async def shortcut(self, body: Payload, ack: AsyncAck) -> None:
        found = pointed_at(body, self._me)
        await self._take(body, ack, found)
        if isinstance(found, Blank):
            self._replies.tell(body, UNREADABLE)
        if found is None:
            self._replies.tell(body, UNKNOWN_SHORTCUT)

    async def home(self, body: Payload, ack: AsyncAck) -> None:
        """Somebody opened one of the app's tabs."""
        event = part(body, "event")
        if event.get("tab") == "home":
            await self._intake.home(text(event, "user"))
        await ack()

    async def stop(self, body: Payload, ack: AsyncAck) -> None:
        """Somebody pressed the stop button of a thread."""
        await self._intake.errand(read_stop(body))
        await ack()

    async def other(self, ack: AsyncAck) -> None:
        """What is of no interest here; Slack would send it again if it were not acknowledged."""
        await ack()

    async def _take(
        self, body: Payload, ack: AsyncAck, found: Heard | Blank | Outsider | None
    ) -> None:
        if isinstance(found, Heard):
            await self._intake.said(
                found.place, found.said, once=found.once, only_if_known=found.only_if_known
            )
        await ack()
        if isinstance(found, Outsider):
            self._replies.tell(body, OUTSIDER)
