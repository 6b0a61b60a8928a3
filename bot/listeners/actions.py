"""Clicks, and windows that are sent."""

from slack_bolt.context.ack.async_ack import AsyncAck

from bot.cards.ids import WINDOWS, page_of
from bot.listeners.errands import read_click, read_submission, read_turning
from bot.listeners.heard import Identity
from bot.listeners.intake import Intake
from bot.listeners.payload import Payload, first, text
from bot.listeners.replies import UNKNOWN_BUTTON, UNKNOWN_SHORTCUT, Replies


class Actions:
    def __init__(self, intake: Intake, replies: Replies, me: Identity) -> None:
        self._intake = intake
        self._replies = replies
        self._me = me

    async def approval(self, body: Payload, ack: AsyncAck) -> None:
        click = read_click(body, self._me)
        if click.action in WINDOWS:
            await self._intake.window(click)
        else:
            await self._intake.errand(click)
        await ack()

    async def page(self, body: Payload, ack: AsyncAck) -> None:
        """Somebody turns the page of a list in their Home."""
        turned = page_of(text(first(body, "actions"), "action_id"))
        await self._intake.home(text(body, "user", "id"), turned)
        await ack()

    async def turning(self, body: Payload, ack: AsyncAck) -> None:
        """Somebody turns the page of a list, which is the same as typing the command for it."""
        await self._intake.errand(read_turning(body, self._me))
        await ack()

    async def window(self, body: Payload, ack: AsyncAck) -> None:
        submission = read_submission(body, self._me)
        if faults := await self._intake.faults(submission):
            await ack(response_action="errors", errors=dict(faults))
            return
        await self._intake.errand(submission)
        await ack()

    async def unknown(self, body: Payload, ack: AsyncAck) -> None:
        await ack()
        self._replies.tell(body, UNKNOWN_BUTTON)

    async def unknown_shortcut(self, body: Payload, ack: AsyncAck) -> None:
        await ack()
        self._replies.tell(body, UNKNOWN_SHORTCUT)
