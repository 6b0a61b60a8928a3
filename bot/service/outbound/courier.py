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
    AuditBook,
    Due,
    LeaseLost,
    Messenger,
    NotDelivered,
    NotRecorded,
    Once,
    Outbox,
    Round,
)
from bot.records import AnswerDue, AuditDue, CardDue, NoteDue, Notice, NudgeDue, Place, ResultDue
from bot.service.outbound.once import once_of
from bot.service.outbound.reminders import Reminders
from bot.service.outbound.results import Results
from bot.service.outbound.shown_cards import ShownCards
from bot.service.outbound.twins import take_away_twin, without_twin
from bot.service.outbound.undelivered import Undelivered

log = logging.getLogger(__name__)


class Courier:
    def __init__(
        self,
        outbox: Outbox,
        messenger: Messenger,
        audit: AuditBook,
        cards_of_a_round: Callable[[], ShownCards],
        reminders: Reminders,
        results: Results,
        undelivered: Undelivered,
        told: Callable[[], None],
        *,
        pauses: Sequence[float],
    ) -> None:
        """`told` is called when something was; `pauses`: seconds before each further attempt at a
        notice."""
        self._outbox = outbox
        self._messenger = messenger
        self._audit = audit
        self._cards_of_a_round = cards_of_a_round
        self._reminders = reminders
        self._results = results
        self._undelivered = undelivered
        self._told = told
        self._pauses = pauses

    async def deliver(self, place: Place) -> None:
        """Empty the thread's outbox, unless somebody is at it. What Slack does not take now stays
        there for the sweeper, and so does everything when the store is away."""
        try:
            async with self._outbox.courier(place) as mine:
                if mine is not None:
                    await self._empty(place, mine)
        except NotRecorded as error:
            log.warning("the outbox of %s is left for later: %s", place.tag, error)
        except LeaseLost:
            log.info("the outbox of %s is in other hands", place.tag)

    async def _empty(self, place: Place, mine: Round) -> None:
        shown = self._cards_of_a_round()
        due: Due | None = mine.first
        while due:
            try:
                await self._insist(place, due, shown)
            except NotDelivered as error:
                if not error.permanent:
                    log.warning("a notice for %s waits: %s", place.tag, error.code)
                    return
                log.warning("a notice for %s cannot be delivered: %s", place.tag, error.code)
                await self._undelivered.give_up(place, due, error.code)
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
        once = once_of(place, replace(due, tried=True))
        match due.notice:
            case AnswerDue() | NoteDue():
                await take_away_twin(self._messenger, place, once)
            case NudgeDue() as nudge:
                await self._reminders.take_away_twin(nudge, once)
            case _:
                pass

    async def _insist(self, place: Place, due: Due, shown: ShownCards) -> None:
        """Slack can be out of order for a moment. From the second attempt on it may have taken what
        it did not answer."""
        once = once_of(place, due)
        for pause in self._pauses:
            try:
                return await self._tell(place, due.notice, once, shown)
            except NotDelivered as error:
                if error.permanent:
                    raise
                log.info("a notice for %s, again in %g s: %s", place.tag, pause, error.code)
            await asyncio.sleep(pause)
            once = replace(once, since=due.since if once.since is None else once.since)
        return await self._tell(place, due.notice, once, shown)

    async def _tell(self, place: Place, notice: Notice, once: Once, shown: ShownCards) -> None:
        match notice:
            case AuditDue(entry=entry):
                await self._audit.add(entry)
            case CardDue(approval=approval):
                await shown.show(approval, once)
            case NudgeDue():
                await self._reminders.tell(notice, once)
            case AnswerDue(run=run, text=text):
                if ref := await self._messenger.answer(place, text, once=once):
                    ref = await without_twin(self._messenger, place, ref, once)
                    due = ResultDue(run=run, ref=ref)
                    await self._outbox.add(place, due, once=f"result:{run}:{ref.ts}")
            case ResultDue(run=run, ref=ref):
                if not await self._results.lead(notice, shown):
                    # Once more, behind whatever waits for this.
                    again = f"result again:{run}:{ref.ts}"
                    await self._outbox.add(place, notice, once=again)
            case NoteDue(text=text, user=""):
                ref = await self._messenger.post(place, cards.note(text), once=once)
                await without_twin(self._messenger, place, ref, once)
            case NoteDue(text=text, user=user):
                await self._messenger.whisper(place, user, cards.note(text))
