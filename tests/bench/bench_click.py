"""How long from a click until the approved tool starts, and how much of it is Slack's.

    python -m tests.bench.bench_click [rounds] [redis url]

One process with front end and worker, on an embedded server that syncs every write unless a
Redis is named; signed requests over loopback. Prints medians in ms, and the ratio of a slow Slack
to a fast one.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bot.store import Store, open_store
from bot.store.embedded import embedded
from bot.testing import Trial
from core import Agent, function_tool
from core.testing import ScriptedModel, assistant_message, function_call

SLOW = 0.1
"""Seconds a call of Slack's Web API takes."""


class Started:
    """Remembers when the tool started."""

    def __init__(self) -> None:
        self.at = asyncio.Event()
        self.when = 0.0

    def agent(self, rounds: int) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def act(number: int) -> str:
            self.when = time.perf_counter()
            self.at.set()
            return "done"

        steps: list[Any] = []
        for number in range(rounds):
            call = function_call("act", {"number": number}, call_id=f"call_{number}")
            steps += [[call], [assistant_message(f"finished {number}")]]
        return Agent(name="Ops", tools=[act], model=ScriptedModel(steps))


async def measure(url: str, rounds: int, latency: float) -> list[float]:
    """Milliseconds from the click to the start of the tool."""

    @asynccontextmanager
    async def store(clock: Any) -> AsyncIterator[Store]:
        async with open_store(url, clock=clock) as opened:
            yield opened

    started = Started()
    found = []
    async with Trial(started.agent(rounds), policies=POLICY, open_store=store) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        for number in range(rounds):
            trial.slack.faults.clear()
            await mira.asks(f"act {number}")
            card = await trial.card(f"{number}")
            await asyncio.sleep(0.1)
            if latency:
                trial.slack.faults.slow("*", latency)
            started.at.clear()
            began = time.perf_counter()
            clicking = asyncio.create_task(jonas.clicks(card, "Approve"))
            await asyncio.wait_for(started.at.wait(), 10)
            found.append((started.when - began) * 1000)
            await clicking
            await trial.message(f"finished {number}")
            await trial.settled()
    return found


POLICY = """
[[policy]]
tools = ["*"]
approvers = ["U0JONAS"]
"""


async def main(rounds: int, url: str = "") -> None:
    async with AsyncExitStack() as stack:
        if not url:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            url = await stack.enter_async_context(embedded(Path(folder)))
        fast = statistics.median(await measure(url, rounds, 0.0))
        slow = statistics.median(await measure(url, rounds, SLOW))
    sys.stdout.write(f"click to tool, Slack at 0 ms:   {fast:7.2f} ms\n")
    sys.stdout.write(f"click to tool, Slack at 100 ms: {slow:7.2f} ms\n")
    sys.stdout.write(f"ratio:                          {slow / fast:7.2f}\n")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 30, *sys.argv[2:3]))
