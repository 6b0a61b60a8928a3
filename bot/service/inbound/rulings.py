"""One person's word on one approval: may they, have they seen what would run, and does it count?

Order: who is it, what stands against it, the journal, and only then Slack. What is refused is on
record before it is said, and leaves the card as it is.
"""

import logging
from dataclasses import dataclass
from typing import Literal

from bot import cards
from bot.policy import Allowed, Refused, Unknown
from bot.ports import Approvals, Clock, Message, Wakeups
from bot.ports.journal import Ruling
from bot.records import Approval, Decision, Scope, Verdict
from bot.service.access.authority import Authority
from bot.service.access.policy_book import PolicyBook
from bot.service.background import HEAD_START, Background
from bot.service.inbound.readings import Readings
from bot.service.inbound.witness import Witness
from bot.service.outbound.courier import Courier
from bot.service.runs.requests import changes_hands
from bot.service.waking import wake

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


class Rulings:
    """The one way in which a word comes to count: buttons, windows and commands use it."""

    def __init__(
        self,
        *,
        approvals: Approvals,
        authority: Authority,
        wakeups: Wakeups,
        courier: Courier,
        witness: Witness,
        readings: Readings,
        background: Background,
        policies: PolicyBook,
        clock: Clock,
        command: str,
    ) -> None:
        self._approvals = approvals
        self._authority = authority
        self._wakeups = wakeups
        self._courier = courier
        self._witness = witness
        self._readings = readings
        self._background = background
        self._policies = policies
        self._clock = clock
        self._command = command

    async def rule(self, standing: Approval, by: str, word: Word) -> Message | None:
        """Record a decision; what to tell the person, or `None` when the card says it all."""
        if word.verdict == "approved":
            standing = await self._as_read(standing, by)
        admitted = await self._admitted(standing, by, repeats=_has_said(standing, by))
        if isinstance(admitted, Message):
            return admitted
        if word.verdict == "approved" and (objection := self._objection(standing, by, word)):
            return await self.refused(standing, by, *objection)
        decision = Decision(
            verdict=word.verdict,
            by=by,
            at=self._clock.now(),
            reason=word.reason,
            digest=word.digest or standing.call.digest,
            arguments=word.arguments,
            always=word.always,
            answer=word.answer,
            behalf=admitted.behalf,
        )
        roused = standing.is_open and self._wakeups.rouse(standing.request.place)
        ruling = await self._approvals.decide(standing.request, decision)
        if await self._counts(ruling, roused=roused):
            return None
        changed = ruling.outcome == "changed"
        words = (
            cards.changed(ruling.approval)
            if changed
            else cards.late(ruling.approval, by, behalf=admitted.behalf)
        )
        return await self.refused(ruling.approval, by, ruling.outcome, words)

    async def _as_read(self, standing: Approval, by: str) -> Approval:
        """With what this person is being shown just now, once Slack has said that it was, where
        they have to read it."""
        name = standing.request.id
        waits = self._readings.is_shown(name, by) and _has_to_read(standing, by)
        if waits and await self._readings.finished(name, by):
            return await self._approvals.find(name) or standing
        return standing

    async def settle(
        self, standing: Approval, by: str, status: Literal["done", "failed", "superseded"]
    ) -> Message | None:
        """Say how a call that may have run ended, or that it is to be tried again."""
        admitted = await self._admitted(standing, by)
        if isinstance(admitted, Message):
            return admitted
        ruling = await self._approvals.settle(
            standing.request, status=status, by=by, behalf=admitted.behalf
        )
        if await self._counts(ruling):
            return None
        words = cards.not_in_doubt(ruling.approval)
        return await self.refused(ruling.approval, by, "not_in_doubt", words)

    async def refusal(self, standing: Approval, by: str) -> Message | None:
        """Why this person may not decide here; nothing is changed then."""
        admitted = await self._admitted(standing, by)
        return admitted if isinstance(admitted, Message) else None

    async def _admitted(
        self, standing: Approval, by: str, *, repeats: bool = False
    ) -> Allowed | Message:
        """By whose right this person may decide here, or why they may not. `repeats`: they have
        said their word, when they still could."""
        match await self._authority.judge(standing.request, by, spoken=standing.spoken):
            case Allowed() as allowed:
                return allowed
            case Refused() if repeats:
                return await self.refused(standing, by, "repeated", cards.late(standing, by))
            case Refused(reason=reason, words=words):
                return await self.refused(standing, by, reason, cards.refused(standing, words))
            case Unknown(words=words):
                answer = cards.refused(standing, words)
                return await self.refused(standing, by, "unchecked", answer)

    async def refused(self, standing: Approval, by: str, reason: str, answer: Message) -> Message:
        """On record before it is said."""
        await self._witness.refused(standing, by, reason)
        return answer

    def _objection(self, standing: Approval, by: str, word: Word) -> tuple[str, Message] | None:
        """Why nobody can approve this as it stands, or not with what they have seen of it: for the
        audit and for that person."""
        if not standing.is_open:
            return None
        if word.seen and not standing.call.digest.startswith(word.seen):
            return "changed", cards.changed(standing)
        if not word.seen and _is_news(standing, by):
            return "changed", cards.look_first(standing, command=self._command)
        if (standing.request.inquiry is not None) != bool(word.answer):
            return "unanswered", cards.answer_first(standing)
        if word.arguments and changes_hands(
            standing.request, word.arguments, self._policies.current
        ):
            return "other_policy", cards.others_decide(standing)
        if standing.request.lacks_preview:
            return "no_preview", cards.preview_first(standing)
        if cards.hides(standing) and not standing.was_read_by(by):
            return "unread", cards.read_first(standing, command=self._command)
        return None

    async def _counts(self, ruling: Ruling, *, roused: bool = False) -> bool:
        """Whether it changed anything. The run goes on and the card is drawn again in any case: who
        comes too late has seen a card that is behind. Who was `roused` for it is at it already, or
        came too early to see it."""
        place = ruling.approval.request.place
        if roused:
            later = wake(self._wakeups, place)
            self._background.start(later, name="wake-up", after=HEAD_START)
        elif ruling.outcome != "counted":
            await wake(self._wakeups, place)
        drawing = self._courier.deliver(place)
        self._background.start(drawing, name="decided card", after=HEAD_START)
        return ruling.outcome in ("settled", "counted")


def _has_said(standing: Approval, by: str) -> bool:
    """Whether a word of theirs counts already."""
    return any(
        each.by == by and (each.verdict == "rejected" or each in standing.agreed)
        for each in standing.decisions
    )


def _has_to_read(standing: Approval, by: str) -> bool:
    """Whether the card may not be all that this person has to see."""
    is_edited = standing.call.digest != standing.request.call.digest
    return not standing.was_read_by(by) and (is_edited or cards.hides(standing))


def _is_news(standing: Approval, by: str) -> bool:
    """Whether the arguments in force are somebody else's, and this person has not opened them."""
    is_edited = standing.call.digest != standing.request.call.digest
    return is_edited and not (_has_said(standing, by) or standing.was_read_by(by))
