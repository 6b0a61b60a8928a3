"""The loop under the schedules: virtual time, an order by lot, processes that stop."""

import asyncio
from random import Random

import pytest

from tests.simulation.loop import SeededLoop, Stuck


def order(seed: int) -> list[str]:
    loop = SeededLoop(Random(seed))
    went: list[str] = []

    async def walk(name: str) -> None:
        for _ in range(3):
            went.append(name)
            await asyncio.sleep(0)

    async def main() -> None:
        await asyncio.gather(*(walk(name) for name in "abc"))

    loop.run(main())
    loop.bury()
    return went


def test_the_seed_decides_who_goes_next() -> None:
    assert order(1) == order(1)
    assert len({tuple(order(seed)) for seed in range(20)}) > 10


def test_time_passes_only_when_nothing_else_can_happen() -> None:
    loop = SeededLoop(Random(0))

    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3600):
                await asyncio.sleep(86_400)
        return asyncio.get_running_loop().time()

    assert loop.run(main()) == 3600
    loop.bury()


def test_a_dead_process_does_nothing_any_more_not_even_clean_up() -> None:
    loop = SeededLoop(Random(0))
    lane = loop.lane("p1")
    did: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(1)
            did.append("worked")
        finally:
            did.append("cleaned up")

    async def main() -> None:
        task = loop.create_task(work(), context=lane.context())
        await asyncio.sleep(0.5)
        lane.dead = True
        task.cancel()
        await asyncio.sleep(10)

    loop.run(main())
    assert did == []
    loop.bury()


def test_a_paused_process_goes_on_where_it_was() -> None:
    loop = SeededLoop(Random(0))
    lane = loop.lane("p1")
    woke: list[float] = []

    async def work() -> None:
        await asyncio.sleep(1)
        woke.append(loop.time())

    async def main() -> None:
        loop.create_task(work(), context=lane.context())
        lane.paused = True
        loop.wake_later(50, lane)
        await asyncio.sleep(100)

    loop.run(main())
    assert woke == [51]
    loop.bury()


def test_waiting_for_what_cannot_come_is_noticed() -> None:
    loop = SeededLoop(Random(0))

    async def main() -> None:
        await loop.create_future()

    with pytest.raises(Stuck, match="nothing is left"):
        loop.run(main())
    loop.bury()


def test_turning_in_circles_is_noticed() -> None:
    loop = SeededLoop(Random(0), most_steps=100)

    async def main() -> None:
        for _ in range(1_000):
            await asyncio.sleep(0)

    with pytest.raises(Stuck, match="not at rest"):
        loop.run(main())
