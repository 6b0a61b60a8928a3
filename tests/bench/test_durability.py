"""The benches of durability, in a tiny size and for their results only."""

import shutil
from pathlib import Path

import pytest

from bot.store import memory_store
from bot.testing import FakeClock
from tests.bench import bench_checkpoints, bench_paused, paused_runs
from tests.bench.redis_server import server

RUNS = 7


async def test_every_way_to_look_finds_what_waits() -> None:
    clock = FakeClock()
    async with memory_store(clock) as store:
        await paused_runs.filled(store, RUNS, turns=2)
        there = bench_paused.reading(store)
        assert await there.concerned("UALL") == RUNS
        assert await there.concerned("UFEW") == paused_runs.FEW
        assert await there.home("UALL") == f"Waiting for you: {RUNS}"
        assert await there.home("UFEW") == f"Waiting for you: {paused_runs.FEW}"
        assert "restart" in await there.pending("UFEW")


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
async def test_writing_what_is_new_takes_less_of_the_log_than_writing_it_all(
    tmp_path: Path,
) -> None:
    costs = {}
    for whole in (True, False):
        folder = tmp_path / str(whole)
        folder.mkdir()
        with server(folder) as url:
            costs[whole] = await bench_checkpoints.run(url, 6, whole=whole)
        log = next(folder.glob("appendonlydir/*.incr.aof")).stat().st_size
        assert bench_checkpoints.by_kind(folder).total() == log >= sum(costs[whole].written)
    assert sum(costs[False].written) < sum(costs[True].written) < costs[True].plain
