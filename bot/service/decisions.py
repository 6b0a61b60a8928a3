"""A person's word on an approval, whichever way it came in: checked, recorded, answered.

Order: who is it, may they, the journal, and only then Slack. Everything that is refused is answered
in private, and leaves the card as it is.
"""

import logging
from typing import Literal

from bot import cards
from bot.policy import Allowed, Refused, Unknown
from bot.ports import Approvals, Clock, Message, Messenger, NotDelivered, NotRecorded, Wakeups
from bot.ports.journal import Ruling
from bot.records import Approval, Click, Decision, Place, Verdict
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.courier import Courier

log = logging.getLogger(__name__)


class DecisionDesk:
    def __init__(
        self,
        *,
        approvals: Approvals,
        authority: Authority,
        wakeups: Wakeups,
        courier: Courier,
        messenger: Messenger,
        background: Background,
        clock: Clock,
    ) -> None:
        self._approvals = approvals
        self._authority = authority
        self._wakeups = wakeups
        self._courier = courier
        self._messenger = messenger
        self._background = background
        self._clock = clock

    async def clicked(self, click: Click) -> None:
        """Act on a button; whoever clicked learns at once if their click did not count."""
        place = Place(channel=click.channel, thread=click.thread)
        try:
            standing = await self._approvals.find(click.approval)
            if standing is not None and not click.thread:
                place = standing.request.place
            answer = await self._on_click(click, standing)
        except NotRecorded as error:
            log.warning("a click was not recorded: %s", error)
            answer = cards.not_recorded()
        if answer is not None:
            await self._answer(click, place, answer)

    async def decide(
        self, approval: str, *, by: str, verdict: Verdict, reason: str = ""
    ) -> Message | None:
        """Record a decision; what to tell the person, or `None` when the card says it all.

        Raises `NotRecorded`."""
        standing = await self._approvals.find(approval)
        if standing is None:
            return cards.unknown_approval()
        return await self._rule(standing, by, verdict, reason)

    async def _on_click(self, click: Click, standing: Approval | None) -> Message | None:
        if standing is None or not _is_from_its_card(standing, click):
            return cards.unknown_approval()
        match click.action:
            case "approve":
                return await self._rule(standing, click.user, "approved")
            case "reject":
                return await self._rule(standing, click.user, "rejected")
            case "done":
                return await self._settle(standing, click.user, "done")
            case "again":
                return await self._settle(standing, click.user, "superseded")
            case "give_up":
                return await self._settle(standing, click.user, "failed")
            case _:
                return cards.unknown_approval()

    async def _rule(
        self, standing: Approval, by: str, verdict: Verdict, reason: str = ""
    ) -> Message | None:
        if refusal := await self._refusal(standing, by):
            return refusal
        decision = Decision(verdict=verdict, by=by, at=self._clock.now(), reason=reason)
        ruling = await self._approvals.decide(standing.request, decision)
        return None if await self._counts(ruling) else cards.late(ruling.approval, by)

    async def _settle(
        self, standing: Approval, by: str, status: Literal["done", "failed", "superseded"]
    ) -> Message | None:
        """Say how a call that may have run ended, or that it is to be tried again."""
        if refusal := await self._refusal(standing, by):
            return refusal
        ruling = await self._approvals.settle(standing.request, status=status, by=by)
        return None if await self._counts(ruling) else cards.not_in_doubt(ruling.approval)

    async def _refusal(self, standing: Approval, by: str) -> Message | None:
        """Why this person may not decide here; nothing is changed then."""
        match await self._authority.judge(standing.request, by):
            case Allowed():
                return None
            case Refused(words=words) | Unknown(words=words):
                return cards.refused(words)

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

    async def _answer(self, click: Click, place: Place, answer: Message) -> None:
        """In the thread of the card; by the click's own address where the bot cannot speak."""
        try:
            await self._messenger.whisper(place, click.user, answer)
        except NotDelivered as error:
            log.info("answered by the response address: %s", error.code)
            await self._reply(click.response_url, answer)

    async def _reply(self, address: str, answer: Message) -> None:
        try:
            await self._messenger.reply(address, answer)
        except NotDelivered as error:
            log.warning("a click could not be answered: %s", error.code)


def _is_from_its_card(standing: Approval, click: Click) -> bool:
    """A button counts on the one message it was posted with; a card that is just being posted
    is known by its channel."""
    card = standing.card
    if card is None:
        return click.channel == standing.request.place.channel
    return (click.channel, click.message) == (card.channel, card.ts)
