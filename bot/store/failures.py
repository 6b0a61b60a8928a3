"""What a failing Redis is called: one short reason, without addresses, secrets or tracebacks."""

from redis import exceptions

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
    (exceptions.RedisClusterException, "the Redis cluster cannot serve this key"),
    (exceptions.ClusterError, "the Redis cluster cannot serve this key"),
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


def not_recorded(error: Exception) -> NotRecorded:
    return NotRecorded(reason(error))
