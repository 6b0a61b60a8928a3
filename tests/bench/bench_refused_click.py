"""How soon whoever clicked in vain is told so while Slack takes 300 ms for every call.

    python -m tests.bench.bench_refused_click [clicks]

`tests/bench/test_refused_click.py` counts the rounds to Slack; here they take their time.
"""

import asyncio
import os
import statistics
import sys
import time

from bot.testing import Trial
from tests.flows.ops import Ops, deploy

LATENCY = 0.3
"""Seconds."""
TARGET = 1.0
"""Seconds."""
GROUP = '[[policy]]\ntools = ["*"]\napprovers = ["S0SRE"]'


async def click() -> tuple[float, float]:
    """Seconds by the clock, and of processor time."""
    async with Trial(Ops([deploy("prod")]).agent(), policies=GROUP) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        sam = trial.person("sam")
        trial.slack.faults.slow("*", LATENCY)
        began, before = time.perf_counter(), time.process_time()
        await sam.clicks(card, "Approve")
        await trial.slack.wait_for(lambda _: sam.told)
        took, used = time.perf_counter() - began, time.process_time() - before
        trial.slack.faults.clear()
    return took, used


async def main(clicks: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    took, used = zip(*[await click() for _ in range(clicks)], strict=True)
    median = statistics.median(took)
    print(
        f"told after {median * 1e3:.0f} ms, at most {max(took) * 1e3:.0f} ms,"
        f" {median / TARGET:.2f} of what is allowed;"
        f" processor {statistics.median(used) * 1e3:.0f} ms"
    )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
