"""Keeps the Home of everybody who has it open right.

After it is put in place it is drawn again, and only when nothing has changed meanwhile this is the
end: whoever was overtaken by another process puts the later state over what they put there.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence

from bot import cards
from bot.ports import (
    Approvals,
    Block,
    Clock,
    DirectoryError,
    Homes,
    Messenger,
    NotDelivered,
    NotRecorded,
    Runs,
    Waiting,
)
from bot.records import Approval, Audience, MessageRef, Run
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.sight import Sight

log = logging.getLogger(__name__)

LATELY = 3_600.0
"""Seconds for which somebody who opened it is taken to have it in front of them."""
_LINKS = 2_000
_TRIES = 5
"""Times it is put in place before somebody else's next change is waited for."""


class HomeDesk:
    def __init__(
        self,
        *,
        homes: Homes,
        runs: Runs,
        approvals: Approvals,
        authority: Authority,
        sight: Sight,
        messenger: Messenger,
        background: Background,
        clock: Clock,
    ) -> None:
        self._homes = homes
        self._runs = runs
        self._approvals = approvals
        self._authority = authority
        self._sight = sight
        self._messenger = messenger
        self._background = background
        self._clock = clock
        self._busy = False
        self._stale = False
        self._known: dict[MessageRef, str] = {}
        """Links to messages, which never change."""

    async def opened(self, user: str, page: int = 0) -> None:
        """Somebody opened it or turned the page."""
        try:
            await self._homes.opened(user, page)
            await self._put(user)
        except NotRecorded as error:
            log.warning("a Home stays as it is: %s", error)

    def touched(self) -> None:
        """Something has changed. What changes during the work leads to one more round of it."""
        self._stale = True
        if not self._busy:
            self._busy = True
            self._background.start(self._keep_right(), name="Homes")

    async def _keep_right(self) -> None:
        try:
            while self._stale:
                self._stale = False
                for user in await self._homes.lately(self._clock.now() - LATELY):
                    await self._put(user)
        except NotRecorded as error:
            log.warning("Homes stay as they are: %s", error)
        finally:
            self._busy = False

    async def _put(self, user: str) -> None:
        front = await self._homes.look(user)
        shown = front.shown
        for _ in range(_TRIES):
            blocks = await self.draw(user, front.page)
            digest = _digest(blocks)
            if digest == shown:
                return
            try:
                await self._messenger.publish(user, blocks)
            except NotDelivered as error:
                log.warning("a Home was not put in place: %s", error.code)
                return
            shown = digest
            await self._homes.showed(user, digest)

    async def draw(self, user: str, page: int = 0) -> Sequence[Block]:
        """What stands there now. Raises `NotRecorded`."""
        (waiting, behalf, count, page, unchecked), asked, running = await asyncio.gather(
            self._waiting(user, page),
            self._runs.asked_by(user, limit=cards.LISTED),
            self._running(user),
        )
        open_ones = await self._open(asked)
        front = cards.Front(
            waiting=waiting,
            behalf=behalf,
            count=count,
            page=page,
            asked=asked,
            open=open_ones,
            running=running,
            links=await self._links([*asked, *running], waiting),
            user=user,
            unchecked=unchecked,
        )
        return cards.home(front)

    async def _waiting(
        self, user: str, page: int
    ) -> tuple[list[Approval], Mapping[str, str], int, int, bool]:
        """Those of a page, in whose place, of how many, the page there is, and whether it could not
        be checked."""
        try:
            mine = await self._authority.concerned(await self._runs.audiences(), user)
        except DirectoryError:
            return [], {}, 0, 0, True
        behalf = {each.audience.name: each.behalf for each in mine}
        audiences = [each.audience for each in mine]
        waiting = await self._page(audiences, page)
        if page >= (there := cards.pages(waiting.count)):
            page = there - 1
            waiting = await self._page(audiences, page)
        whose = {each.request.id: Audience.of(each) for each in waiting.shown}
        away = {name: behalf.get(whom.name, "") for name, whom in whose.items() if whom is not None}
        shown = [each for each in waiting.shown if each.request.id in away]
        return shown, {n: who for n, who in away.items() if who}, waiting.count, page, False

    async def _page(self, audiences: Iterable[Audience], page: int) -> Waiting:
        first = page * cards.PAGE
        return await self._runs.waiting_for(audiences, first=first, limit=cards.PAGE)

    async def _running(self, user: str) -> list[Run]:
        recent = await self._runs.recent(limit=100)
        seen = await self._sight.runs([run for run in recent if not run.is_over], user, here="")
        return [run for run in seen if run.requester != user][: cards.LISTED]

    async def _open(self, runs: Sequence[Run]) -> list[Approval]:
        waiting = [each for run in runs if run.status == "waiting" for each in run.approvals]
        return [each for each in await self._found(waiting) if each.is_open]

    async def _found(self, approvals: Sequence[str]) -> list[Approval]:
        found = await asyncio.gather(*map(self._approvals.find, approvals))
        return [each for each in found if each is not None]

    async def _links(self, runs: Sequence[Run], approvals: Sequence[Approval]) -> dict[str, str]:
        refs = {r.id: MessageRef(channel=r.place.channel, ts=r.asked_ts) for r in runs}
        refs |= {a.request.id: a.card for a in approvals if a.card is not None}
        await asyncio.gather(*(self._look_up(ref) for ref in refs.values()))
        return {each: self._known[ref] for each, ref in refs.items() if ref in self._known}

    async def _look_up(self, ref: MessageRef) -> None:
        if ref not in self._known and (link := await self._messenger.permalink(ref)):
            if len(self._known) >= _LINKS:
                self._known.clear()
            self._known[ref] = link


def _digest(blocks: Sequence[Block]) -> str:
    return hashlib.sha256(json.dumps(list(blocks), sort_keys=True).encode()).hexdigest()
