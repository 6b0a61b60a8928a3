"""Clients for every kind of Redis: one place, a set of sentinels, a cluster."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff

from bot.store.address import Address, parse, parse_sentinel
from bot.store.sending import PATIENCE, Client, Sender
from bot.store.store import StoreUnavailable

CONNECT_PATIENCE = 3.0


@dataclass(frozen=True)
class Connection:
    client: Client
    """Repeats nothing by itself."""
    sender: Sender
    is_cluster: bool
    shown: str
    """The address, fit for logs."""


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Connection]:
    """Connects at the first command. Raises `StoreUnavailable` for a URL it cannot read."""
    async with AsyncExitStack() as stack:
        try:
            address = parse(url)
            client = _client(address, stack)
        except ValueError as error:
            raise StoreUnavailable(f"REDIS_URL cannot be read: {error}") from None
        stack.push_async_callback(client.aclose)
        sender = Sender(client)
        stack.push_async_callback(sender.close)
        yield Connection(
            client=client,
            sender=sender,
            is_cluster=address.kind == "cluster",
            shown=address.shown,
        )


def _client(address: Address, stack: AsyncExitStack) -> Client:
    options: dict[str, Any] = {
        "protocol": 2,
        "driver_info": None,
        "socket_connect_timeout": CONNECT_PATIENCE,
        # Whoever sends something has a limit of their own, and redis-py's costs a task each time.
        "socket_timeout": None,
        "retry": Retry(NoBackoff(), 0),
    }
    match address.kind:
        case "single":
            pool = ConnectionPool.from_url(address.url, **options)
            _try_out(pool)
            return Redis.from_pool(pool)
        case "sentinel":
            return _sentinel_client(address.url, options, stack)
        case "cluster":
            return RedisCluster.from_url(address.url, **options | {"socket_timeout": PATIENCE})


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
