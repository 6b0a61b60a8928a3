"""How an approval looks just now: its card, and what leads to it or speaks of it, with the names of
those who decide for somebody at the moment."""

from bot import cards
from bot.ports import Message, Messenger
from bot.records import Approval
from bot.service.access.stand_ins import StandIns


class Drawings:
    """Every method raises `NotRecorded`."""

    def __init__(self, messenger: Messenger, stand_ins: StandIns, *, command: str) -> None:
        """`command` is the slash command by which the whole of cut arguments can be read."""
        self._messenger = messenger
        self._stand_ins = stand_ins
        self._command = command

    async def card(self, approval: Approval) -> Message:
        stand_ins = await self._stand_ins.of(approval)
        return cards.approval_card(approval, command=self._command, standing_in=stand_ins)

    async def pointer(self, approval: Approval) -> Message:
        return cards.pointer(approval, await self._link(approval))

    async def reminder(self, approval: Approval) -> Message:
        return cards.reminder(approval, await self._stand_ins.of(approval))

    async def escalation(self, approval: Approval) -> Message:
        stand_ins = await self._stand_ins.of(approval)
        return cards.escalation(approval, await self._link(approval), stand_ins)

    async def _link(self, approval: Approval) -> str:
        """Empty where only the requester could follow it: into their direct messages."""
        card = approval.card
        if card is None or card.is_direct:
            return ""
        return await self._messenger.permalink(card)
