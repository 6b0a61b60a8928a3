"""Clients for every kind of Redis: one place, a set of sentinels, a cluster."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from bot.store.address import Address, parse, parse_sentinel
from bot.store.store import StoreUnavailable

PATIENCE = 5.0
"""Seconds to wait for an answer; longer than any confirmation may take."""
CONNECT_PATIENCE = 3.0
CONNECTIONS = 32
"""Per client; who comes when all are busy waits for one."""

Client = Redis | RedisCluster


@dataclass(frozen=True)
class Connection:
    reads: Client
    """Repeats what failed on its way."""
    writes: Client
    """Repeats nothing by itself: only who sends a request knows whether it may be sent again."""
    is_cluster: bool
    shown: str
    """The address, fit for logs."""


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Connection]:
    """Connects at the first command. Raises `StoreUnavailable` for a URL it cannot read."""
    async with AsyncExitStack() as stack:
        try:
            address = parse(url)
            reads = _client(address, Retry(ExponentialBackoff(cap=0.5, base=0.02), 3), stack)
            writes = _client(address, Retry(NoBackoff(), 0), stack)
        except ValueError as error:
            raise StoreUnavailable(f"REDIS_URL cannot be read: {error}") from None
        stack.push_async_callback(reads.aclose)
        stack.push_async_callback(writes.aclose)
        yield Connection(
            reads=reads,
            writes=writes,
            is_cluster=address.kind == "cluster",
            shown=address.shown,
        )


def _client(address: Address, retry: Retry, stack: AsyncExitStack) -> Client:
    options: dict[str, Any] = {
        "protocol": 2,
        "driver_info": None,
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": CONNECT_PATIENCE,
        "retry": retry,
        "retry_on_error": [Disconnected, TimedOut] if retry.get_retries() else [],
    }
    match address.kind:
        case "single":
            pool = BlockingConnectionPool.from_url(
                address.url, max_connections=CONNECTIONS, timeout=PATIENCE, **options
            )
            _try_out(pool)
            return Redis.from_pool(pool)
        case "sentinel":
            return _sentinel_client(address.url, options, stack)
        case "cluster":
            del options["retry_on_error"]
            options["retry"] = retry
            return RedisCluster.from_url(address.url, **options)


def _try_out(pool: ConnectionPool) -> None:
    """The options of a URL are looked at when a connection is made, not before."""
    try:
        pool.connection_class(**pool.connection_kwargs)
    except TypeError:
        raise ValueError("it has an option that is not known") from None


def _sentinel_client(url: str, options: dict[str, Any], stack: AsyncExitStack) -> Redis:
    where = parse_sentinel(url)
    tls: dict[str, Any] = {"ssl": True} if where.tls else {}
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        where.sentinels,
        sentinel_kwargs={
            "username": where.sentinel_username,
            "password": where.sentinel_password,
            "socket_timeout": CONNECT_PATIENCE,
            **tls,
        },
    )
    for watcher in sentinel.sentinels:
        stack.push_async_callback(watcher.aclose)
    client: Redis = sentinel.master_for(
        where.service,
        db=where.db,
        username=where.username,
        password=where.password,
        **tls,
        **options,
    )
    return client
