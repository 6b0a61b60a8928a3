"""Runs that are not over, filed by who may look on, the newest at the top."""

from collections.abc import Callable, Iterable, Sequence

from pydantic import TypeAdapter

from bot.ports import Part
from bot.records import Onlookers, Run
from bot.store import keys
from bot.store.command import Command
from bot.store.database import SETTLES, Database
from bot.store.filing import Filed, Files


class UnfinishedList:
    def __init__(self, database: Database, read: Callable[[bytes, str], Run]) -> None:
        """`read` makes a run of its record and the key of that."""
        self._database = database
        self._run = read
        self._files = Files(database, keys.UNFINISHED, TypeAdapter(Onlookers))

    async def onlookers(self) -> Sequence[Onlookers]:
        return await self._files.audiences()

    async def page(self, onlookers: Iterable[Onlookers], first: int, limit: int) -> Part[Run]:
        """Takes out what is over, because whoever ended it died, and what never came."""
        count, found = await self._files.page(onlookers, first, limit)
        records = await self._database.read_all([("GET", each.record) for each in found])
        shown: list[Run] = []
        gone: list[Filed] = []
        for each, data in zip(found, records, strict=True):
            run = None if data is None else self._run(data, each.record)
            if run is not None and not run.is_over:
                shown.append(run)
            elif run is not None or -each.place < self._database.clock.now() - SETTLES:
                gone.append(each)
        await self._files.take_out(gone)
        return Part(count - len(gone), shown)


def filed(run: Run) -> Command:
    """Or taken out, when it is over."""
    entry = Filed(run.id, keys.run(run.place, run.id), -run.started_at)
    return entry.under(keys.UNFINISHED, None if run.is_over else Onlookers.of(run))
