"""Slash commands."""

from slack_bolt.context.ack.async_ack import AsyncAck

from bot.listeners.errands import read_command
from bot.listeners.heard import Identity
from bot.listeners.intake import Intake
from bot.listeners.payload import Payload


class Commands:
    def __init__(self, intake: Intake, me: Identity, *, command: str) -> None:
        self._intake = intake
        self._me = me
        self._command = command

    async def ours(self, body: Payload, ack: AsyncAck) -> None:
        await self._intake.errand(read_command(body, self._me))
        await ack()

    async def unknown(self, ack: AsyncAck) -> None:
        """The app in Slack and the bot's settings name different commands."""
        await ack(
            f"I listen to {self._command}. Ask whoever runs me to correct the app's manifest."
        )
