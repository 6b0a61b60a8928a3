"""The store without a server: every port, kept in memory, gone with the process.

It means the same as the Redis store and passes the same tests.
"""

from bot.store.memory.audit import MemoryAudit
from bot.store.memory.delegations import MemoryDelegations
from bot.store.memory.homes import MemoryHomes
from bot.store.memory.journal import MemoryApprovals
from bot.store.memory.keeping import MemoryErrands, MemoryRuns
from bot.store.memory.outbox import MemoryOutbox
from bot.store.memory.threads import MemoryThreads
from bot.store.memory.wakeups import MemoryWakeups
from bot.store.memory.world import World

__all__ = [
    "MemoryApprovals",
    "MemoryAudit",
    "MemoryDelegations",
    "MemoryErrands",
    "MemoryHomes",
    "MemoryOutbox",
    "MemoryRuns",
    "MemoryThreads",
    "MemoryWakeups",
    "World",
]
