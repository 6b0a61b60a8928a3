"""Where everything is kept: one code path for every Redis, and a double in memory.

- Opened by `opening`: a `store` of all ports. `memory` is the double, `schema` what is understood.
- Which Redis: `address`, `connection`; `embedded` is our own (`server_binary`, `file_lock`).
- Asked through `database`, by `command` or `script`: `sending`, `failures`; what a write waits for:
  `durability`, `confirmation`, `vigil`.
- How it is kept: `keys`, `recording` (`outcome`), `codec` with `compression`, `sealing`, `keyring`;
  for which bot: `owner`.
- A thread: `threads` gives a `hold` for as long as the `lease` lasts, which is `looking` at it and
  `saving`; `looking_after` what nobody holds. Its `outbox`.
- Approvals: `journal`, `pointers` to it, the `agenda`, and the `trail` that the audit gets.
- Lists: `runs`, `unfinished` and `waiting` by `filing`; `homes`, `delegations`, `errands`, `audit`.
- Woken by `wakeups`, at a `desk` in this very process.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import Clock
from bot.records import Owner
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
        take_over=_whose_ever,
    )


async def _whose_ever(_: Owner) -> None:
    """Nobody shares this memory but processes of one bot."""
