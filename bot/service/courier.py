"""Tells Slack and the audit what is in a thread's outbox, in order, whoever comes first.

A notice stays in the outbox until Slack has taken it, so everything is told at least once; whoever
comes to one that may have been told already looks for it first, so nothing is told twice. A card is
drawn from the record at the moment it is delivered.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from bot import cards
from bot.ports import (
    Approvals,
    AuditBook,
    Due,
    Message,
    Messenger,
    NotDelivered,
    NotRecorded,
    Once,
    Outbox,
    Runs,
    Wakeups,
)
from bot.records import (
    AnswerDue,
    Approval,
    AuditDue,
    CardDue,
    MessageRef,
    NoteDue,
    Notice,
    NudgeDue,
    Place,
    ResultDue,
)
from bot.service.cards_due import home, needs_a_card
from bot.service.copies import Copies
from bot.service.once import key, since
from bot.service.results import Results
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
        self._copies = copies
        self._results = Results(approvals, runs, messenger, copies)
        self._told = told
        self._pauses = pauses

    async def deliver(self, place: Place) -> None:
        """Empty the thread's outbox, unless somebody is at it. What Slack does not take now stays
        there for the sweeper, and so does everything when the store is away."""
        try:
            await self._empty(place)
        except NotRecorded as error:
            log.warning("the outbox of %s is left for later: %s", place.tag, error)

    async def _empty(self, place: Place) -> None:
        async with self._outbox.courier(place) as mine:
            if not mine:
                return
            while due := await self._outbox.next(place):
                try:
                    await self._insist(place, due)
                except NotDelivered as error:
                    if not error.permanent:
                        log.warning("a notice for %s waits: %s", place.tag, error.code)
                        return
                    await self._give_up(place, due, error.code)
                await self._outbox.delivered(place, due.number)
                self._told()

    async def _insist(self, place: Place, due: Due) -> None:
        """Slack can be out of order for a moment. From the second attempt on it may have taken what
        it did not answer."""
        once = Once(key(place, due), since(due))
        for pause in self._pauses:
            try:
                return await self._tell(place, due.notice, once)
            except NotDelivered as error:
                if error.permanent:
                    raise
                log.info("a notice for %s, again in %g s: %s", place.tag, pause, error.code)
            await asyncio.sleep(pause)
            once = Once(once.key, due.since if once.since is None else once.since)
        return await self._tell(place, due.notice, once)

    async def _tell(self, place: Place, notice: Notice, once: Once) -> None:
        match notice:
            case AuditDue(entry=entry):
                await self._audit.add(entry)
            case CardDue(approval=approval):
                await self._show(approval, once)
            case NudgeDue():
                await self._nudge(notice, once)
            case AnswerDue(run=run, text=text):
                if ref := await self._messenger.answer(place, text, once=once):
                    due = ResultDue(run=run, ref=ref)
                    await self._outbox.add(place, due, once=f"result:{run}:{ref.ts}")
            case ResultDue():
                await self._results.lead(notice)
            case NoteDue(text=text, user=""):
                await self._messenger.post(place, cards.note(text), once=once)
            case NoteDue(text=text, user=user):
                await self._messenger.whisper(place, user, cards.note(text))

    async def _show(self, approval: str, once: Once) -> None:
        standing = await self._approvals.find(approval)
        if standing is None:
            return
        await self._runs.project(standing)
        if standing.card is not None:
            try:
                await self._draw(standing.card, standing)
            finally:
                await self._copies.follow(standing)
        elif needs_a_card(standing):
            ref = await self._post(standing, cards.approval_card(standing), once)
            await self._placed(standing, ref, drawn=standing.version)
        elif known := await self._messenger.find(home(standing), once):
            await self._placed(standing, known, drawn=None)

    async def _placed(self, standing: Approval, ref: MessageRef, *, drawn: int | None) -> None:
        """Put its card on record, which shows it as `drawn`; nobody else knew yet where to show
        what has come since. A courier who was held up may have posted one as well: one stays."""
        now = await self._approvals.posted(standing.request, ref)
        if now.card is not None and now.card != ref:
            await self._messenger.retract(ref)
            drawn = None
        if now.version != drawn:
            await self._draw(now.card or ref, now)
        await self._copies.follow(now)

    async def _draw(self, ref: MessageRef, standing: Approval) -> None:
        """Until it shows how things stand: a courier who was held up on the way may have drawn
        over what a later one had shown."""
        drawn = None
        while (shown := (standing.version, standing.result)) != drawn:
            await self._messenger.update(ref, cards.approval_card(standing))
            drawn = shown
            standing = await self._as_it_stands(standing.request.id) or standing

    async def _as_it_stands(self, approval: str) -> Approval | None:
        """Asked for until it is known: nobody else may come to correct what was drawn just now."""
        for pause in self._pauses:
            try:
                return await self._approvals.find(approval)
            except NotRecorded:
                await asyncio.sleep(pause)
        return await self._approvals.find(approval)

    async def _post(self, standing: Approval, card: Message, once: Once) -> MessageRef:
        """Where the policy sends it; in the thread when that takes nothing."""
        place, elsewhere = standing.request.place, standing.request.rule.reach.route_to
        if elsewhere and elsewhere != place.channel:
            try:
                root = await self._messenger.start_thread(elsewhere, card, once=once)
                return MessageRef(channel=root.channel, ts=root.thread)
            except NotDelivered as error:
                if not error.permanent:
                    raise
                log.warning("a card stays in its thread: %s", error.code)
        return await self._messenger.post(place, card, once=once)

    async def _nudge(self, due: NudgeDue, once: Once) -> None:
        """Nobody is bothered about what is decided by now."""
        standing = await self._approvals.find(due.approval)
        if standing is None or not standing.is_open:
            return
        if not due.to:
            await self._messenger.post(standing.request.place, cards.reminder(standing), once=once)
            return
        link = await self._messenger.permalink(standing.card) if standing.card else ""
        words = cards.escalation(standing, link)
        if due.to[:1] in "UW":
            await self._messenger.direct(due.to, words, once=once)
        else:
            await self._messenger.start_thread(due.to, words, once=once)

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
