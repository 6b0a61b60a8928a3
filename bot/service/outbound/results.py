"""Lets the cards of a run lead to what the agent said after their calls were over."""

import logging

from bot.ports import Approvals, Messenger, NotDelivered, Runs
from bot.records import Approval, ResultDue
from bot.service.outbound.shown_cards import ShownCards

log = logging.getLogger(__name__)

_MOST = 20
"""Cards of one run that are drawn again for this; Slack takes about fifty updates a minute."""


class Results:
    def __init__(self, approvals: Approvals, runs: Runs, messenger: Messenger) -> None:
        self._approvals = approvals
        self._runs = runs
        self._messenger = messenger

    async def lead(self, due: ResultDue, cards: ShownCards) -> bool:
        """Each card leads to the first thing that was said after it, unless that is in somebody's
        direct messages; False when Slack gives no link to it. Raises `NotRecorded`, and
        `NotDelivered` for the moment."""
        run = await self._runs.find(due.run)
        if run is None or run.place.is_direct:
            return True
        link = await self._messenger.permalink(due.ref)
        if not link:
            return False
        for approval in run.approvals[-_MOST:]:
            standing = await self._approvals.find(approval)
            if standing is not None and standing.is_over and standing.result in ("", link):
                await _draw(cards, await self._approvals.led_to(standing.request, link))
        return True


async def _draw(cards: ShownCards, standing: Approval) -> None:
    try:
        await cards.draw_again(standing)
    except NotDelivered as error:
        if not error.permanent:
            raise
        log.info("a card does not lead to its result: %s", error.code)
