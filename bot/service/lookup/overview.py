"""What somebody can look up by command: runs, approvals, and what waits."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from bot import cards
from bot.ports import Approvals, Audit, Message, Runs
from bot.records import Approval, Audience, Command, Run
from bot.service.access.sight import Sight
from bot.service.lookup.links import Links
from bot.service.lookup.nearest import Known, completed, nearest
from bot.service.lookup.turning import turn_to

_RUNS = 200
"""The latest runs that can be paged through."""
_WAITING = 200
"""Calls among which a part of an id is looked for."""


class Overview:
    """Every method raises `NotRecorded`. What somebody may not see is not there for them."""

    def __init__(
        self,
        *,
        runs: Runs,
        approvals: Approvals,
        sight: Sight,
        links: Links,
        audit: Audit,
        command: str,
    ) -> None:
        self._runs = runs
        self._approvals = approvals
        self._sight = sight
        self._links = links
        self._audit = audit
        self._command = command

    async def going_on(self, page: int, who: Command) -> Message:
        """However many runs there were since."""
        known = await self._runs.onlookers()
        theirs = await self._sight.onlookers(known, who.user, here=who.channel)
        unfinished = await turn_to(
            page,
            lambda first, limit: self._runs.unfinished(theirs, first=first, limit=limit),
            per=cards.PER_PAGE,
        )
        return await self._run_list("status", unfinished, who)

    async def latest(self, page: int, who: Command) -> Message:
        recent = await self._runs.recent(limit=_RUNS + 1)
        among = _RUNS if len(recent) > _RUNS else 0
        seen = await self._seen(recent[:_RUNS], who)
        return await self._run_list("list", cards.Page.of(seen, page, among=among), who)

    async def pending(self, page: int, who: Command) -> Message:
        """However many wait: each page of them is looked up by itself."""
        theirs = await self._theirs(who)
        waiting = await turn_to(
            page,
            lambda first, limit: self._runs.waiting_for(theirs, first=first, limit=limit),
            per=cards.PER_PAGE,
        )
        open_ones = [each for each in waiting.shown if Audience.of(each) is not None]
        mine = replace(waiting, shown=open_ones)
        links = await self._links.to((), mine.shown, reader=who.user)
        return cards.pending_list(mine, links, command=self._command)

    async def status(self, identity: str, who: Command) -> Message:
        run = await self.run(identity, who, complete=True)
        if run is None:
            return await self.missing(identity, who)
        approvals = await self._approvals_of(run)
        links = await self._links.to([run], approvals, reader=who.user)
        return cards.run_status(run, approvals, links)

    async def show(self, identity: str, who: Command) -> tuple[Sequence[Message], Approval | None]:
        """A run, or the whole of one call, and which that is."""
        if (run := await self.run(identity, who, complete=True)) is not None:
            approvals = await self._approvals_of(run)
            links = await self._links.to([run], approvals, reader=who.user)
            details = cards.run_details(run, approvals, links)
            return cards.with_steps(details, run, await self._audit.of_run(run.id)), None
        if (approval := await self._approval(identity, who)) is not None:
            links = await self._links.to((), [approval], reader=who.user)
            return cards.approval_details(approval, links), approval
        return [await self.missing(identity, who)], None

    async def audit(self, identity: str, who: Command) -> Sequence[Message]:
        if (run := await self.run(identity, who, complete=True)) is not None:
            return cards.run_audit(run, await self._audit.of_run(run.id))
        return [await self.missing(identity, who)]

    async def missing(self, identity: str, who: Command, *, to_decide: bool = False) -> Message:
        """There is no such thing; what there is, or else waits `to_decide` on, the most alike
        first."""
        if (run := await self.run(identity, who)) is not None:
            waiting = [each for each in await self._approvals_of(run) if each.is_open]
            return cards.a_run(run, waiting, command=self._command)
        if (approval := await self._approvals.find(identity)) is not None:
            for seen in await self._sight.approvals([approval], who.user, here=who.channel):
                return cards.a_call(seen)
        known = [*map(_of_call, await self._pending(who))]
        if to_decide and not known:
            return cards.nothing_waits(identity)
        if not to_decide:
            known = [*map(_of_run, await self._recent(who)), *known]
        return cards.not_found(
            identity,
            [(each.id, each.label) for each in nearest(identity, known)],
            [(each.id, each.label) for each in known],
            command=self._command,
        )

    async def run(self, identity: str, who: Command, *, complete: bool = False) -> Run | None:
        """`complete`: the beginning of its id is enough, as long as no other begins so."""
        run = await self._runs.find(identity)
        if run is None and complete:
            known = [_of_run(each) for each in await self._recent(who)]
            whole = completed(identity, known)
            run = await self._runs.find(whole) if whole else None
        seen = await self._sight.runs([run] if run else [], who.user, here=who.channel)
        return seen[0] if seen else None

    async def _approval(self, identity: str, who: Command) -> Approval | None:
        approval = await self._approvals.find(identity)
        if approval is None:
            known = [_of_call(each) for each in await self._pending(who)]
            whole = completed(identity, known)
            approval = await self._approvals.find(whole) if whole else None
        found = [approval] if approval else []
        seen = await self._sight.approvals(found, who.user, here=who.channel)
        return seen[0] if seen else None

    async def _recent(self, who: Command) -> list[Run]:
        return await self._seen(await self._runs.recent(limit=_RUNS), who)

    async def _seen(self, runs: Sequence[Run], who: Command) -> list[Run]:
        return await self._sight.runs(runs, who.user, here=who.channel)

    async def _pending(self, who: Command) -> Sequence[Approval]:
        """Those that expire first, for whoever has only a part of an id."""
        return (await self._runs.waiting_for(await self._theirs(who), limit=_WAITING)).shown

    async def _theirs(self, who: Command) -> Collection[Audience]:
        known = await self._runs.audiences()
        return await self._sight.audiences(known, who.user, here=who.channel)

    async def _run_list(
        self, name: Literal["status", "list"], page: cards.Page[Run], who: Command
    ) -> Message:
        links = await self._links.to(page.shown, (), reader=who.user)
        return cards.run_list(name, page, links, command=self._command)

    async def _approvals_of(self, run: Run) -> list[Approval]:
        found = await asyncio.gather(*(self._approvals.find(each) for each in run.approvals))
        return [each for each in found if each is not None]


def _of_run(run: Run) -> Known:
    return Known(run.id, f"{run.ask} · {run.agent}")


def _of_call(approval: Approval) -> Known:
    call = approval.request.call
    return Known(approval.request.id, f"{call.tool} · {call.agent}")
