"""A person's word on an approval, whichever way it came in: checked, recorded, answered.

Order: who is it, may they, have they seen what would run, the journal, and only then Slack.
Everything that is refused is answered in private, and leaves the card as it is.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Literal

from bot import cards
from bot.policy import Allowed, Refused, Unknown
from bot.ports import Approvals, Clock, Message, NotRecorded, Wakeups
from bot.ports.journal import Ruling
from bot.records import (
    Approval,
    Asked,
    CardDue,
    Click,
    Decision,
    MessageRef,
    NoteDue,
    Place,
    Scope,
    Submission,
    Verdict,
)
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.courier import Courier
from bot.service.edits import edit
from bot.service.origin import is_from_its_card
from bot.service.replier import Replier
from bot.service.witness import Witness

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Word:
    """What somebody says, before it is known whether it counts."""

    verdict: Verdict
    reason: str = ""
    seen: str = ""
    """Beginning of the digest of the arguments they had in front of them; empty if unknown."""
    arguments: str = ""
    digest: str = ""
    always: Scope = ""
    answer: str = ""


class DecisionDesk:
    def __init__(
        self,
        *,
        approvals: Approvals,
        authority: Authority,
        wakeups: Wakeups,
        courier: Courier,
        replier: Replier,
        witness: Witness,
        background: Background,
        clock: Clock,
        command: str,
    ) -> None:
        self._approvals = approvals
        self._authority = authority
        self._wakeups = wakeups
        self._courier = courier
        self._replier = replier
        self._witness = witness
        self._background = background
        self._clock = clock
        self._command = command

    async def clicked(self, click: Click) -> None:
        """Act on a button; whoever clicked learns at once if their click did not count.

        Raises `NotRecorded` when it has to be acted on once more."""
        place = Place(channel=click.channel, thread=click.thread)
        try:
            standing = await self._approvals.find(click.approval)
            if standing is not None and not click.thread:
                place = standing.request.place
            answer = await self._on_click(click, standing)
        except NotRecorded:
            await self._tell(click.user, cards.postponed(), place, click.response_url)
            raise
        await self._tell(click.user, answer, place, click.response_url)

    async def submitted(self, sent: Submission) -> None:
        """Act on a window that was filled in; everything is checked as if nothing had been.

        Raises `NotRecorded` when it has to be acted on once more."""
        place = None
        try:
            standing = await self._approvals.find(sent.approval)
            place = standing.request.place if standing is not None else None
            answer = await self._on_submission(sent, standing)
        except NotRecorded:
            await self._tell(sent.user, cards.postponed(), place)
            raise
        await self._tell(sent.user, answer, place)

    async def _tell(
        self, user: str, answer: Message | None, place: Place | None, address: str = ""
    ) -> None:
        if answer is not None:
            await self._replier.tell(user, answer, place=place, address=address)

    async def decide(
        self, approval: str, *, by: str, verdict: Verdict, reason: str = ""
    ) -> Message | None:
        """Record a decision; what to tell the person, or `None` when the card says it all.

        Raises `NotRecorded`."""
        standing = await self._approvals.find(approval)
        if standing is None:
            return cards.unknown_approval()
        return await self._rule(standing, by, Word(verdict, reason))

    async def _on_click(self, click: Click, standing: Approval | None) -> Message | None:
        if standing is None and click.on_card and click.channel and click.message:
            await self._replier.retire(MessageRef(channel=click.channel, ts=click.message))
        if standing is None:
            return cards.unknown_approval()
        if not is_from_its_card(standing, click):
            return await self._refused(standing, click.user, "elsewhere", cards.unknown_approval())
        by, seen = click.user, click.seen
        match click.action:
            case "approve":
                return await self._rule(standing, by, Word("approved", seen=seen))
            case "always" if always := standing.request.rule.always:
                return await self._rule(standing, by, Word("approved", seen=seen, always=always))
            case "all":
                return await self._rule_on_all(standing, by)
            case "answer":
                return await self._answer(standing, by, click.choice)
            case "reject":
                return await self._rule(standing, by, Word("rejected"))
            case "done":
                return await self._settle(standing, by, "done")
            case "again":
                return await self._settle(standing, by, "superseded")
            case "give_up":
                return await self._settle(standing, by, "failed")
            case _:
                return cards.unknown_approval()

    async def _on_submission(self, sent: Submission, standing: Approval | None) -> Message | None:
        if standing is None:
            return cards.unknown_approval()
        text = sent.entries.get(cards.TEXT, "").strip()
        match sent.action:
            case "reason":
                return await self._rule(standing, sent.user, Word("rejected", text))
            case "edit":
                return await self._edit(standing, sent)
            case "ask":
                return await self._ask(standing, sent, text)
            case "reply" if standing.request.inquiry is not None:
                if standing.request.inquiry.choices:
                    return await self._answer(standing, sent.user, text)
                return await self._rule(standing, sent.user, Word("approved", answer=text))
            case _:
                return cards.unknown_approval()

    async def _rule(self, standing: Approval, by: str, word: Word) -> Message | None:
        if refusal := await self._refusal(standing, by):
            return refusal
        if word.verdict == "approved" and (objection := self._objection(standing, by, word)):
            return await self._refused(standing, by, *objection)
        decision = Decision(
            verdict=word.verdict,
            by=by,
            at=self._clock.now(),
            reason=word.reason,
            digest=word.digest or standing.call.digest,
            arguments=word.arguments,
            always=word.always,
            answer=word.answer,
        )
        ruling = await self._approvals.decide(standing.request, decision)
        if await self._counts(ruling):
            return None
        changed = ruling.outcome == "changed"
        words = cards.changed(ruling.approval) if changed else cards.late(ruling.approval, by)
        return await self._refused(ruling.approval, by, ruling.outcome, words)

    def _objection(self, standing: Approval, by: str, word: Word) -> tuple[str, Message] | None:
        """Why nobody can approve this as it stands, or not with what they have seen of it: for the
        audit and for that person."""
        if not standing.is_open:
            return None
        if word.seen and not standing.call.digest.startswith(word.seen):
            return "changed", cards.changed(standing)
        if (standing.request.inquiry is not None) != bool(word.answer):
            return "unanswered", cards.answer_first(standing)
        if standing.request.rule.needs_preview and not standing.request.preview:
            return "no_preview", cards.preview_first(standing)
        if cards.hides(standing) and not standing.was_read_by(by):
            return "unread", cards.read_first(standing, command=self._command)
        return None

    async def _edit(self, standing: Approval, sent: Submission) -> Message | None:
        if not standing.is_open or not standing.call.digest.startswith(sent.seen):
            return await self._rule(standing, sent.user, Word("approved", seen=sent.seen))
        edited = edit(standing, sent.entries)
        if edited.faults:
            return cards.cannot_edit()
        if edited.digest == standing.call.digest:
            return await self._rule(standing, sent.user, Word("approved", seen=sent.seen))
        word = Word("approved", seen=sent.seen, arguments=edited.arguments, digest=edited.digest)
        return await self._rule(standing, sent.user, word)

    async def _answer(self, standing: Approval, by: str, choice: str) -> Message | None:
        inquiry = standing.request.inquiry
        choices = inquiry.choices if inquiry is not None else ()
        if not (choice.isdigit() and int(choice) < len(choices)):
            return cards.unknown_approval()
        return await self._rule(standing, by, Word("approved", answer=choices[int(choice)]))

    async def _rule_on_all(self, standing: Approval, by: str) -> Message | None:
        """One click, one decision for each call that one rule covers; each is checked by itself."""
        found = await asyncio.gather(*map(self._approvals.find, standing.request.together))
        wanted = [each for each in found if each is not None and each.is_open]
        if not wanted:
            return await self._rule(standing, by, Word("approved"))
        answers = await asyncio.gather(*(self._rule(e, by, Word("approved")) for e in wanted))
        refused = [answer.text for answer in answers if answer is not None]
        if not refused:
            return None
        counted = len(wanted) - len(refused)
        return cards.all_decided(counted, len(wanted), list(dict.fromkeys(refused)))

    async def _ask(self, standing: Approval, sent: Submission, text: str) -> Message | None:
        """Put a question to the requester; the approval stays open."""
        if refusal := await self._refusal(standing, sent.user):
            return refusal
        if not standing.is_open:
            words = cards.late(standing, sent.user)
            return await self._refused(standing, sent.user, "late", words)
        request = standing.request
        asked = Asked(by=sent.user, at=self._clock.now(), text=text)
        note = NoteDue(text=cards.question(standing, asked), requester=request.requester)
        await self._approvals.remark(
            request, asked, once=sent.key, notices=(CardDue(approval=request.id), note)
        )
        self._background.start(self._courier.deliver(request.place), name="question")
        return cards.asked_requester(standing)

    async def _settle(
        self, standing: Approval, by: str, status: Literal["done", "failed", "superseded"]
    ) -> Message | None:
        """Say how a call that may have run ended, or that it is to be tried again."""
        if refusal := await self._refusal(standing, by):
            return refusal
        ruling = await self._approvals.settle(standing.request, status=status, by=by)
        if await self._counts(ruling):
            return None
        words = cards.not_in_doubt(ruling.approval)
        return await self._refused(ruling.approval, by, "not_in_doubt", words)

    async def _refusal(self, standing: Approval, by: str) -> Message | None:
        """Why this person may not decide here; nothing is changed then."""
        match await self._authority.judge(standing.request, by):
            case Allowed():
                return None
            case Refused(reason=reason, words=words):
                return await self._refused(standing, by, reason, cards.refused(words))
            case Unknown(words=words):
                return await self._refused(standing, by, "unchecked", cards.refused(words))

    async def _refused(self, standing: Approval, by: str, reason: str, answer: Message) -> Message:
        """On record before it is said."""
        await self._witness.refused(standing, by, reason)
        return answer

    async def _counts(self, ruling: Ruling) -> bool:
        """Whether it changed anything; if so the run goes on and the card is drawn again."""
        if ruling.outcome not in ("settled", "counted"):
            return False
        place = ruling.approval.request.place
        if ruling.outcome == "settled":
            try:
                await self._wakeups.wake(place)
            except NotRecorded as error:
                log.warning("left for the sweeper: %s", error)
        self._background.start(self._courier.deliver(place), name="decided card")
        return True
