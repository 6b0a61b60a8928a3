"""Carries out what people did with a button, a window or a command, and then ticks it off.

It may be carried out twice (a crash before the tick): the journal makes a decision count once, and
answers are private. What the store does not take now is carried out later, and whoever waits for it
hears so.
"""

import asyncio
import logging

from bot import cards
from bot.blame import blame
from bot.ports import Approvals, Errands, NotRecorded
from bot.records import Approval, Click, Command, Errand, Stop, Submission
from bot.service.background import HEAD_START
from bot.service.inbound.calling_off import CallingOff
from bot.service.inbound.commands import CommandDesk
from bot.service.inbound.decisions import DecisionDesk
from bot.service.inbound.origin import looked_for
from bot.service.inbound.replier import Replier

log = logging.getLogger(__name__)


class ErrandRunner:
    def __init__(
        self,
        errands: Errands,
        approvals: Approvals,
        decisions: DecisionDesk,
        commands: CommandDesk,
        calling_off: CallingOff,
        replier: Replier,
    ) -> None:
        self._errands = errands
        self._approvals = approvals
        self._decisions = decisions
        self._commands = commands
        self._calling_off = calling_off
        self._replier = replier
        self._under_way: set[str] = set()

    async def keep(self, errand: Errand) -> tuple[bool, Approval | None]:
        """Whether it is new and, for `run`, how that stands which it is about, if one look tells:
        one request to the store. Raises `NotRecorded`."""
        if not isinstance(errand, Click | Submission):
            return await self._errands.keep(errand), None
        return await asyncio.gather(
            self._errands.keep(errand), self._approvals.glance(errand.approval)
        )

    async def run(
        self, errand: Errand, glanced: Approval | None = None, *, again: bool = False
    ) -> None:
        """`again`: somebody may have been at it before. Who is at it here still, because Slack
        takes long to answer, is left alone."""
        if errand.key in self._under_way:
            return
        self._under_way.add(errand.key)
        try:
            await self._carry_out(errand, glanced, again)
            await asyncio.sleep(HEAD_START)
            await self._errands.done(errand.key)
        except NotRecorded as error:
            log.warning("a %s is left for the sweeper: %s", errand.kind, error)
        except Exception as error:  # noqa: BLE001 - whatever it is
            log.error("a %s failed: %s", errand.kind, blame(error))  # noqa: TRY400 - where, not what
            await self._apologise(errand)
        finally:
            self._under_way.discard(errand.key)

    async def _apologise(self, errand: Errand) -> None:
        """A fault of ours: once more would go wrong the same way, and silence helps nobody."""
        await self._replier.tell(
            errand.user, cards.mishap(), place=looked_for(errand), address=errand.response_url
        )
        try:
            await self._errands.done(errand.key)
        except NotRecorded as error:
            log.warning("a %s is left for the sweeper: %s", errand.kind, error)

    async def _carry_out(self, errand: Errand, glanced: Approval | None, again: bool) -> None:
        match errand:
            case Click():
                await self._decisions.clicked(errand, glanced)
            case Submission():
                await self._decisions.submitted(errand, glanced)
            case Command():
                await self._commands.called(errand, again=again)
            case Stop():
                await self._calling_off.stopped(errand)
