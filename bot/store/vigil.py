"""Knows what a write has to wait for, also when the server gets its first replica later."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ports import NotRecorded
from bot.store.confirmation import AtOnce, Confirmation
from bot.store.connection import Connection
from bot.store.durability import Report, ask, judge, lacking

logger = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between two looks: a process that starts in the middle of a failover finds a primary that
is alone."""


class Vigil:
    def __init__(self, connection: Connection, first: Confirmation) -> None:
        self._connection = connection
        self._confirmation = first
        self._trouble = ""

    def confirmation(self) -> Confirmation:
        return self._confirmation

    def check(self) -> None:
        """Raises `NotRecorded` while a replica is waited for that is not there."""
        if self._trouble:
            raise NotRecorded(self._trouble)

    async def keep(self, every: float) -> None:
        """Look for replicas. What has been waited for once is waited for always, however long it is
        away: a primary that has lost its replica may be one that has been replaced."""
        while True:
            await asyncio.sleep(every)
            try:
                self._learn(await ask(self._connection))
            except NotRecorded:
                continue

    def _learn(self, report: Report) -> None:
        found = judge(report).confirmation
        if self._confirmation.of_replicas == AtOnce() != found.of_replicas:
            self._confirmation = found
        trouble = lacking(report) if self._confirmation.of_replicas != AtOnce() else ""
        if trouble and trouble != self._trouble:
            logger.warning("nothing is recorded: %s", trouble)
        elif self._trouble and not trouble:
            logger.warning("a replica of Redis is back: what is recorded is confirmed again")
        self._trouble = trouble


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
