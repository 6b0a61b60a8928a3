"""Runs that are not over, filed by who may look on, the newest at the top."""

from collections.abc import Callable

from pydantic import TypeAdapter

from bot.records import Onlookers, Run
from bot.store import keys
from bot.store.command import Command
from bot.store.database import SETTLES, Database
from bot.store.filing import Filed, Files, Kind


def files(database: Database, read: Callable[[bytes, str], Run]) -> Files[Onlookers, Run]:
    """`read` makes a run of its record and the key of that."""

    def run(filed: Filed, data: bytes | None) -> Run | None:
        found = None if data is None else read(data, filed.record)
        return None if found is None or found.is_over else found

    def is_gone(filed: Filed, data: bytes | None) -> bool:
        """It is over, because whoever ended it died, or it never came."""
        return data is not None or -filed.place < database.clock.now() - SETTLES

    return Files(database, Kind(keys.UNFINISHED, TypeAdapter(Onlookers), "GET", run, is_gone))


def filed(run: Run) -> Command:
    """Or taken out, when it is over."""
    entry = Filed(run.id, keys.run(run.place, run.id), -run.started_at)
    return entry.under(keys.UNFINISHED, None if run.is_over else Onlookers.of(run))
