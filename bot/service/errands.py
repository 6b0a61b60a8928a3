"""Carries out what people did with a button, a window or a command, and then ticks it off.

It may be carried out twice (a crash before the tick): the journal makes a decision count once, and
answers are private.
"""

from bot.ports import Errands
from bot.records import Click, Command, Errand, Submission
from bot.service.commands import CommandDesk
from bot.service.decisions import DecisionDesk


class ErrandRunner:
    def __init__(self, errands: Errands, decisions: DecisionDesk, commands: CommandDesk) -> None:
        self._errands = errands
        self._decisions = decisions
        self._commands = commands

    async def run(self, errand: Errand) -> None:
        match errand:
            case Click():
                await self._decisions.clicked(errand)
            case Submission():
                await self._decisions.submitted(errand)
            case Command():
                await self._commands.called(errand)
        await self._errands.done(errand.key)
