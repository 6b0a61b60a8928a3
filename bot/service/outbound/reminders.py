"""Reminds people of what waits for them, and tells others when nobody comes."""

from bot.policy.reference import is_person
from bot.ports import Approvals, Messenger, Once
from bot.records import Approval, MessageRef, NudgeDue, Place
from bot.service.outbound.drawings import Drawings
from bot.service.outbound.twins import take_away_twin, without_twin


class Reminders:
    def __init__(self, approvals: Approvals, messenger: Messenger, drawings: Drawings) -> None:
        self._approvals = approvals
        self._messenger = messenger
        self._drawings = drawings

    async def tell(self, due: NudgeDue, once: Once) -> None:
        """Nobody is bothered about what is decided by now, nor about what was decided while the
        words were on their way. Raises `NotDelivered`, `NotRecorded`."""
        standing = await self._approvals.find(due.approval)
        if standing is None:
            return
        said: MessageRef | None
        if standing.is_open:
            said = await self._say(standing, due.to, once)
            standing = await self._approvals.find(due.approval) or standing
        else:
            said = await self._find(standing, due.to, once)
        if said is not None and not standing.is_open:
            await self._messenger.retract(said)

    async def take_away_twin(self, due: NudgeDue, once: Once) -> None:
        """Somebody else may have come meanwhile and told it, too. Raises `NotRecorded`."""
        standing = await self._approvals.find(due.approval)
        if standing is not None and not is_person(due.to):
            await take_away_twin(self._messenger, _place(standing, due.to), once)

    async def _say(self, standing: Approval, to: str, once: Once) -> MessageRef:
        """Beside the card, or as an escalation where `to` says."""
        words = await (self._drawings.escalation if to else self._drawings.reminder)(standing)
        if is_person(to):
            return await self._messenger.direct(to, words, once=once)
        place = _place(standing, to)
        ref = await self._messenger.post(place, words, once=once)
        return await without_twin(self._messenger, place, ref, once)

    async def _find(self, standing: Approval, to: str, once: Once) -> MessageRef | None:
        """What may have arrived without Slack saying so; nobody looks into private messages."""
        if is_person(to):
            return None
        return await self._messenger.find(_place(standing, to), once)


def _place(standing: Approval, to: str) -> Place:
    """A card that stands elsewhere has its reminders below it, where those are who decide."""
    thread, card = standing.request.place, standing.card
    if to:
        return Place(channel=to, thread="")
    if card is None or card.channel == thread.channel:
        return thread
    return Place(channel=card.channel, thread=card.ts)
