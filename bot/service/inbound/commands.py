"""Answers the slash command: always in private, and never with nothing."""

from collections.abc import Sequence

from bot import cards
from bot.ports import (
    Approvals,
    Clock,
    Directory,
    DirectoryError,
    Message,
    Messenger,
    NotDelivered,
    NotRecorded,
    Once,
    Threads,
    Wakeups,
)
from bot.records import Approval, Command, MessageRef, Place, Said
from bot.service.inbound.assured import assured
from bot.service.inbound.calling_off import CallingOff
from bot.service.inbound.delegating import DelegationDesk
from bot.service.inbound.readings import Readings
from bot.service.inbound.replier import Replier
from bot.service.inbound.rulings import Rulings, Word
from bot.service.inbound.subcommands import (
    Ask,
    CancelRun,
    Decide,
    Deed,
    Delegate,
    EndDelegation,
    Help,
    ListPending,
    ListRuns,
    Lookup,
    Show,
    ShowAudit,
    ShowDelegations,
    Status,
    lacking,
    parse,
)
from bot.service.lookup.overview import Overview
from bot.service.waking import wake
from bot.text import escape, hear

_REPLIES = 5
"""Answers Slack takes through the address of one command; what is longer comes in private."""
_AWAY = 3 * 86_400.0
"""Seconds for which a command may have been left to itself, as over a weekend."""


class CommandDesk:
    def __init__(
        self,
        *,
        command: str,
        bot_user: str,
        approvals: Approvals,
        threads: Threads,
        wakeups: Wakeups,
        rulings: Rulings,
        directory: Directory,
        overview: Overview,
        delegating: DelegationDesk,
        readings: Readings,
        messenger: Messenger,
        replier: Replier,
        calling_off: CallingOff,
        clock: Clock,
    ) -> None:
        self._command = command
        self._bot_user = bot_user
        self._approvals = approvals
        self._threads = threads
        self._wakeups = wakeups
        self._rulings = rulings
        self._directory = directory
        self._overview = overview
        self._delegating = delegating
        self._readings = readings
        self._messenger = messenger
        self._replier = replier
        self._calling_off = calling_off
        self._clock = clock

    async def called(self, command: Command, *, again: bool = False) -> None:
        """`again`: somebody may have answered it already. Raises `NotRecorded` when it has to be
        answered once more."""
        try:
            answer, whole = await self._answer(command, again)
        except NotRecorded:
            await self._say(command, cards.postponed())
            raise
        if whole is None:
            await self._say(command, answer)
            return
        with self._readings.under_way(whole.request.id, command.user):
            if await self._say(command, answer):
                await self._readings.was_read(whole, command.user)

    async def _say(self, command: Command, answer: Message | Sequence[Message]) -> bool:
        parts = [answer] if isinstance(answer, Message) else answer
        delivered = [
            await self._replier.answer(
                command.user,
                part,
                channel=command.channel if number < _REPLIES else "",
                address=command.response_url if number < _REPLIES else "",
            )
            for number, part in enumerate(parts)
        ]
        return all(delivered)

    async def _answer(
        self, command: Command, again: bool
    ) -> tuple[Message | Sequence[Message], Approval | None]:
        """And the call of which that is all, if it is about one."""
        match parse(command.text):
            case _ if command.foreign:
                return cards.outsider(), None
            case Show(run=identity):
                return await self._overview.show(identity, command)
            case CancelRun() | Decide() | Ask() | Delegate() | EndDelegation() as deed:
                return await self._do(deed, command, again), None
            case question:
                return await self._look_up(question, command), None

    async def _do(self, deed: Deed, command: Command, again: bool) -> Message:
        match deed:
            case CancelRun(run=run):
                return await self._cancel(run, command)
            case Decide():
                return await self._decide(deed, command)
            case Ask(text=text):
                return await self._ask(hear(text, bot=self._bot_user).text, command, again)
            case Delegate():
                return await self._delegating.begin(command, deed)
            case EndDelegation():
                return await self._delegating.end(command)

    async def _look_up(self, question: Lookup, command: Command) -> Message | Sequence[Message]:
        match question:
            case Help():
                return self._help(question)
            case Status(run="", page=page):
                return await self._overview.going_on(page, command)
            case Status(run=run):
                return await self._overview.status(run, command)
            case ShowAudit(run=run):
                return await self._overview.audit(run, command)
            case ListRuns(page=page):
                return await self._overview.latest(page, command)
            case ListPending(page=page):
                return await self._overview.pending(page, command)
            case ShowDelegations():
                return await self._delegating.show(command)

    def _help(self, wanted: Help) -> Message:
        return cards.help_text(self._command, wrong=wanted.wrong, about=wanted.about)

    async def _decide(self, word: Decide, command: Command) -> Message:
        standing = await self._approvals.find(word.approval)
        if standing is None:
            return await self._overview.missing(word.approval, command, to_decide=True)
        said = Word(word.verdict, word.reason)
        answer = await self._rulings.rule(standing, command.user, said)
        if answer is not None:
            return answer
        return cards.recorded(await self._approvals.find(word.approval) or standing)

    async def _cancel(self, identity: str, command: Command) -> Message:
        run = await self._overview.run(identity, command)
        if run is None:
            return await self._overview.missing(identity, command)
        return await self._calling_off.call_off(run, command.user, once=command.key)

    async def _ask(self, text: str, command: Command, again: bool) -> Message:
        if not text:
            return self._help(lacking("ask"))
        try:
            person = await self._directory.person(command.user)
        except DirectoryError:
            return cards.unknown_person()
        if person.kind not in ("member", "guest"):
            return cards.outsider()
        root = cards.note(f"<@{command.user}> asked: {escape(text)}")
        try:
            ref = await self._start_thread(root, command, again)
        except NotDelivered as error:
            return cards.cannot_start(error.code)
        place = Place(channel=ref.channel, thread=ref.ts)
        said = Said(user=command.user, team=command.team, text=text, ts=place.thread)
        await self._threads.post(place, said, once=place.tag)
        await wake(self._wakeups, place)
        return cards.asked(await self._messenger.permalink(ref))

    async def _start_thread(self, root: Message, command: Command, again: bool) -> MessageRef:
        """One for each command: what Slack may have taken without saying so is looked for. Raises
        `NotDelivered`."""
        now, channel = self._clock.now(), Place(channel=command.channel, thread="")
        return await assured(
            lambda once: self._messenger.post(channel, root, once=once),
            Once(f"asked {command.key}", now - _AWAY if again else None),
            began=now,
        )
