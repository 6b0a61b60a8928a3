"""The card of an approval: where it stands, and that it shows how things stand."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.ports import Approvals, Message, Messenger, NotDelivered, NotRecorded, Once, Runs
from bot.records import Approval, MessageRef, Place
from bot.service.outbound.cards_due import asks, needs_a_card, places
from bot.service.outbound.copies import Copies
from bot.service.outbound.discretion import Discretion
from bot.service.outbound.drawings import Drawings
from bot.service.outbound.redrawing import drawn_as_it_stands
from bot.service.outbound.slate import Slate

T = TypeVar("T")

log = logging.getLogger(__name__)


class ShownCards:
    """For one round of a courier."""

    def __init__(
        self,
        approvals: Approvals,
        runs: Runs,
        messenger: Messenger,
        slate: Slate,
        copies: Copies,
        drawings: Drawings,
        discretion: Discretion,
        *,
        pauses: Sequence[float],
    ) -> None:
        """`pauses`: seconds before each further look at the record."""
        self._approvals = approvals
        self._runs = runs
        self._messenger = messenger
        self._slate = slate
        self._copies = copies
        self._drawings = drawings
        self._discretion = discretion
        self._pauses = pauses

    async def show(self, approval: str, once: Once) -> None:
        """Post it or draw it again. Raises `NotDelivered`, `NotRecorded`."""
        standing = await self._approvals.find(approval)
        if standing is None:
            return
        await self._runs.project(standing)
        if standing.card is not None:
            if once.since is not None or standing.stray:
                await self._leave_one(standing, once)
            try:
                await self.draw_again(standing, late=once.since is not None)
            except NotDelivered as error:
                if not (error.is_gone and asks(standing)):
                    raise
                await self._replace(standing, once)
        elif needs_a_card(standing):
            await self._placed(standing, await self._post(standing, once), once)
        elif known := await self._find(standing, once):
            await self._placed(standing, known, once, is_drawn=False)

    async def _replace(self, standing: Approval, once: Once) -> None:
        """Somebody has deleted the card people are asked by: they are asked by another one, which a
        courier before this one may have posted."""
        standing = await self._surely(lambda: self._approvals.mislaid(standing.request))
        again = replace(once, since=standing.request.asked_at)
        await self._placed(standing, await self._post(standing, again), again, is_drawn=False)

    async def draw_again(self, standing: Approval, *, late: bool = False) -> None:
        """Where it stands, if it does, and its copies. `late`: somebody may have been at it before.
        Raises `NotDelivered`, `NotRecorded`."""
        if standing.card is None:
            return
        try:
            await self._draw(standing.card, standing)
        finally:
            await self._copies.follow(standing, late=late)

    async def _placed(
        self, standing: Approval, ref: MessageRef, once: Once, *, is_drawn: bool = True
    ) -> None:
        """Put its card on record, on which this `is_drawn`; nobody else knew yet where to show what
        has come since. A courier who was held up may have posted one as well: one stays."""
        request, late = standing.request, once.since is not None
        now = await self._surely(lambda: self._approvals.posted(request, ref, stray=late))
        if late:
            await self._leave_one(now, once)
        if now.card is not None and now.card != ref:
            await self._messenger.retract(ref)
            is_drawn = False
        if not is_drawn or now.version != standing.version:
            await self._draw(now.card or ref, now)
        await self._copies.follow(now, late=late)

    async def _draw(self, ref: MessageRef, standing: Approval) -> None:
        """Until it shows how things stand."""

        async def draw(standing: Approval) -> None:
            await self._slate.put(ref, await self._drawings.card(standing))

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

    async def _post(self, standing: Approval, once: Once) -> MessageRef:
        card = await self._drawings.card(standing)
        *elsewhere, thread = places(standing)
        for place in elsewhere:
            try:
                return await self._post_in(place, standing, card, once)
            except NotDelivered as error:
                if not error.permanent:
                    raise
                log.warning("a card stays in its thread: %s", error.code)
        return await self._post_in(thread, standing, card, once)

    async def _post_in(
        self, place: Place, standing: Approval, card: Message, once: Once
    ) -> MessageRef:
        await self._discretion.check(standing, place)
        return await self._messenger.post(place, card, once=once)

    async def _find(self, standing: Approval, once: Once) -> MessageRef | None:
        for place in places(standing):
            if found := await self._messenger.find(place, once):
                return found
        return None

    async def _leave_one(self, standing: Approval, once: Once) -> None:
        """A courier who died may have posted it as well, so late that nobody saw it then."""
        ever = replace(once, since=standing.request.asked_at)
        for place in places(standing):
            await self._messenger.leave_one(place, ever, keep=standing.card)
