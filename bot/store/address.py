"""What a Redis URL says, and how it may be shown."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

Kind = Literal["single", "sentinel", "cluster"]

_KINDS: dict[str, Kind] = {
    "redis": "single",
    "rediss": "single",
    "unix": "single",
    "redis+sentinel": "sentinel",
    "rediss+sentinel": "sentinel",
    "redis+cluster": "cluster",
    "rediss+cluster": "cluster",
}
_SENTINEL_PORT = 26379


@dataclass(frozen=True)
class Address:
    kind: Kind
    url: str
    """For redis-py, without the `+cluster`."""
    shown: str
    """Without user, password and options: fit for logs."""


@dataclass(frozen=True)
class SentinelAddress:
    """`redis+sentinel://[user:password@]host[:port][,host…]/service[/db]`; the credentials are the
    primary's, `?sentinel_username=` and `?sentinel_password=` those of the sentinels."""

    sentinels: tuple[tuple[str, int], ...]
    service: str
    db: int
    username: str | None
    password: str | None
    sentinel_username: str | None
    sentinel_password: str | None
    tls: bool


def parse(url: str) -> Address:
    """Raises `ValueError` with a message that names no secret."""
    scheme, found, rest = url.partition("://")
    kind = _KINDS.get(scheme)
    if not found or kind is None:
        raise ValueError(f"it must begin with one of {', '.join(f'{name}://' for name in _KINDS)}")
    address, _, options = rest.partition("?")
    if kind == "single" and scheme != "unix":
        _check(address)
    # An `@` behind the `?` may end a password that was not encoded.
    shown = "…" if "@" in options else address.rpartition("@")[2]
    plain = url.replace("+cluster", "", 1) if kind == "cluster" else url
    return Address(kind=kind, url=plain, shown=f"{scheme}://{shown}")


def _check(address: str) -> None:
    """What redis-py would pass over or fail at much later."""
    parts = urlsplit(f"//{address}")
    try:
        _ = parts.port
    except ValueError:
        raise ValueError("its port must be a number up to 65535") from None
    database = parts.path.removeprefix("/")
    if database and not database.isdecimal():
        raise ValueError("what follows the host must be the number of a database, such as /0")


def parse_sentinel(url: str) -> SentinelAddress:
    """Raises `ValueError`."""
    scheme, _, rest = url.partition("://")
    location, _, query = rest.partition("?")
    credentials, _, hosts_and_path = location.rpartition("@")
    hosts, _, path = hosts_and_path.partition("/")
    service, _, db = path.partition("/")
    if not service:
        raise ValueError("it must name the service: redis+sentinel://host:26379/service")
    username, _, password = credentials.partition(":")
    options = {name: values[0] for name, values in parse_qs(query).items()}
    return SentinelAddress(
        sentinels=tuple(_host(member) for member in hosts.split(",")),
        service=service,
        db=int(db or 0),
        username=unquote(username) or None,
        password=unquote(password) or None,
        sentinel_username=options.get("sentinel_username"),
        sentinel_password=options.get("sentinel_password"),
        tls=scheme.startswith("rediss"),
    )


def _host(member: str) -> tuple[str, int]:
    parts = urlsplit(f"//{member}")
    if parts.hostname is None:
        raise ValueError("a sentinel has no host name")
    return parts.hostname, parts.port or _SENTINEL_PORT
