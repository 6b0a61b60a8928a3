"""Clicks."""

from slack_bolt.context.ack.async_ack import AsyncAck

from bot.listeners.errands import read_click
from bot.listeners.intake import Intake
from bot.listeners.payload import Payload
from bot.listeners.replies import UNKNOWN_BUTTON, UNKNOWN_SHORTCUT, Replies


class Actions:
    def __init__(self, intake: Intake, replies: Replies) -> None:
        self._intake = intake
        self._replies = replies

    async def approval(self, body: Payload, ack: AsyncAck) -> None:
        await self._intake.errand(read_click(body))
        await ack()

    async def unknown(self, body: Payload, ack: AsyncAck) -> None:
        await ack()
        self._replies.tell(body, UNKNOWN_BUTTON)

    async def unknown_shortcut(self, body: Payload, ack: AsyncAck) -> None:
        await ack()
        self._replies.tell(body, UNKNOWN_SHORTCUT)
