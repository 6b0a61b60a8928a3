"""What is measured of one engine, in a process of its own; prints its numbers as JSON.

Times are those of the processor, so that others may be at work on the machine.
"""

import argparse
import asyncio
import gc
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_engine_workload import Workload

KIB, MIB = 1024, 1024**2
BATCH = 50
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Sizes:
    """How much is done."""

    repeats: int
    long_repeats: int
    """Of what takes seconds."""
    turns: int
    """Of the longest run."""
    runs: int
    """Up to a pause, one after the other."""
    more_runs: int
    """The same again until there were so many; 0 for not at all."""
    kept: int
    """Paused runs that are kept in the process."""
    cycles: int


FULL = {
    "core": Sizes(7, 5, turns=401, runs=1_000, more_runs=4_000, kept=500, cycles=5_000),
    "agents": Sizes(3, 1, turns=401, runs=400, more_runs=0, kept=200, cycles=1_000),
}
TINY = Sizes(1, 1, turns=48, runs=50, more_runs=100, kept=3, cycles=6)
IMPORTS = {
    "core": {"import": "import core", "names": "from core import Agent, Runner, function_tool"},
    "agents": {
        "import": "import agents",
        "names": "from agents import Agent, Runner, function_tool",
    },
}


async def seconds(work: Callable[[], Awaitable[Any]], times: int = 1) -> float:
    """Processor time of one piece of work."""
    start = time.process_time()
    for _ in range(times):
        await work()
    return (time.process_time() - start) / times


async def median(work: Callable[[], Awaitable[Any]], repeats: int, times: int = 1) -> float:
    """The median of several measurements."""
    return statistics.median([await seconds(work, times) for _ in range(repeats)])


def import_costs(name: str, repeats: int) -> dict[str, float]:
    """Milliseconds and MB of a process that imports an engine and ends."""
    costs = {}
    for what, code in IMPORTS[name].items():
        found = [_process(code) for _ in range(repeats)]
        costs[f"{what}_ms"] = statistics.median(ms for ms, _ in found)
        costs[f"{what}_mb"] = statistics.median(mb for _, mb in found)
    return costs


def _process(code: str) -> tuple[float, float]:
    """Processor time and memory of a process."""
    command = [sys.executable, "-c", f"{code}\nprint(open('/proc/self/statm').read())"]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used * 1e3, _pages(done.stdout) * PAGE / MIB


async def turn_costs(load: Workload, sizes: Sizes) -> dict[str, float]:
    """Milliseconds of a turn in a short run and a long one, and how runs grow with their turns."""
    times = {}
    for turns in (2, sizes.turns // 16, sizes.turns // 4, sizes.turns):
        agent = load.looker(turns)
        work = lambda agent=agent: load.run(agent)  # noqa: E731
        repeats = sizes.repeats if turns < sizes.turns else sizes.long_repeats
        times[turns] = await median(work, repeats, times=min(sizes.runs, 100) if turns == 2 else 1)
    _, some, _, most = times
    grown = math.log(times[most] / times[some]) / math.log(most / some)
    return {
        "short_turn_ms": times[2] / 2 * 1e3,
        "long_turn_ms": times[most] / most * 1e3,
        "growth": grown,
    }


async def json_costs(load: Workload, sizes: Sizes) -> dict[str, float]:
    """Milliseconds and KiB of the state of a run a quarter as long as the longest."""
    agent = load.looker(sizes.turns // 4 + 1)
    state = (await load.run(agent)).to_state()
    text = state.to_string()

    async def there_and_back() -> None:
        await load.engine.RunState.from_string(agent, state.to_string())

    await there_and_back()
    return {
        "json_ms": await median(there_and_back, sizes.repeats) * 1e3,
        "json_kib": len(text.encode()) / KIB,
    }


async def pause_rates(load: Workload, sizes: Sizes) -> dict[str, float]:
    """Runs a second up to the pause and its JSON, and from there to the end; and what is left of
    both when that many runs have been before: by the better batches, as a machine has moods."""
    texts: list[str] = []

    async def pause() -> None:
        texts.append(await load.pause())

    async def resume() -> None:
        await load.resume(next(waiting))

    pauses = await _batches(pause, max(sizes.runs, sizes.more_runs))
    waiting = iter(texts)
    resumes = await _batches(resume, len(texts))
    found = {}
    for name, costs in (("pauses", pauses), ("resumes", resumes)):
        first = _better(costs[: sizes.runs // BATCH])
        found[name] = 1 / first
        if sizes.more_runs:
            found[f"{name}_held"] = first / _better(costs[-sizes.runs // BATCH :])
    return found


async def _batches(work: Callable[[], Awaitable[Any]], runs: int) -> list[float]:
    """Seconds of one run, batch after batch."""
    return [await seconds(work, BATCH) for _ in range(runs // BATCH)]


def _better(costs: list[float]) -> float:
    """The cost a quarter of the batches stay below."""
    return sorted(costs)[len(costs) // 4]


async def kept_kib(run: Callable[[], Awaitable[Any]], runs: int) -> float:
    """KiB of a paused run that is kept as its result."""
    kept = [await run()]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(runs):
        kept.append(await run())  # noqa: PERF401 - one after the other
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / runs / KIB


async def cycles_mb(load: Workload, cycles: int) -> float:
    """MB the process has grown by, per 5,000 cycles of pause, JSON and resume."""
    for _ in range(cycles // 5):
        await load.resume(await load.pause())
    gc.collect()
    before = _resident()
    for _ in range(cycles):
        await load.resume(await load.pause())
    gc.collect()
    return (_resident() - before) / MIB * 5_000 / cycles


def _resident() -> int:
    """Bytes of memory."""
    return _pages(Path("/proc/self/statm").read_bytes()) * PAGE


def _pages(statm: bytes) -> int:
    return int(statm.split()[1])


async def measure(name: str, sizes: Sizes) -> dict[str, float]:
    """All numbers of one engine."""
    found = import_costs(name, sizes.long_repeats)
    load = Workload(name)
    await load.resume(await load.pause())
    found |= await turn_costs(load, sizes)
    found |= await json_costs(load, sizes)
    found |= await pause_rates(load, sizes)
    found["cycles_mb"] = await cycles_mb(load, sizes.cycles)
    found["kept_kib"] = await kept_kib(lambda: load.run(load.gated), sizes.kept)
    found["own_kib"] = await kept_kib(lambda: load.run(load.gatekeeper()), sizes.kept)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=["core", "agents"])
    parser.add_argument("--tiny", action="store_true")
    given = parser.parse_args()
    sizes = TINY if given.tiny else FULL[given.engine]
    print(json.dumps(asyncio.run(measure(given.engine, sizes))))
