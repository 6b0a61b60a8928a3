"""Knows what a write has to wait for, also when the server gets its first replica later."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import NotRecorded
from bot.store.confirmation import AtOnce, Confirmation
from bot.store.connection import Connection
from bot.store.durability import ask, judge

EVERY = 5.0
"""Seconds between two looks: a process that starts in the middle of a failover finds a primary that
is alone."""


class Vigil:
    def __init__(self, connection: Connection, first: Confirmation) -> None:
        self._connection = connection
        self._confirmation = first

    def confirmation(self) -> Confirmation:
        return self._confirmation

    async def keep(self, every: float) -> None:
        """Look until there is a replica to wait for. What has been waited for once is waited for
        always: a primary that has lost its replica may be one that has been replaced."""
        while self._confirmation.of_replicas == AtOnce():
            await asyncio.sleep(every)
            try:
                found = judge(await ask(self._connection)).confirmation
            except NotRecorded:
                continue
            if found.of_replicas != AtOnce():
                self._confirmation = found


@asynccontextmanager
async def vigil(
    connection: Connection, first: Confirmation, *, every: float = EVERY
) -> AsyncIterator[Vigil]:
    watching = Vigil(connection, first)
    task = None
    if not connection.is_cluster:
        task = asyncio.create_task(watching.keep(every), name="looking for replicas")
    try:
        yield watching
    finally:
        if task is not None:
            task.cancel()
