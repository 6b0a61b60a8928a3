"""Tells Slack and the audit what is in a thread's outbox, in order, whoever comes first.

A notice stays in the outbox until Slack has taken it, so everything is told at least once; whoever
comes to one that may have been told already looks for it first, so nothing is told twice. A card is
drawn from the record at the moment it is delivered.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot import cards
from bot.ports import (
    Approvals,
    AuditBook,
    Due,
    LeaseLost,
    Message,
    Messenger,
    NotDelivered,
    NotRecorded,
    Once,
    Outbox,
    Round,
    Runs,
    Wakeups,
)
from bot.records import (
    AnswerDue,
    Approval,
    AuditDue,
    CardDue,
    NoteDue,
    Notice,
    NudgeDue,
    Place,
    ResultDue,
)
from bot.service.copies import Copies
from bot.service.drawings import Drawings
from bot.service.once import key, since
from bot.service.reminders import Reminders
from bot.service.results import Results
from bot.service.shown_cards import ShownCards
from bot.service.slate import Slate
from bot.service.twins import take_away_twin, without_twin
from bot.service.waking import wake

log = logging.getLogger(__name__)


class Courier:
    def __init__(
        self,
        outbox: Outbox,
        approvals: Approvals,
        runs: Runs,
        messenger: Messenger,
        wakeups: Wakeups,
        audit: AuditBook,
        copies: Copies,
        drawings: Drawings,
        told: Callable[[], None] = lambda: None,
        *,
        pauses: Sequence[float] = (1.0, 3.0),
    ) -> None:
        """`told` is called when something was; `pauses`: seconds before each further attempt at a
        notice."""
        self._outbox = outbox
        self._approvals = approvals
        self._runs = runs
        self._messenger = messenger
        self._wakeups = wakeups
        self._audit = audit
        self._cards = ShownCards(approvals, runs, messenger, copies, drawings, pauses=pauses)
        self._reminders = Reminders(approvals, messenger, drawings)
        self._results = Results(approvals, runs, messenger, self._cards)
        self._told = told
        self._pauses = pauses

    async def deliver(self, place: Place) -> None:
        """Empty the thread's outbox, unless somebody is at it. What Slack does not take now stays
        there for the sweeper, and so does everything when the store is away."""
        try:
            await self._empty(place)
        except NotRecorded as error:
            log.warning("the outbox of %s is left for later: %s", place.tag, error)
        except LeaseLost:
            log.info("the outbox of %s is in other hands", place.tag)

    async def _empty(self, place: Place) -> None:
        async with self._outbox.courier(place) as mine:
            if mine is None:
                return
            slate = Slate(self._messenger)
            due: Due | None = mine.first
            while due:
                try:
                    await self._insist(place, due, slate)
                except NotDelivered as error:
                    if not error.permanent:
                        log.warning("a notice for %s waits: %s", place.tag, error.code)
                        return
                    await self._give_up(place, due, error.code)
                self._told()
                due = await self._next(mine, place, due)

    async def _next(self, mine: Round, place: Place, told: Due) -> Due | None:
        try:
            return await mine.next(told.number)
        except (LeaseLost, NotRecorded):
            await self._look_again(place, told)
            raise

    async def _look_again(self, place: Place, due: Due) -> None:
        """Somebody else may have come in the place of this courier and told it, too."""
        if isinstance(due.notice, AnswerDue | NoteDue | NudgeDue):
            once = Once(key(place, due), since(replace(due, tried=True)))
            await take_away_twin(self._messenger, place, once)

    async def _insist(self, place: Place, due: Due, slate: Slate) -> None:
        """Slack can be out of order for a moment. From the second attempt on it may have taken what
        it did not answer."""
        once = Once(key(place, due), since(due))
        for pause in self._pauses:
            try:
                return await self._tell(place, due.notice, once, slate)
            except NotDelivered as error:
                if error.permanent:
                    raise
                log.info("a notice for %s, again in %g s: %s", place.tag, pause, error.code)
            await asyncio.sleep(pause)
            once = Once(once.key, due.since if once.since is None else once.since)
        return await self._tell(place, due.notice, once, slate)

    async def _tell(self, place: Place, notice: Notice, once: Once, slate: Slate) -> None:
        match notice:
            case AuditDue(entry=entry):
                await self._audit.add(entry)
            case CardDue(approval=approval):
                await self._cards.show(approval, once, slate)
            case NudgeDue():
                await self._reminders.tell(notice, once)
            case AnswerDue(run=run, text=text):
                if ref := await self._messenger.answer(place, text, once=once):
                    ref = await without_twin(self._messenger, place, ref, once)
                    due = ResultDue(run=run, ref=ref)
                    await self._outbox.add(place, due, once=f"result:{run}:{ref.ts}")
            case ResultDue(run=run, ref=ref):
                if not await self._results.lead(notice, slate):
                    # Once more, behind whatever waits for this.
                    again = f"result again:{run}:{ref.ts}"
                    await self._outbox.add(place, notice, once=again)
            case NoteDue(text=text, user=""):
                ref = await self._messenger.post(place, cards.note(text), once=once)
                await without_twin(self._messenger, place, ref, once)
            case NoteDue(text=text, user=user):
                await self._messenger.whisper(place, user, cards.note(text))

    async def _give_up(self, place: Place, due: Due, code: str) -> None:
        """Slack will never take it: nothing stays parked behind a card nobody can see."""
        once = Once(f"{key(place, due)} in private", since(due))
        log.warning("a notice for %s cannot be delivered: %s", place.tag, code)
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
        """The run goes on without the call."""
        ended = await self._approvals.undeliverable(approval.request)
        if ended.status != "undeliverable":
            return
        await self._runs.project(ended)
        words = cards.undeliverable(ended, code)
        await self._tell_privately(ended.request.requester, words, once)
        await wake(self._wakeups, ended.request.place)

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
