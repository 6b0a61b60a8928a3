"""Plays schedules by their seeds and prints what is wrong with which.

python -m tests.simulation --seeds 0..100000
python -m tests.simulation --seeds 4711 --trace
python -m tests.simulation --journal
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.journal_sides import both, scene
from tests.simulation.journal_space import explore
from tests.simulation.plans import Plans
from tests.simulation.schedule import Verdict, play

_AT_ONCE = 20
"""Schedules a process plays before it reports."""
_SO_FAR = 500
"""Schedules after which it is told how far it has come."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=_seeds, default=range(0), metavar="A..B")
    parser.add_argument("--trace", action="store_true", help="print everything that happens")
    parser.add_argument("--journal", action="store_true", help="explore the journal of one call")
    parser.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="default: one a core",
    )
    given = parser.parse_args()
    failed = _play(given.seeds, given.processes, trace=given.trace)
    if given.journal:
        asyncio.run(_explore())
    return 1 if failed else 0


def _seeds(text: str) -> range:
    """`A..B`, or one."""
    first, dots, last = text.partition("..")
    return range(int(first), int(last) if dots else int(first) + 1)


def _play(seeds: range, processes: int, *, trace: bool) -> int:
    began = time.perf_counter()
    failed = effects = excused = 0
    for number, verdict in enumerate(_played(seeds, processes, trace=trace)):
        if number and number % _SO_FAR == 0:
            print(f"{number} schedules, {failed} with violations so far", flush=True)
        _say(verdict, trace=trace)
        failed += bool(verdict.violations)
        effects += verdict.effects
        excused += verdict.excused
    if seeds:
        print(
            f"{len(seeds)} schedules, {failed} with violations; {effects} side effects, "
            f"{excused} acknowledged and lost with a slow store, "
            f"{time.perf_counter() - began:.0f} s"
        )
    return failed


def _played(seeds: range, processes: int, *, trace: bool) -> Iterator[Verdict]:
    """In the order of the seeds, however many processes play them."""
    parts = [seeds[at : at + _AT_ONCE] for at in range(0, len(seeds), _AT_ONCE)]
    if min(processes, len(parts)) < 2:
        for part in parts:
            yield from _part(part, trace)
        return
    with ProcessPoolExecutor(processes) as pool:
        for verdicts in pool.map(_part, parts, [trace] * len(parts)):
            yield from verdicts


def _part(seeds: range, trace: bool) -> list[Verdict]:
    plans = Plans()
    return [play(seed, plans, keep=trace) for seed in seeds]


def _say(verdict: Verdict, *, trace: bool) -> None:
    if trace:
        print(*verdict.trace, sep="\n")
        print(f"seed {verdict.seed}: {verdict.digest}, {verdict.steps} steps")
    for violation in verdict.violations:
        print(f"seed {verdict.seed}: {violation}", flush=True)


async def _explore() -> None:
    for effect in ("at_most_once", "idempotent"):
        for required in (1, 2):
            async with both(scene(required=required, effect=effect)) as sides:
                began = time.perf_counter()
                explored = await explore(*sides)
                took = time.perf_counter() - began
            print(f"{effect}, {required} to approve: {explored}, {took:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
