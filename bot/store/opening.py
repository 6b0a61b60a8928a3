"""Opening a store: connect, check, put the adapters together; everything is closed on leaving."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bot.ports import Clock, NotRecorded
from bot.store.audit import RedisAudit
from bot.store.codec import Codec, Seal
from bot.store.confirmation import Confirmation
from bot.store.connection import Connection, connect
from bot.store.database import INSISTS, Database
from bot.store.delegations import RedisDelegations
from bot.store.durability import ask, judge
from bot.store.errands import RedisErrands
from bot.store.homes import RedisHomes
from bot.store.journal import RedisApprovals
from bot.store.keyring import take_keys
from bot.store.outbox import RedisOutbox
from bot.store.owner import take_over
from bot.store.runs import RedisRuns
from bot.store.schema import SCHEMA
from bot.store.store import Store, StoreUnavailable
from bot.store.threads import RedisThreads
from bot.store.vigil import Vigil, vigil
from bot.store.wakeups import DocketWakeups, docket_for

logger = logging.getLogger(__name__)


@asynccontextmanager
async def open_store(
    url: str,
    *,
    clock: Clock,
    lease: float = 30.0,
    retention: float = 30 * 86400.0,
    seal: Seal | None = None,
    strict: bool = False,
    schema: int = SCHEMA,
    insists: float = INSISTS,
) -> AsyncIterator[Store]:
    """A store on the Redis at `url`.

    `lease`: seconds after which a holder that died is given up. `retention`: seconds a thread is
    kept after its last change or deadline. `seal`: encryption at rest. `strict`: refuse a Redis
    that may lose what it has confirmed, instead of warning. `schema`: what is understood here.
    `insists`: seconds for which a write is tried again.
    Raises `StoreUnavailable`."""
    async with connect(url) as connection:
        confirmation = await _checked(connection, strict=strict)
        async with vigil(connection, confirmation) as watching, docket_for(url) as docket:
            database = Database(
                connection, clock, Codec(seal), watching.confirmation, retention, insists
            )
            await _opens(database, connection)
            yield Store(
                threads=RedisThreads(database, lease=lease, schema=schema),
                approvals=RedisApprovals(database),
                runs=RedisRuns(database),
                errands=RedisErrands(database),
                outbox=RedisOutbox(database, lease=lease),
                audit=RedisAudit(database),
                homes=RedisHomes(database),
                delegations=RedisDelegations(database),
                wakeups=DocketWakeups(docket, clock),
                ping=partial(_well, database, watching),
                take_over=partial(take_over, database),
            )


async def _well(database: Database, watching: Vigil) -> None:
    """Raises `NotRecorded` unless the server answers and can confirm what it is told."""
    await database.ping()
    watching.check()


async def _opens(database: Database, connection: Connection) -> None:
    try:
        await take_keys(database)
    except NotRecorded as error:
        raise StoreUnavailable(f"REDIS_URL {connection.shown}: {error}") from None


async def _checked(connection: Connection, *, strict: bool) -> Confirmation:
    try:
        verdict = judge(await ask(connection))
    except NotRecorded as error:
        raise StoreUnavailable(f"REDIS_URL {connection.shown}: {error}") from None
    grave = verdict.level == "unfit" or (strict and verdict.level == "risky")
    if grave:
        raise StoreUnavailable(f"REDIS_URL {connection.shown}: {verdict.reasons[0]}")
    if verdict.level == "risky":
        for risk in verdict.reasons:
            logger.warning("Redis is not safe: %s", risk)
    return verdict.confirmation
