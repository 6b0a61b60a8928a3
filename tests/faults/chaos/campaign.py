"""One campaign: people play scenes while a saboteur strikes, then everything is let settle."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bot.playground import Playground
from bot.playground.delivery import Times
from tests.faults.chaos import reading, servers
from tests.faults.chaos.herd import herd
from tests.faults.chaos.patience import until
from tests.faults.chaos.people import People
from tests.faults.chaos.records import records_at
from tests.faults.chaos.saboteur import Saboteur
from tests.faults.chaos.scenes import scene
from tests.faults.chaos.story import Story
from tests.faults.chaos.strikes import Strike, failover, strike


@dataclass(frozen=True)
class Scale:
    """How much of everything."""

    rounds: int
    scenes: int
    """In every round."""
    strikes: int
    """In every round."""
    round_takes: float = 2.5
    """Seconds."""
    fronts: int = 2
    workers: int = 2
    lease: float = 3.0
    settles_within: float = 240.0
    """Seconds from the last strike to the end."""
    failovers: bool = False
    """Strike by killing the primary of two servers, and by nothing else."""


@dataclass(frozen=True)
class Outcome:
    story: Story
    complaints: tuple[str, ...]
    """About processes that ended as none should."""
    took: float
    """Seconds."""
    settled: float
    """Seconds of them after the last strike."""
    struck: tuple[str, ...]


async def campaign(seed: int, scale: Scale, folder: Path) -> Outcome:
    """The plan follows from the seed; what the clock makes of it does not."""
    began = time.monotonic()
    times = Times(retries=(0.0, 1.0, 2.0, 4.0, 8.0))
    async with AsyncExitStack() as stack:
        slack = await stack.enter_async_context(Playground(times=times))
        setup = servers.with_sentinel if scale.failovers else servers.alone
        redis = await stack.enter_async_context(setup(folder))
        pack = await stack.enter_async_context(
            herd(
                slack,
                redis.url,
                folder,
                fronts=scale.fronts,
                workers=scale.workers,
                lease=scale.lease,
                proxied=None if scale.failovers else ("127.0.0.1", redis.port),
            )
        )
        await pack.ready()
        records = await stack.enter_async_context(records_at(redis.url))
        people = People(slack, records.runs, pack.ends)
        saboteur = Saboteur(redis, pack, folder / "effects")
        playing = await _rounds(seed, scale, people, saboteur)
        calm = time.monotonic()
        await saboteur.ended()
        await _settled(playing, records.client, slack, calm + scale.settles_within)
        told = await reading.story(slack, records, folder / "effects", people.said, people.clicks)
        over = time.monotonic()
        complaints = [words for each in pack.everybody for words in each.complaints]
        return Outcome(told, tuple(complaints), over - began, over - calm, tuple(saboteur.struck))


async def _rounds(
    seed: int, scale: Scale, people: People, saboteur: Saboteur
) -> list[asyncio.Task[None]]:
    """All rounds, one after the other; scenes go on beyond their round."""
    rng = Random(seed)
    playing: list[asyncio.Task[None]] = []
    for number in range(scale.rounds):
        for place in range(scale.scenes):
            after = rng.uniform(0, scale.round_takes)
            play = people.play(scene(rng, f"r{number}s{place}"))
            playing.append(asyncio.create_task(_later(after, play)))
        for _ in range(scale.strikes):
            saboteur.strikes(_strike(rng, scale))
        await asyncio.sleep(scale.round_takes)
        if scale.failovers:
            await saboteur.ended()
    return playing


def _strike(rng: Random, scale: Scale) -> Strike:
    if scale.failovers:
        return failover(rng, round_takes=scale.round_takes)
    return strike(rng, round_takes=scale.round_takes, lease=scale.lease)


async def _later(seconds: float, play: Coroutine[Any, Any, None]) -> None:
    await asyncio.sleep(seconds)
    await play


async def _settled(
    playing: list[asyncio.Task[None]], redis: Any, slack: Playground, deadline: float
) -> None:
    """Until every scene is over and nothing waits any more, or the time is."""
    with suppress(TimeoutError):
        async with asyncio.timeout(deadline - time.monotonic()):
            await asyncio.gather(*playing)
            await until(partial(reading.nothing_waits, redis))
            await slack.settled(within=10)
            # What is told after the last write: private answers, the last card.
            await asyncio.sleep(1.0)
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
