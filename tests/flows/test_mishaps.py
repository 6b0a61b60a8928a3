"""A fault of the bot itself is no silence: whoever waits is told, once."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from bot.ports import Clock, Runs
from bot.records import Run
from bot.store import Store, memory_store
from bot.testing import Trial
from tests.flows.ops import Ops


@dataclass
class Faulty:
    """Lists that cannot be read because of a mistake in the code."""

    runs: Runs

    async def recent(self, *, limit: int = 20) -> Sequence[Run]:
        raise ZeroDivisionError

    def __getattr__(self, name: str) -> Any:
        return getattr(self.runs, name)


@asynccontextmanager
async def faulty(clock: Clock) -> AsyncIterator[Store]:
    async with memory_store(clock) as store:
        yield replace(store, runs=Faulty(store.runs))


async def test_whoever_typed_it_is_told_and_it_is_not_tried_again() -> None:
    async with Trial(Ops().agent(), open_store=faulty) as trial:
        mira = trial.person("mira")
        await mira.types("/agent list")
        await trial.whisper(mira, "I cannot say whether this counted")
        await trial.settled()
        await trial.pick_up()
        await trial.settled()
        assert len(mira.told) == 1
