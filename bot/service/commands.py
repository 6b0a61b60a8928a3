"""Answers the slash command: always in private, and never with nothing."""

import asyncio
import logging
from collections.abc import Sequence

from bot import cards
from bot.ports import (
    Approvals,
    Audit,
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
from bot.service.sight import Sight
from bot.service.subcommands import (
    Ask,
    CancelRun,
    Decide,
    Help,
    ListPending,
    ListRuns,
    Show,
    ShowAudit,
    Status,
    parse,
)
from bot.service.windows import WindowDesk
from bot.service.witness import Witness
from bot.text import escape, hear

log = logging.getLogger(__name__)

_REPLIES = 5
"""Answers Slack takes through the address of one command; what is longer comes in private."""


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
        sight: Sight,
        windows: WindowDesk,
        messenger: Messenger,
        audit: Audit,
        witness: Witness,
    ) -> None:
        self._command = command
        self._bot_user = bot_user
        self._runs = runs
        self._approvals = approvals
        self._threads = threads
        self._wakeups = wakeups
        self._decisions = decisions
        self._directory = directory
        self._sight = sight
        self._windows = windows
        self._messenger = messenger
        self._audit = audit
        self._witness = witness

    async def called(self, command: Command) -> None:
        """Raises `NotRecorded` when it has to be answered once more."""
        try:
            answer = await self._answer(command)
        except NotRecorded:
            await self._say(command, cards.postponed())
            raise
        if await self._say(command, answer):
            await self._note_reading(command)

    async def _say(self, command: Command, answer: Message | Sequence[Message]) -> bool:
        parts = [answer] if isinstance(answer, Message) else answer
        try:
            for part in parts[:_REPLIES]:
                await self._messenger.reply(command.response_url, part)
            for part in parts[_REPLIES:]:
                await self._messenger.direct(command.user, part)
        except NotDelivered as error:
            log.warning("a command could not be answered: %s", error.code)
            return False
        return True

    async def _note_reading(self, command: Command) -> None:
        """Whoever was shown the whole of a call has read it."""
        match parse(command.text):
            case Show(run=identity):
                if (approval := await self._approval(identity, command)) is not None:
                    await self._windows.was_read(approval, command.user)
            case _:
                pass

    async def _answer(self, command: Command) -> Message | Sequence[Message]:
        match parse(command.text):
            case Help(wrong=wrong):
                return cards.help_text(self._command, wrong=wrong)
            case Status(run=""):
                return await self._overview(command)
            case Status(run=run):
                return await self._status(run, command)
            case Show(run=identity):
                return await self._show(identity, command)
            case ShowAudit(run=run):
                return await self._show_audit(run, command)
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
        runs = await self._seen(await self._runs.recent(limit=100), command)
        return await self._run_list([run for run in runs if not run.is_over])

    async def _list(self, command: Command) -> Message:
        return await self._run_list(await self._seen(await self._runs.recent(), command))

    async def _run_list(self, runs: Sequence[Run]) -> Message:
        return cards.run_list(runs, await self._links(runs, ()))

    async def _pending(self, command: Command) -> Message:
        waiting = await self._runs.pending()
        mine = await self._sight.approvals(waiting, command.user, here=command.channel)
        return cards.pending_list(mine, await self._links((), mine), command=self._command)

    async def _status(self, identity: str, command: Command) -> Message:
        if (run := await self._run(identity, command)) is not None:
            approvals = await self._approvals_of(run)
            return cards.run_status(run, approvals, await self._links([run], approvals))
        return cards.not_found(identity, command=self._command)

    async def _show(self, identity: str, command: Command) -> Sequence[Message]:
        """A run, or the whole of one call."""
        if (run := await self._run(identity, command)) is not None:
            approvals = await self._approvals_of(run)
            details = cards.run_details(run, approvals, await self._links([run], approvals))
            return cards.with_steps(details, run, await self._audit.of_run(run.id))
        if (approval := await self._approval(identity, command)) is not None:
            return cards.approval_details(approval, await self._links((), [approval]))
        return [cards.not_found(identity, command=self._command)]

    async def _show_audit(self, identity: str, command: Command) -> Sequence[Message]:
        if (run := await self._run(identity, command)) is not None:
            return cards.run_audit(run, await self._audit.of_run(run.id))
        return [cards.not_found(identity, command=self._command)]

    async def _run(self, identity: str, command: Command) -> Run | None:
        """What somebody may not see is not there for them."""
        run = await self._runs.find(identity)
        seen = await self._seen([run] if run else [], command)
        return seen[0] if seen else None

    async def _approval(self, identity: str, command: Command) -> Approval | None:
        approval = await self._approvals.find(identity)
        found = [approval] if approval else []
        seen = await self._sight.approvals(found, command.user, here=command.channel)
        return seen[0] if seen else None

    async def _approvals_of(self, run: Run) -> list[Approval]:
        found = await asyncio.gather(*(self._approvals.find(each) for each in run.approvals))
        return [each for each in found if each is not None]

    async def _seen(self, runs: Sequence[Run], command: Command) -> list[Run]:
        return await self._sight.runs(runs, command.user, here=command.channel)

    async def _recorded(self, approval: str) -> Message:
        standing = await self._approvals.find(approval)
        return cards.unknown_approval() if standing is None else cards.recorded(standing)

    async def _cancel(self, identity: str, command: Command) -> Message:
        run = await self._run(identity, command)
        if run is None:
            return cards.not_found(identity, command=self._command)
        if run.is_over:
            return cards.over_already(run)
        if run.requester != command.user:
            await self._witness.kept_running(run, command.user, "not_requester")
            return cards.may_not_cancel(run)
        entry = Cancelled(run=run.id, by=command.user)
        await self._threads.post(run.place, entry, once=f"cancel:{command.key}")
        await self._wakeups.wake(run.place)
        return cards.cancelling(run)

    async def _ask(self, text: str, command: Command) -> Message:
        try:
            person = await self._directory.person(command.user)
        except DirectoryError:
            return cards.unknown_person()
        if person.kind not in ("member", "guest"):
            return cards.outsider()
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

    async def _links(self, runs: Sequence[Run], approvals: Sequence[Approval]) -> dict[str, str]:
        refs = {r.id: MessageRef(channel=r.place.channel, ts=r.asked_ts) for r in runs}
        refs |= {a.request.id: a.card for a in approvals if a.card is not None}
        links = await asyncio.gather(*(self._messenger.permalink(ref) for ref in refs.values()))
        return {each: link for each, link in zip(refs, links, strict=True) if link}
