"""What a Home and `/agent status` cost us when very much waits, goes on or has ended.

    python -m tests.bench.bench_home [--waiting 1000] [--ended 10000]

On a redis-server of its own. So many requests wait for this person and as many runs of theirs go
on; then so many more runs end. Times are the best of some: wall clock, and the processor time of
this process, which does not depend on who else is at work.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from bot.store import open_store
from bot.testing import FakeClock
from tests.bench import homes
from tests.bench.bench_paused import best_of
from tests.bench.redis_server import server

TARGET = 100.0
"""Milliseconds."""
TIMES = 20


async def told(name: str, look: homes.Reading) -> float:
    """Milliseconds of processor time for both."""
    wall, used = await best_of(look.home, TIMES)
    listed, used_listing = await best_of(look.status, TIMES)
    print(
        f"{name:28} the Home {wall:6.2f} ms, processor {used:6.2f} ms,"
        f" {wall / TARGET:5.3f} of the {TARGET:.0f} ms allowed;"
        f" /agent status {listed:6.2f} ms, processor {used_listing:6.2f} ms",
        flush=True,
    )
    return used + used_listing


async def main(waiting: int, ended: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    clock = FakeClock()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), fsync="no") as url:
        async with open_store(url, clock=clock) as store:
            look = homes.reading(store, clock)
            await homes.waits(store, waiting)
            await homes.goes_on(store, waiting)
            alone = await told(f"{waiting:,} wait and go on", look)
            await homes.ended(store, ended)
            among = await told(f"{ended:,} have ended since", look)
    print(f"ratio {among / alone:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--waiting", type=int, default=1_000)
    parser.add_argument("--ended", type=int, default=10_000)
    given = parser.parse_args()
    asyncio.run(main(given.waiting, given.ended))
