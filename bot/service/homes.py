"""Keeps the Home of everybody who has it open right.

After it is put in place it is drawn again, and only when nothing has changed meanwhile this is the
end: whoever was overtaken by another process puts the later state over what they put there.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import get_args

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
    Section,
    Waiting,
)
from bot.records import Approval, Audience, MessageRef, Run
from bot.service.authority import Authority
from bot.service.background import Background
from bot.service.sight import Sight

log = logging.getLogger(__name__)

LATELY = 3_600.0
"""Seconds for which somebody who opened it is taken to have it in front of them."""
_FIRST: Mapping[Section, int] = MappingProxyType({})
_LINKS = 2_000
_LOOKED_THROUGH = 200
"""The latest runs, among which are those at work."""
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

    async def opened(self, user: str, turned: tuple[Section, int] | None = None) -> None:
        """Somebody opened it, or turned to this page of one of its lists."""
        try:
            if turned is None:
                await self._homes.opened(user)
            else:
                await self._homes.turned(user, *turned)
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
            blocks = await self.draw(user, front.pages)
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

    async def draw(self, user: str, pages: Mapping[Section, int] = _FIRST) -> Sequence[Block]:
        """What stands there now. Raises `NotRecorded`."""
        wanted = {each: pages.get(each, 0) for each in get_args(Section)}
        waiting, asked, running = await asyncio.gather(
            self._waiting(user, wanted["waiting"]),
            self._asked(user, wanted["asked"]),
            self._running(user, wanted["running"]),
        )
        front = cards.Front(
            user=user,
            waiting=waiting,
            asked=asked,
            open=await self._open(asked.shown),
            running=running,
            links=await self._links([*asked.shown, *running.shown], waiting.shown),
        )
        return cards.home(front)

    async def _waiting(self, user: str, page: int) -> cards.WaitingPage:
        try:
            mine = await self._authority.concerned(await self._runs.audiences(), user)
        except DirectoryError:
            return cards.WaitingPage(unchecked=True)
        behalf = {each.audience.name: each.behalf for each in mine}
        audiences = [each.audience for each in mine]
        found = await self._page(audiences, page)
        if page != (number := cards.last_page(found.count, page)):
            found = await self._page(audiences, number)
        whose = {each.request.id: Audience.of(each) for each in found.shown}
        away = {name: behalf.get(whom.name, "") for name, whom in whose.items() if whom is not None}
        shown = [each for each in found.shown if each.request.id in away]
        places = {name: who for name, who in away.items() if who}
        return cards.WaitingPage(shown, number, found.count, behalf=places)

    async def _page(self, audiences: Iterable[Audience], page: int) -> Waiting:
        first = page * cards.PAGE
        return await self._runs.waiting_for(audiences, first=first, limit=cards.PAGE)

    async def _asked(self, user: str, page: int) -> cards.RunPage:
        found = await self._runs.asked_by(user, first=page * cards.PAGE, limit=cards.PAGE)
        if page != (number := cards.last_page(found.count, page)):
            first = number * cards.PAGE
            found = await self._runs.asked_by(user, first=first, limit=cards.PAGE)
        return cards.RunPage(found.shown, number, found.count)

    async def _running(self, user: str, page: int) -> cards.RunPage:
        recent = await self._runs.recent(limit=_LOOKED_THROUGH + 1)
        others = [e for e in recent[:_LOOKED_THROUGH] if not e.is_over and e.requester != user]
        seen = await self._sight.runs(others, user, here="")
        number = cards.last_page(len(seen), page)
        shown = seen[number * cards.PAGE : (number + 1) * cards.PAGE]
        among = _LOOKED_THROUGH if len(recent) > _LOOKED_THROUGH else 0
        return cards.RunPage(shown, number, len(seen), among=among)

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
