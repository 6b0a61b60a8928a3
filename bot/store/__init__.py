"""Where everything is kept: one code path for every Redis, and a double in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import Clock
from bot.store.memory import (
    MemoryApprovals,
    MemoryAudit,
    MemoryDelegations,
    MemoryErrands,
    MemoryHomes,
    MemoryOutbox,
    MemoryRuns,
    MemoryThreads,
    MemoryWakeups,
    World,
)
from bot.store.opening import open_store
from bot.store.schema import SCHEMA
from bot.store.store import Store, StoreUnavailable

__all__ = ["Store", "StoreUnavailable", "World", "memory_store", "open_store"]


@asynccontextmanager
async def memory_store(
    clock: Clock, *, world: World | None = None, lease: float = 30.0, schema: int = SCHEMA
) -> AsyncIterator[Store]:
    """A store without a server. Stores that share a world act as processes on one Redis. `lease`:
    seconds after which a holder that has died can be given up."""
    world = world or World()
    yield Store(
        threads=MemoryThreads(world, clock, lease=lease, schema=schema),
        approvals=MemoryApprovals(world, clock),
        runs=MemoryRuns(world),
        errands=MemoryErrands(world, clock),
        outbox=MemoryOutbox(world, clock),
        audit=MemoryAudit(world, clock),
        homes=MemoryHomes(world, clock),
        delegations=MemoryDelegations(world),
        wakeups=MemoryWakeups(world, clock),
        ping=world.reach,
    )
