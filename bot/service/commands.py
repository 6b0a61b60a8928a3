"""Answers the slash command: always in private, and never with nothing."""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from bot import cards
from bot.ports import (
    Approvals,
    Directory,
    DirectoryError,
    Message,
    Messenger,
    NotDelivered,
    NotRecorded,
    Runs,
    Threads,
    Wakeups,
)
from bot.records import Approval, Cancelled, Command, MessageRef, Run, Said
from bot.service.decisions import DecisionDesk
from bot.service.subcommands import (
    Ask,
    CancelRun,
    Decide,
    Help,
    ListPending,
    ListRuns,
    Show,
    Status,
    parse,
)
from bot.text import escape, hear

log = logging.getLogger(__name__)


class CommandDesk:
    def __init__(
        self,
        *,
        command: str,
        bot_user: str,
        runs: Runs,
        approvals: Approvals,
        threads: Threads,
        wakeups: Wakeups,
        decisions: DecisionDesk,
        directory: Directory,
        messenger: Messenger,
    ) -> None:
        self._command = command
        self._bot_user = bot_user
        self._runs = runs
        self._approvals = approvals
        self._threads = threads
        self._wakeups = wakeups
        self._decisions = decisions
        self._directory = directory
        self._messenger = messenger

    async def called(self, command: Command) -> None:
        try:
            answer = await self._answer(command)
        except NotRecorded as error:
            log.warning("a command was not recorded: %s", error)
            answer = cards.not_recorded()
        try:
            await self._messenger.reply(command.response_url, answer)
        except NotDelivered as error:
            log.warning("a command could not be answered: %s", error.code)

    async def _answer(self, command: Command) -> Message:
        match parse(command.text):
            case Help(wrong=wrong):
                return cards.help_text(self._command, wrong=wrong)
            case Status(run=""):
                return await self._overview(command)
            case Status(run=run):
                return await self._one(run, details=False)
            case Show(run=run):
                return await self._one(run, details=True)
            case ListRuns():
                return await self._list(command)
            case ListPending():
                return await self._pending(command)
            case CancelRun(run=run):
                return await self._cancel(run, command)
            case Decide(approval=approval, verdict=verdict, reason=reason):
                answer = await self._decisions.decide(
                    approval, by=command.user, verdict=verdict, reason=reason
                )
                return answer or await self._recorded(approval)
            case Ask(text=text):
                return await self._ask(hear(text, bot=self._bot_user).text, command)

    async def _overview(self, command: Command) -> Message:
        """What is going on, as far as this person may know."""
        runs = await self._visible(await self._runs.recent(limit=100), command)
        return await self._run_list([run for run in runs if not run.is_over])

    async def _list(self, command: Command) -> Message:
        return await self._run_list(await self._visible(await self._runs.recent(), command))

    async def _run_list(self, runs: Sequence[Run]) -> Message:
        return cards.run_list(runs, await self._links(runs, ()))

    async def _pending(self, command: Command) -> Message:
        approvals = await self._runs.pending()
        places = {each.request.id: each.request for each in approvals}
        known = await self._readable({r.place.channel for r in places.values()}, command)
        mine = [
            each
            for each in approvals
            if each.request.place.channel in known or each.request.requester == command.user
        ]
        return cards.pending_list(mine, await self._links((), mine), command=self._command)

    async def _one(self, identity: str, *, details: bool) -> Message:
        run = await self._runs.find(identity)
        if run is None:
            return cards.not_found(identity, command=self._command)
        found = await asyncio.gather(*(self._approvals.find(each) for each in run.approvals))
        approvals = [each for each in found if each is not None]
        draw = cards.run_details if details else cards.run_status
        return draw(run, approvals, await self._links([run], approvals))

    async def _recorded(self, approval: str) -> Message:
        standing = await self._approvals.find(approval)
        return cards.unknown_approval() if standing is None else cards.recorded(standing)

    async def _cancel(self, identity: str, command: Command) -> Message:
        run = await self._runs.find(identity)
        if run is None:
            return cards.not_found(identity, command=self._command)
        if run.is_over:
            return cards.over_already(run)
        if run.requester != command.user:
            return cards.may_not_cancel(run)
        entry = Cancelled(run=run.id, by=command.user)
        await self._threads.post(run.place, entry, once=f"cancel:{command.key}")
        await self._wakeups.wake(run.place)
        return cards.cancelling(run)

    async def _ask(self, text: str, command: Command) -> Message:
        root = cards.note(f"<@{command.user}> asked: {escape(text)}")
        try:
            place = await self._messenger.start_thread(command.channel, root)
        except NotDelivered as error:
            return cards.cannot_start(error.code)
        said = Said(user=command.user, team=command.team, text=text, ts=place.thread)
        await self._threads.post(place, said, once=place.tag)
        await self._wakeups.wake(place)
        ref = MessageRef(channel=place.channel, ts=place.thread)
        return cards.asked(await self._messenger.permalink(ref))

    async def _visible(self, runs: Sequence[Run], command: Command) -> list[Run]:
        """A run is for those who can read its thread, and for whoever asked for it."""
        known = await self._readable({run.place.channel for run in runs}, command)
        return [r for r in runs if r.place.channel in known or r.requester == command.user]

    async def _readable(self, channels: Iterable[str], command: Command) -> set[str]:
        others = sorted(set(channels) - {command.channel})
        members = await asyncio.gather(*(self._is_member(command.user, each) for each in others))
        return {command.channel, *(c for c, yes in zip(others, members, strict=True) if yes)}

    async def _is_member(self, user: str, channel: str) -> bool:
        try:
            return user in await self._directory.members(channel)
        except DirectoryError:
            return False

    async def _links(self, runs: Sequence[Run], approvals: Sequence[Approval]) -> dict[str, str]:
        refs = {r.id: MessageRef(channel=r.place.channel, ts=r.asked_ts) for r in runs}
        refs |= {a.request.id: a.card for a in approvals if a.card is not None}
        links = await asyncio.gather(*(self._messenger.permalink(ref) for ref in refs.values()))
        return {each: link for each, link in zip(refs, links, strict=True) if link}
