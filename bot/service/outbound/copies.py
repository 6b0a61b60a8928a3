"""The other places a card stands in: a pointer in the thread when the card was sent elsewhere, and
the card itself for approvers named by id, and for whoever decides in their place while they do, as
far as they are not where it is. Each follows how it stands."""

import logging

from bot import cards
from bot.policy import Refused, named_people
from bot.ports import (
    Approvals,
    Directory,
    DirectoryError,
    Message,
    Messenger,
    NotDelivered,
    Once,
)
from bot.records import Approval, Copy, MessageRef, Request
from bot.service.access.authority import Authority
from bot.service.access.stand_ins import StandIns
from bot.service.outbound.drawings import Drawings
from bot.service.outbound.redrawing import drawn_as_it_stands
from bot.service.outbound.slate import Slate

log = logging.getLogger(__name__)


class Copies:
    """For one round of a courier."""

    def __init__(
        self,
        approvals: Approvals,
        messenger: Messenger,
        slate: Slate,
        directory: Directory,
        authority: Authority,
        stand_ins: StandIns,
        drawings: Drawings,
    ) -> None:
        self._approvals = approvals
        self._messenger = messenger
        self._slate = slate
        self._directory = directory
        self._authority = authority
        self._stand_ins = stand_ins
        self._drawings = drawings

    async def follow(self, approval: Approval, *, late: bool = False) -> None:
        """Bring every copy up to date, and make those that are missing while it is open. `late`:
        some may have been made without Slack saying so; they are found also when it is over. A
        copy that Slack never takes is given up. Raises `NotDelivered` for the moment,
        `NotRecorded`."""
        if approval.card is None:
            return
        approval = await self._draw_all(approval)
        if (approval.is_open or late) and approval.card is not None:
            there = {copy.to for copy in approval.copies}
            for to in await self._wanted(approval, approval.card):
                if to not in there:
                    await self._make(approval, to)

    async def _draw_all(self, approval: Approval) -> Approval:
        """Until they show how things stand, as the card does. How it stands then."""
        if not approval.copies:
            return approval

        async def draw(standing: Approval) -> None:
            for copy in standing.copies:
                await self._update(standing, copy)

        return await drawn_as_it_stands(approval, draw, self._approvals.find)

    async def _wanted(self, approval: Approval, card: MessageRef) -> list[str]:
        """`""` is the thread, everything else a person."""
        request = approval.request
        elsewhere = [""] if card.channel != request.place.channel else []
        named = named_people(request.rule, request.requester)
        if not named:
            return elsewhere
        instead = await self._stand_ins.in_place_of(named, approval)
        there = await self._readers(request, card)
        people = dict.fromkeys([*named, *instead])
        return [*elsewhere, *(each for each in people if each not in there)]

    async def _readers(self, request: Request, card: MessageRef) -> frozenset[str]:
        """Who is where the card stands; nobody when that is not known: rather twice than not at
        all."""
        if card.is_direct:
            return frozenset({request.requester})
        try:
            return await self._directory.members(card.channel)
        except DirectoryError as error:
            log.warning("who is where a card stands is not known: %s", error)
            return frozenset()

    async def _make(self, approval: Approval, to: str) -> None:
        message = await self._drawn(approval, to)
        # A copy made by a process that died before it was on record is found again.
        once = Once(f"copy {approval.request.id} {to}", approval.request.asked_at)
        try:
            if to:
                ref = await self._messenger.direct(to, message, once=once)
            else:
                ref = await self._messenger.post(approval.request.place, message, once=once)
        except NotDelivered as error:
            if not error.permanent:
                raise
            log.warning("a card has one copy less: %s", error.code)
            return
        copy = Copy(to=to, ref=ref)
        now = await self._approvals.copied(approval.request, copy)
        if any(each.to == to and each.ref != ref for each in now.copies):
            await self._messenger.retract(ref)
        elif now.version != approval.version:
            await self._draw_all(now)

    async def _update(self, approval: Approval, copy: Copy) -> None:
        try:
            await self._slate.put(copy.ref, await self._drawn(approval, copy.to))
        except NotDelivered as error:
            if not error.permanent:
                raise
            log.info("a copy of a card stays as it is: %s", error.code)

    async def _drawn(self, approval: Approval, to: str) -> Message:
        if not to:
            return await self._drawings.pointer(approval)
        if await self._is_handed_back(approval, to):
            return cards.handed_back(approval)
        return await self._drawings.card(approval)

    async def _is_handed_back(self, approval: Approval, to: str) -> bool:
        """Whether they were to decide in somebody's place, which is over, and have not."""
        request = approval.request
        if to in named_people(request.rule, request.requester):
            return False
        if any(each.by == to for each in approval.decisions):
            return False
        return isinstance(await self._authority.judge(request, to), Refused)
