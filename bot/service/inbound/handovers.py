"""Begins and ends delegations; the cards that are open already follow, so that they name whoever
decides now, and whoever is not where a card is gets it directly."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

from bot.policy.reference import is_group, is_person
from bot.ports import DirectoryError, Outbox, Runs
from bot.records import Approval, Audience, CardDue, Delegation, Place, Rule
from bot.service.access.authority import Authority, Concern
from bot.service.access.delegates import Delegates
from bot.service.background import Background
from bot.service.outbound.courier import Courier

log = logging.getLogger(__name__)

_MOST = 100
"""Cards that follow at once, those that expire first; the others with their next change."""


class Handovers:
    """Every method raises `NotRecorded`, and may be called again for the same delegation."""

    def __init__(
        self,
        delegates: Delegates,
        authority: Authority,
        runs: Runs,
        outbox: Outbox,
        courier: Courier,
        background: Background,
        told: Callable[[], None],
    ) -> None:
        """`told` is called when somebody decides for others from now on, or no more."""
        self._delegates = delegates
        self._authority = authority
        self._runs = runs
        self._outbox = outbox
        self._courier = courier
        self._background = background
        self._told = told

    async def begin(self, wanted: Delegation) -> tuple[Delegation, int]:
        """What is in force now, and how much of what is open it is about."""
        given = await self._delegates.begin(wanted)
        self._told()
        known = await self._runs.audiences()
        # Those in which `given.to` decides in the place of `given.by`.
        handed = await _audiences(self._authority.concerned(known, given.to), behalf=given.by)
        # Somebody else may have decided for them until now.
        await self._follow({*handed, *await self._own(known, given.by)}, f"begun {given.id}")
        return given, (await self._runs.waiting_for(handed, limit=1)).count

    async def end(self, by: str) -> list[Delegation]:
        ended = await self._delegates.end(by)
        await self._taken_back(ended)
        return ended

    async def end_overdue(self) -> None:
        await self._taken_back(await self._delegates.end_overdue())

    async def _taken_back(self, ended: Sequence[Delegation]) -> None:
        if not ended:
            return
        self._told()
        known = await self._runs.audiences()
        for each in ended:
            await self._follow(await self._own(known, each.by), f"ended {each.id}")

    async def _own(self, known: Collection[Audience], user: str) -> set[Audience]:
        """Also those in which their word is not waited for any more: whoever was to say it for
        them has these before them."""
        return await _audiences(self._authority.ever_concerned(known, user), behalf="")

    async def _follow(self, audiences: Collection[Audience], why: str) -> None:
        waiting = await self._runs.waiting_for(audiences, limit=_MOST)
        named = [each for each in waiting.shown if _calls_somebody(each.request.rule)]
        for each in named:
            due = CardDue(approval=each.request.id)
            await self._outbox.add(each.request.place, due, once=f"{why}: {each.request.id}")
        for place in _places(named):
            self._background.start(self._courier.deliver(place), name="card after a delegation")


async def _audiences(concerns: Awaitable[Iterable[Concern]], *, behalf: str) -> set[Audience]:
    """Those in which somebody decides in that person's place."""
    try:
        return {each.audience for each in await concerns if each.behalf == behalf}
    except DirectoryError as error:
        log.warning("the cards do not follow a delegation yet: %s", error)
        return set()


def _calls_somebody(rule: Rule) -> bool:
    """Whether its card has anybody to name: the members of a channel are not named."""
    return any(is_person(each) or is_group(each) for each in rule.approvers)


def _places(approvals: Sequence[Approval]) -> list[Place]:
    return list(dict.fromkeys(each.request.place for each in approvals))
