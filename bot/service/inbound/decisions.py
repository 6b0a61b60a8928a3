"""What people do with an approval, by button or window: understood, ruled on, answered.

Everything that does not count is answered in private.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot import cards
from bot.policy import FOREIGN
from bot.ports import Approvals, Clock, Message, NotRecorded
from bot.records import (
    Approval,
    Asked,
    CardDue,
    Click,
    MessageRef,
    NoteDue,
    Submission,
)
from bot.service.background import Background
from bot.service.inbound.edits import edit
from bot.service.inbound.origin import is_from_its_card, looked_for
from bot.service.inbound.replier import Replier
from bot.service.inbound.rulings import Rulings, Word
from bot.service.inbound.strays import turned_away
from bot.service.inbound.witness import UNFIT
from bot.service.outbound.courier import Courier

D = TypeVar("D", Click, Submission)


class DecisionDesk:
    def __init__(
        self,
        *,
        approvals: Approvals,
        rulings: Rulings,
        courier: Courier,
        replier: Replier,
        background: Background,
        clock: Clock,
    ) -> None:
        self._approvals = approvals
        self._rulings = rulings
        self._courier = courier
        self._replier = replier
        self._background = background
        self._clock = clock

    async def clicked(self, click: Click, glanced: Approval | None = None) -> None:
        """Act on a button; whoever clicked learns at once if their click did not count.

        Raises `NotRecorded` when it has to be acted on once more."""
        await self._answered(click, glanced, self._on_click)

    async def submitted(self, sent: Submission, glanced: Approval | None = None) -> None:
        """Act on a window that was filled in; everything is checked as if nothing had been.

        Raises `NotRecorded` when it has to be acted on once more."""
        await self._answered(sent, glanced, self._on_submission)

    async def _answered(
        self,
        done: D,
        glanced: Approval | None,
        act: Callable[[D, Approval | None], Awaitable[Message | None]],
    ) -> None:
        standing = glanced
        try:
            standing = standing or await self._approvals.find(done.approval)
            answer = await act(done, standing)
        except NotRecorded:
            await self._tell(done, standing, cards.postponed())
            raise
        if answer is not None:
            await self._tell(done, standing, answer)

    async def _tell(self, done: Click | Submission, standing: Approval | None, it: Message) -> None:
        place = looked_for(done, standing)
        await self._replier.tell(done.user, it, place=place, address=done.response_url)

    async def _on_click(self, click: Click, standing: Approval | None) -> Message | None:
        if standing is None:
            if click.on_card and click.channel and click.message:
                card = MessageRef(channel=click.channel, ts=click.message)
                await self._replier.retire(card, cards.unknown_approval())
            return cards.unknown_approval()
        if not is_from_its_card(standing, click):
            return await self._elsewhere(standing, click)
        if click.foreign:
            return await self._refused_as_foreign(standing, click.user)
        return await self._act_on(click, standing)

    async def _act_on(self, click: Click, standing: Approval) -> Message | None:
        by, seen = click.user, click.seen
        match click.action:
            case "approve":
                return await self._rulings.rule(standing, by, Word("approved", seen=seen))
            case "always" if always := standing.request.rule.always:
                return await self._rulings.rule(
                    standing, by, Word("approved", seen=seen, always=always)
                )
            case "all":
                return await self._rule_on_all(standing, click)
            case "answer":
                return await self._answer(standing, by, click.choice)
            case "reject":
                return await self._rulings.rule(standing, by, Word("rejected"))
            case "done":
                return await self._rulings.settle(standing, by, "done")
            case "again":
                return await self._rulings.settle(standing, by, "superseded")
            case "give_up":
                return await self._rulings.settle(standing, by, "failed")
            case _:
                return cards.unknown_approval()

    async def _elsewhere(self, standing: Approval, click: Click) -> Message:
        answer = await turned_away(self._replier, standing, click)
        return await self._rulings.refused(standing, click.user, "elsewhere", answer)

    async def _on_submission(self, sent: Submission, standing: Approval | None) -> Message | None:
        if standing is None:
            return cards.unknown_approval()
        if sent.foreign:
            return await self._refused_as_foreign(standing, sent.user)
        text = sent.entries.get(cards.TEXT, "").strip()
        match sent.action:
            case "reason":
                return await self._rulings.rule(standing, sent.user, Word("rejected", text))
            case "edit":
                return await self._edit(standing, sent)
            case "ask":
                return await self._ask(standing, sent, text)
            case "reply" if standing.request.inquiry is not None:
                if standing.request.inquiry.choices:
                    return await self._answer(standing, sent.user, text)
                return await self._rulings.rule(standing, sent.user, Word("approved", answer=text))
            case _:
                return cards.unknown_approval()

    async def _refused_as_foreign(self, standing: Approval, user: str) -> Message:
        words = cards.refused(standing, FOREIGN.words)
        return await self._rulings.refused(standing, user, FOREIGN.reason, words)

    async def _edit(self, standing: Approval, sent: Submission) -> Message | None:
        if not standing.is_open or not standing.call.digest.startswith(sent.seen):
            return await self._rulings.rule(standing, sent.user, Word("approved", seen=sent.seen))
        edited = edit(standing, sent.entries)
        if edited.faults:
            return await self._rulings.refused(standing, sent.user, UNFIT, cards.cannot_edit())
        if edited.digest == standing.call.digest:
            return await self._rulings.rule(standing, sent.user, Word("approved", seen=sent.seen))
        word = Word("approved", seen=sent.seen, arguments=edited.arguments, digest=edited.digest)
        return await self._rulings.rule(standing, sent.user, word)

    async def _answer(self, standing: Approval, by: str, choice: str) -> Message | None:
        inquiry = standing.request.inquiry
        choices = inquiry.choices if inquiry is not None else ()
        if not (choice.isdigit() and int(choice) < len(choices)):
            return cards.unknown_approval()
        return await self._rulings.rule(standing, by, Word("approved", answer=choices[int(choice)]))

    async def _rule_on_all(self, standing: Approval, click: Click) -> Message | None:
        """One click, one decision for each call that one rule covers; each is checked by itself,
        and one whose arguments somebody has edited has to be looked at on its own card."""
        found = await asyncio.gather(*map(self._approvals.find, standing.request.together))
        wanted = [each for each in found if each is not None and each.is_open]
        if not wanted:
            return await self._rulings.rule(standing, click.user, Word("approved"))
        answers = await asyncio.gather(*(self._rule_unedited(each, click) for each in wanted))
        refused = [answer.text for answer in answers if answer is not None]
        if not refused:
            return None
        counted = len(wanted) - len(refused)
        return cards.all_decided(counted, len(wanted), list(dict.fromkeys(refused)))

    async def _rule_unedited(self, standing: Approval, click: Click) -> Message | None:
        is_clicked = standing.request.id == click.approval
        if standing.card is None and not is_clicked:
            return await self._not_shown_yet(standing, click.user)
        seen = (is_clicked and click.seen) or standing.request.call.digest
        return await self._rulings.rule(standing, click.user, Word("approved", seen=seen))

    async def _not_shown_yet(self, standing: Approval, user: str) -> Message:
        """Slack has not said that its card stands there, so nobody can be taken to have seen it."""
        if refusal := await self._rulings.refusal(standing, user):
            return refusal
        words = cards.not_shown_yet(standing)
        return await self._rulings.refused(standing, user, "unread", words)

    async def _ask(self, standing: Approval, sent: Submission, text: str) -> Message | None:
        """Put a question to the requester; the approval stays open."""
        if refusal := await self._rulings.refusal(standing, sent.user):
            return refusal
        if not standing.is_open_at(self._clock.now()):
            return await self._too_late(standing, sent)
        request = standing.request
        asked = Asked(by=sent.user, at=self._clock.now(), text=text)
        note = NoteDue(text=cards.question(standing, asked), requester=request.requester)
        after = await self._approvals.remark(
            request, asked, once=sent.key, notices=(CardDue(approval=request.id), note)
        )
        self._background.start(self._courier.deliver(request.place), name="question")
        return cards.asked_requester(after) if after.is_open else await self._too_late(after, sent)

    async def _too_late(self, standing: Approval, sent: Submission) -> Message:
        words = cards.late(standing, sent.user)
        return await self._rulings.refused(standing, sent.user, "late", words)
