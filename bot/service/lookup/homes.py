"""Keeps the Home of everybody who has it open right.

After it is put in place it is drawn again, and only when nothing has changed meanwhile this is the
end: whoever was overtaken by another process puts the later state over what they put there.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
)
from bot.records import Approval, Audience, Run
from bot.service.access.authority import Authority
from bot.service.access.sight import Sight
from bot.service.background import Background
from bot.service.lookup.links import Links
from bot.service.lookup.turning import turn_to

log = logging.getLogger(__name__)

LATELY = 3_600.0
"""Seconds for which somebody who opened it is taken to have it in front of them."""
_FIRST: Mapping[Section, int] = MappingProxyType({})
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
        links: Links,
        messenger: Messenger,
        background: Background,
        clock: Clock,
        command: str,
    ) -> None:
        self._homes = homes
        self._runs = runs
        self._approvals = approvals
        self._authority = authority
        self._sight = sight
        self._links = links
        self._messenger = messenger
        self._background = background
        self._clock = clock
        self._command = command
        self._busy = False
        self._stale = False

    async def opened(self, user: str, turned: tuple[Section, int] | None = None) -> None:
        """Somebody opened it, or turned to this page of one of its lists."""
        with _or_as_it_is():
            if turned is None:
                await self._homes.opened(user)
            else:
                await self._homes.turned(user, *turned)
            await self._put(user)

    async def used(self, user: str) -> None:
        """Somebody has clicked in it: what they saw may be behind, because Slack did not take what
        was drawn last."""
        with _or_as_it_is():
            await self._put(user)

    def touched(self) -> None:
        """Something has changed. What changes during the work leads to one more round of it."""
        self._stale = True
        if not self._busy:
            self._busy = True
            self._background.start(self._keep_right(), name="Homes")

    async def _keep_right(self) -> None:
        try:
            with _or_as_it_is():
                while self._stale:
                    self._stale = False
                    for user in await self._homes.lately(self._clock.now() - LATELY):
                        await self._put(user)
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
            # They may have turned a page while this one was on its way.
            front = await self._homes.look(user)

    async def draw(self, user: str, pages: Mapping[Section, int] = _FIRST) -> Sequence[Block]:
        """What stands there now. Raises `NotRecorded`."""
        wanted = {each: pages.get(each, 0) for each in get_args(Section)}
        (waiting, behalf), asked, running = await asyncio.gather(
            self._waiting(user, wanted["waiting"]),
            self._asked(user, wanted["asked"]),
            self._running(user, wanted["running"]),
        )
        front = cards.Front(
            user=user,
            waiting=waiting,
            behalf=behalf,
            asked=asked,
            open=await self._open(asked.shown),
            running=running,
            links=await self._links.to(
                [*asked.shown, *running.shown],
                waiting.shown if waiting is not None else (),
                reader=user,
            ),
        )
        return cards.home(front, command=self._command)

    async def _waiting(
        self, user: str, page: int
    ) -> tuple[cards.Page[Approval] | None, Mapping[str, str]]:
        """And in whose place they decide about what."""
        try:
            mine = await self._authority.concerned(await self._runs.audiences(), user)
        except DirectoryError:
            return None, {}
        behalf = {each.audience.name: each.behalf for each in mine}
        audiences = [each.audience for each in mine]
        found = await turn_to(
            page,
            lambda first, limit: self._runs.waiting_for(audiences, first=first, limit=limit),
            per=cards.PAGE,
        )
        whose = {each.request.id: Audience.of(each) for each in found.shown}
        away = {name: behalf.get(whom.name, "") for name, whom in whose.items() if whom is not None}
        shown = [each for each in found.shown if each.request.id in away]
        return replace(found, shown=shown), {name: who for name, who in away.items() if who}

    async def _asked(self, user: str, page: int) -> cards.Page[Run]:
        return await turn_to(
            page,
            lambda first, limit: self._runs.asked_by(user, first=first, limit=limit),
            per=cards.PAGE,
        )

    async def _running(self, user: str, page: int) -> cards.Page[Run]:
        others = [each for each in await self._runs.onlookers() if each.requester != user]
        seen = await self._sight.onlookers(others, user, here="")
        return await turn_to(
            page,
            lambda first, limit: self._runs.unfinished(seen, first=first, limit=limit),
            per=cards.PAGE,
        )

    async def _open(self, runs: Sequence[Run]) -> list[Approval]:
        waiting = [each for run in runs if run.status == "waiting" for each in run.approvals]
        found = await asyncio.gather(*map(self._approvals.find, waiting))
        return [each for each in found if each is not None and each.is_open]


@contextmanager
def _or_as_it_is() -> Iterator[None]:
    """A Home is put right as far as the store lets it: whoever sees an old one opens it again."""
    try:
        yield
    except NotRecorded as error:
        log.warning("a Home stays as it is: %s", error)


def _digest(blocks: Sequence[Block]) -> str:
    return hashlib.sha256(json.dumps(list(blocks), sort_keys=True).encode()).hexdigest()
