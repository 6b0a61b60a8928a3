"""What Slack will never take where it belongs: it is told in private, and nothing stays parked
behind a card that nobody can see."""

import logging
from dataclasses import replace

from bot import cards
from bot.ports import Approvals, Due, Message, Messenger, NotDelivered, Once, Outbox, Runs, Wakeups
from bot.records import (
    AnswerDue,
    Approval,
    AuditDue,
    CardDue,
    NoteDue,
    NudgeDue,
    Place,
    Request,
    ResultDue,
)
from bot.service.outbound.discretion import SHARED
from bot.service.outbound.once import once_of
from bot.service.waking import wake

log = logging.getLogger(__name__)


class Undelivered:
    def __init__(
        self,
        outbox: Outbox,
        approvals: Approvals,
        runs: Runs,
        messenger: Messenger,
        wakeups: Wakeups,
    ) -> None:
        self._outbox = outbox
        self._approvals = approvals
        self._runs = runs
        self._messenger = messenger
        self._wakeups = wakeups

    async def give_up(self, place: Place, due: Due, code: str) -> None:
        """`code`: why Slack does not take it. Raises `NotRecorded`."""
        name = once_of(place, due)
        once = replace(name, key=f"{name.key} in private")
        match due.notice:
            case CardDue(approval=approval):
                standing = await self._approvals.find(approval)
                if standing is not None and standing.card is None:
                    await self._drop(standing, code, once)
            case AnswerDue(text=text, requester=person) if person:
                await self._tell_privately(person, cards.unheard(place, code), once, text)
            case NoteDue(text=text, user=user, requester=person) if user or person:
                await self._tell_privately(user or person, cards.unheard(place, code, text), once)
            case NudgeDue(approval=approval, to=to) if to:
                note = NoteDue(text=cards.not_reached(to))
                await self._outbox.add(place, note, once=f"not reached:{approval}:{to}")
            case AnswerDue() | NoteDue() | AuditDue() | ResultDue() | NudgeDue():
                pass

    async def _drop(self, approval: Approval, code: str, once: Once) -> None:
        """The run goes on without the call, if that has certainly not started."""
        ended = await self._approvals.undeliverable(approval.request)
        if ended.status == "in_doubt":
            words = cards.nobody_to_ask(ended, code)
            await self._tell_privately(ended.request.requester, words, once)
        if ended.status != "undeliverable":
            return
        await self._runs.project(ended)
        await self._explain(ended.request, code, cards.undeliverable(ended, code), once)
        await wake(self._wakeups, ended.request.place)

    async def _explain(self, request: Request, code: str, words: Message, once: Once) -> None:
        """In private, unless the thread takes everything but cards."""
        if code != SHARED:
            await self._tell_privately(request.requester, words, once)
            return
        note = NoteDue(text=cards.read_by_others(), requester=request.requester)
        await self._outbox.add(request.place, note, once=f"shared:{request.call.run}")

    async def _tell_privately(
        self, person: str, message: Message, once: Once, answer: str = ""
    ) -> None:
        try:
            ref = await self._messenger.direct(person, message, once=once)
            if answer:
                below = Place(channel=ref.channel, thread=ref.ts)
                # By a name of its own: what leads to it stands in the same thread.
                own = Once(f"{once.key}: the answer", once.since)
                await self._messenger.answer(below, answer, once=own)
        except NotDelivered as error:
            log.warning("nor can it be told in private: %s", error.code)
