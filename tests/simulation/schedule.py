"""One schedule from its seed to the verdict on it."""

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from bot.ports import LeaseLost, NotDelivered, NotRecorded
from tests.simulation import oracle
from tests.simulation.loop import SeededLoop, Stuck
from tests.simulation.people import People
from tests.simulation.plans import ModelFails, Plans
from tests.simulation.town import APPROVERS, Town
from tests.simulation.trace import Trace

TROUBLED = 240.0
"""Seconds after which nothing goes wrong any more."""
SETTLES_WITHIN = 600.0
"""Seconds after that."""
_LOOK = 5.0


@dataclass(frozen=True)
class Verdict:
    seed: int
    digest: str
    """The same for every run of the seed."""
    violations: tuple[str, ...]
    steps: int
    trace: tuple[str, ...] = ()
    excused: int = 0
    """Acknowledged before it was stored, because the store was slow, and then not recorded."""
    effects: int = 0


def play(seed: int, plans: Plans, *, keep: bool = False) -> Verdict:
    """`keep`: with the trace in words."""
    trace = Trace(keep=keep)
    loop = SeededLoop(Random(f"{seed} loop"))
    town = Town(loop, str(seed), plans, trace)
    people = People(town, str(seed))
    with _unexpected_errors(town.history.mishaps), _no_collection():
        try:
            loop.run(_live(town, people))
            found = _judged(town)
        except Stuck as stuck:
            found = [str(stuck)]
        town.close()
        steps = loop.steps
        loop.bury()
    trace.note(loop.time(), f"{steps} steps")
    history = town.history
    return Verdict(
        seed,
        trace.digest,
        tuple(found),
        steps,
        tuple(trace.lines),
        excused=sum(each.excused for each in (*history.said, *history.clicks)),
        effects=len(history.effects),
    )


async def _live(town: Town, people: People) -> None:
    people.begin()
    await _until(lambda: not people.busy, within=TROUBLED)
    town.calm_down()

    def settled() -> bool:
        return not people.busy and not any(oracle.unsettled(town.history, town.end()))

    await _until(settled, within=SETTLES_WITHIN)


async def _until(happened: Callable[[], bool], *, within: float) -> None:
    for _ in range(int(within / _LOOK)):
        await asyncio.sleep(_LOOK)
        if happened():
            return


def _judged(town: Town) -> list[str]:
    end = town.end()
    found = list(oracle.broken(town.history, end, may_decide=APPROVERS))
    return found + list(oracle.unsettled(town.history, end)) + town.loop.mishaps


_ON_PURPOSE = tuple(
    f"{kind.__name__} in " for kind in (NotRecorded, NotDelivered, LeaseLost, ModelFails)
)


class _Expected(logging.Handler):
    """Collects errors that are logged, but for those that were caused on purpose."""

    def __init__(self, mishaps: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._mishaps = mishaps

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if not said.partition(": ")[2].startswith(_ON_PURPOSE):
            self._mishaps.append(said)


@contextmanager
def _unexpected_errors(mishaps: list[str]) -> Iterator[None]:
    logger, handler = logging.getLogger("bot"), _Expected(mishaps)
    level, passes_on = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.ERROR)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = passes_on


@contextmanager
def _no_collection() -> Iterator[None]:
    """When garbage is collected depends on what ran before."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
