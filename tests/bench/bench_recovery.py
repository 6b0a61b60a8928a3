"""How long a run lies still when its worker is killed in the middle of it.

    python -m tests.bench.bench_recovery [--lease 5] [--rounds 3]

A front end and two workers as processes of their own, on a real redis-server that syncs every
write. The run has called a tool, and its worker waits for the model, when it is killed as by a
power cut. Measured is the time until the other worker asks the model to go on: the promise is the
lease and two seconds. The lease is counted from its last renewal, so it may be less than a lease.
With leases under four seconds it takes six, as the run is young: a thread is looked after for the
first time five seconds after it was written to.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from aiohttp import web

from tests.flows.outside.model_server import Json, calls, says
from tests.flows.outside.processes import Outside, Process, outside

GRACE = 2.0
"""Seconds beside the lease."""


class Silence:
    """A model that has been asked and does not answer."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.key = ""
        """Of whoever asked."""

    async def __call__(self, request: web.Request, _: Json) -> web.StreamResponse:
        self.key = request.headers["Authorization"].removeprefix("Bearer ")
        self.asked.set()
        await asyncio.sleep(60)
        return web.Response()


class Crew:
    """Two workers, each of which the model knows by its key."""

    def __init__(self, here: Outside) -> None:
        self._here = here
        self._workers: dict[str, Process] = {}

    async def complete(self) -> None:
        while len(self._workers) < 2:
            key = f"sk-{self._here.spawned}"
            self._workers[key] = await self._here.worker(OPENAI_API_KEY=key)

    def kill(self, key: str) -> None:
        self._workers.pop(key).kill()


async def lies_still(here: Outside, crew: Crew, number: int) -> float:
    """Seconds from the death of its worker until the run goes on."""
    silence, gone_on = Silence(), asyncio.Event()

    async def goes_on(request: web.Request, body: Json) -> web.StreamResponse:
        gone_on.set()
        return await says(f"finished {number}.")(request, body)

    here.model.will(calls(("look", {"what": f"thing {number}"}, f"c{number}")), silence, goes_on)
    await here.asks(f"look {number}")
    await silence.asked.wait()
    killed = time.monotonic()
    crew.kill(silence.key)
    await gone_on.wait()
    took = time.monotonic() - killed
    await here.message(f"finished {number}.")
    assert here.effects.count(f"look thing {number}") == 1, "what had ended did not run again"
    return took


async def main(lease: float, rounds: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        here = await stack.enter_async_context(outside(folder, BOT_LEASE=str(lease)))
        await here.front("--no-worker")
        crew = Crew(here)
        found = []
        for number in range(rounds):
            await crew.complete()
            found.append(await lies_still(here, crew, number))
            print(
                f"round {number + 1}: goes on {found[-1]:.2f} s after the kill, lease {lease:g} s"
            )
    most = max(found)
    print(f"the longest: {most:.2f} s, {most / (lease + GRACE):.2f} of lease and {GRACE:g} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lease", type=float, default=5.0, help="seconds")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    asyncio.run(main(given.lease, given.rounds))
