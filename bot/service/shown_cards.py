"""The card of an approval: where it stands, and that it shows how things stand."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.ports import Approvals, Message, Messenger, NotDelivered, NotRecorded, Once, Runs
from bot.records import Approval, MessageRef
from bot.service.cards_due import home, needs_a_card
from bot.service.copies import Copies
from bot.service.drawings import Drawings
from bot.service.redrawing import drawn_as_it_stands
from bot.service.slate import Slate

T = TypeVar("T")

log = logging.getLogger(__name__)


class ShownCards:
    def __init__(
        self,
        approvals: Approvals,
        runs: Runs,
        messenger: Messenger,
        copies: Copies,
        drawings: Drawings,
        *,
        pauses: Sequence[float],
    ) -> None:
        """`pauses`: seconds before each further look at the record."""
        self._approvals = approvals
        self._runs = runs
        self._messenger = messenger
        self._copies = copies
        self._drawings = drawings
        self._pauses = pauses

    async def show(self, approval: str, once: Once, slate: Slate) -> None:
        """Post it or draw it again. Raises `NotDelivered`, `NotRecorded`."""
        standing = await self._approvals.find(approval)
        if standing is None:
            return
        await self._runs.project(standing)
        if standing.card is not None:
            if once.since is not None or standing.stray:
                await self._leave_one(standing, once)
            await self.draw_again(standing, slate, late=once.since is not None)
        elif needs_a_card(standing):
            ref = await self._post(standing, await self._drawings.card(standing), once)
            await self._placed(standing, ref, once, slate, drawn=standing.version)
        elif known := await self._messenger.find(home(standing), once):
            await self._placed(standing, known, once, slate, drawn=None)

    async def draw_again(self, standing: Approval, slate: Slate, *, late: bool = False) -> None:
        """Where it stands, if it does, and its copies. `late`: somebody may have been at it before.
        Raises `NotDelivered`, `NotRecorded`."""
        if standing.card is None:
            return
        try:
            await self._draw(standing.card, standing, slate)
        finally:
            await self._copies.follow(standing, slate, late=late)

    async def _placed(
        self,
        standing: Approval,
        ref: MessageRef,
        once: Once,
        slate: Slate,
        *,
        drawn: int | None,
    ) -> None:
        """Put its card on record, which shows it as `drawn`; nobody else knew yet where to show
        what has come since. A courier who was held up may have posted one as well: one stays."""
        request, late = standing.request, once.since is not None
        now = await self._surely(lambda: self._approvals.posted(request, ref, stray=late))
        if late:
            await self._leave_one(now, once)
        if now.card is not None and now.card != ref:
            await self._messenger.retract(ref)
            drawn = None
        if now.version != drawn:
            await self._draw(now.card or ref, now, slate)
        await self._copies.follow(now, slate, late=late)

    async def _leave_one(self, standing: Approval, once: Once) -> None:
        """A courier who died may have posted it as well, so late that nobody saw it then."""
        ever = replace(once, since=standing.request.asked_at)
        await self._messenger.leave_one(home(standing), ever, keep=standing.card)

    async def _draw(self, ref: MessageRef, standing: Approval, slate: Slate) -> None:
        """Until it shows how things stand."""

        async def draw(standing: Approval) -> None:
            await slate.put(ref, await self._drawings.card(standing))

        async def look(approval: str) -> Approval | None:
            return await self._surely(lambda: self._approvals.find(approval))

        await drawn_as_it_stands(standing, draw, look)

    async def _surely(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Asked until it is answered: nobody else may come to correct what was shown just now."""
        for pause in self._pauses:
            try:
                return await ask()
            except NotRecorded:
                await asyncio.sleep(pause)
        return await ask()

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
