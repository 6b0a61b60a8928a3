"""What is on record, read with the bot's own adapters and without a part in its work."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.ports import Approvals, Runs
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.journal import RedisApprovals
from bot.store.runs import RedisRuns


@dataclass(frozen=True)
class Records:
    """The bot's own way to what it has written down."""

    client: Any
    approvals: Approvals
    runs: Runs


@asynccontextmanager
async def records_at(url: str) -> AsyncIterator[Records]:
    async with connect(url) as connection:
        database = Database(connection, _Now())
        yield Records(connection.client, RedisApprovals(database), RedisRuns(database))


class _Now:
    """The time of day."""

    def now(self) -> float:
        return time.time()
