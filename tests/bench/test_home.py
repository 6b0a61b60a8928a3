"""What a Home asks of Redis when very much waits, and when very much has ended."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.store import Store, open_store
from bot.testing import FakeClock
from tests.bench import homes
from tests.bench.redis_server import server

pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="needs redis-server on the PATH"
)

FEW, MANY = 200, 600
"""Both fill the pages of which a Home is made."""
MOST = 1.5
"""Times the traffic of the few."""
SIZES = 200
"""Bytes by which two answers to the same question may differ: numbers have more digits."""


@dataclass(frozen=True)
class Place:
    client: Redis
    store: Store
    reading: homes.Reading

    async def traffic(self, look: Callable[[], Awaitable[object]]) -> homes.Traffic:
        """Of looking once more: scripts and what is kept for a while are there already."""
        await look()
        before = await homes.traffic(self.client)
        await look()
        return await homes.traffic(self.client) - before


@asynccontextmanager
async def place(folder: Path) -> AsyncIterator[Place]:
    clock = FakeClock()
    with server(folder, fsync="no") as url:
        async with Redis.from_url(url) as client, open_store(url, clock=clock) as store:
            yield Place(client, store, homes.reading(store, clock))


async def test_what_waits_is_not_all_read_to_show_a_page_of_it(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        heads, found = {}, {}
        for count in (FEW, MANY):
            await homes.waits(here.store, count)
            await homes.goes_on(here.store, count)
            heads[count] = await here.reading.home()
            found[count] = await here.traffic(here.reading.home)
    assert heads[MANY] == [
        f"Waiting for you: {MANY}",
        f"What you asked for: {MANY}",
        f"At work now: {MANY}",
    ]
    assert found[MANY].commands <= MOST * found[FEW].commands
    assert found[MANY].sent <= MOST * found[FEW].sent


async def test_what_goes_on_is_found_without_looking_at_what_has_ended_since(
    tmp_path: Path,
) -> None:
    async with place(tmp_path) as here:
        await homes.waits(here.store, 50)
        await homes.goes_on(here.store, 50)
        looks = here.reading.home, here.reading.status
        alone = [await here.traffic(look) for look in looks]
        await homes.ended(here.store, 1_000)
        among = [await here.traffic(look) for look in looks]
        assert "At work now: 50" in await here.reading.home()
        assert "100 in all" in await here.reading.status()
    for before, after in zip(alone, among, strict=True):
        assert after.commands == before.commands
        assert after.sent == pytest.approx(before.sent, abs=SIZES)
