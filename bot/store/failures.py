"""What a failing Redis is called: one short reason, without addresses, secrets or tracebacks."""

from redis import exceptions
from redis.asyncio.sentinel import MasterNotFoundError

from bot.ports import NotRecorded

_BY_TYPE: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.AuthenticationError, "Redis refuses the user or password"),
    (exceptions.AuthorizationError, "Redis does not allow this to the user"),
    (exceptions.NoPermissionError, "Redis does not allow this to the user"),
    (exceptions.BusyLoadingError, "Redis is still loading its data"),
    (exceptions.MaxConnectionsError, "all connections to Redis are in use"),
    (exceptions.TimeoutError, "Redis did not answer in time"),
    (exceptions.ConnectionError, "Redis cannot be reached"),
    (exceptions.OutOfMemoryError, "Redis is out of memory"),
    (exceptions.ReadOnlyError, "this Redis is a read-only replica"),
    (exceptions.RedisClusterException, "the Redis cluster cannot be reached, or cannot serve this"),
    (exceptions.ClusterError, "the Redis cluster cannot serve this key"),
    (TimeoutError, "Redis did not answer in time"),
    (OSError, "Redis cannot be reached"),
)
_BY_WORD: tuple[tuple[str, str], ...] = (
    ("OOM", "Redis is out of memory"),
    ("READONLY", "this Redis is a read-only replica"),
    ("MISCONF", "Redis cannot write to its disk"),
    ("NOREPLICAS", "too few replicas of Redis are connected"),
    ("WRONGTYPE", "a key in Redis holds something else"),
    ("NOPERM", "Redis does not allow this to the user"),
    ("NOAUTH", "Redis asks for a password"),
    ("WRONGPASS", "Redis refuses the user or password"),
    ("LOADING", "Redis is still loading its data"),
    ("CLUSTERDOWN", "the Redis cluster is down"),
    ("CROSSSLOT", "the keys of a thread are in different slots"),
)

CAUGHT = (exceptions.RedisError, exceptions.RedisClusterException, OSError)
"""What redis-py raises when it goes wrong outside our code."""

_NOBODY_THERE = (MasterNotFoundError, exceptions.BusyLoadingError)
_ON_THE_WAY_THERE = ("connecting to ", "No connection available")
"""What redis-py says when it has no connection to send anything on."""

LOST = (exceptions.ConnectionError, exceptions.TimeoutError, OSError)
"""Nobody knows whether the server did it."""


def reason(error: Exception) -> str:
    text = str(error)
    for word, meaning in _BY_WORD:
        if word in text[:200]:
            return meaning
    for kind, meaning in _BY_TYPE:
        if isinstance(error, kind):
            return meaning
    return "Redis refused the command"


def not_recorded(error: Exception, *, maybe: bool = False) -> NotRecorded:
    return NotRecorded(reason(error), maybe=maybe)


def passes(error: Exception) -> bool:
    """Whether the same request may be taken a moment later: in a failover there is nobody first,
    and then somebody without a replica."""
    return isinstance(error, LOST) or "NOREPLICAS" in str(error)


def may_have_arrived(error: Exception) -> bool:
    """Whether the request had left when it was lost."""
    return isinstance(error, LOST) and not (
        isinstance(error, _NOBODY_THERE) or any(word in str(error) for word in _ON_THE_WAY_THERE)
    )
