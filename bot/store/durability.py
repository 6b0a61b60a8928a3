"""Whether a Redis keeps what it has confirmed, and what has to be waited for.

`judge` decides from what the server says about itself; `ask` asks it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bot.store.confirmation import (
    AtOnce,
    Confirmation,
    Replicated,
    Synced,
    SyncedAndReplicated,
)
from bot.store.connection import Connection
from bot.store.failures import CAUGHT, not_recorded
from bot.store.sending import PATIENCE

OLDEST = (7, 0)
"""Release of Redis; Valkey began with 7.2."""
WAITAOF_SINCE = (7, 2)


@dataclass(frozen=True)
class Report:
    """What a server says about itself; empty where it does not say."""

    server: str
    """`redis` or `valkey`."""
    version: tuple[int, ...]
    role: str
    log: bool
    """It keeps an append-only log."""
    sync: str
    """When the log is synced: `always`, `everysec`, `no`."""
    replicas: int
    eviction: str
    """What happens when the memory is full."""
    wanted: int = 0
    """Replicas without which it takes no write (`min-replicas-to-write`)."""
    is_cluster: bool = False


@dataclass(frozen=True)
class Verdict:
    level: Literal["safe", "risky", "unfit"]
    """`risky`: confirmed writes can be lost in a crash. `unfit`: it cannot serve as the store."""
    reasons: tuple[str, ...]
    """Sentences for the operator, the gravest first; with `safe` what makes it so."""
    confirmation: Confirmation


def judge(report: Report) -> Verdict:
    unfit = _unfit(report)
    if unfit:
        return Verdict("unfit", unfit, AtOnce())
    confirmation, kept, lost = _log(report)
    risks = (*lost, *_memory(report))
    if risks:
        return Verdict("risky", risks, confirmation)
    return Verdict("safe", kept, confirmation)


def _unfit(report: Report) -> tuple[str, ...]:
    reasons: list[str] = []
    if report.version and report.version < OLDEST:
        reasons.append(f"Redis {_dotted(report.version)} is too old: 7.0 is the oldest that serves")
    if report.role == "slave":
        reasons.append("this is a read-only replica: give the address of the primary")
    return tuple(reasons)


def _log(report: Report) -> tuple[Confirmation, tuple[str, ...], tuple[str, ...]]:
    """What to wait for, what makes it safe, what is not."""
    on_replicas: Confirmation = Replicated() if _can_wait(report) else AtOnce()
    waits = (_WAITS,) if _can_wait(report) else ()
    if not report.log:
        lost = "appendonly is off: what was confirmed is lost when Redis ends. Set `appendonly yes`"
        return on_replicas, (), (lost,)
    if report.sync == "always":
        kept = "appendfsync is always: what is confirmed is on the disk"
        return on_replicas, (kept, *waits), ()
    if report.sync != "everysec":
        lost = f"appendfsync is {report.sync or 'not shown'}: set it to `always` or `everysec`"
        return on_replicas, (), (lost,)
    if report.is_cluster or report.version < WAITAOF_SINCE:
        lost = (
            "appendfsync is everysec and this Redis cannot confirm what is on its disk: "
            "a power cut loses the last second. Set `appendfsync always`"
        )
        return on_replicas, (), (lost,)
    kept = "decisions and starts wait for the disk (WAITAOF), up to a second each"
    return (SyncedAndReplicated() if _can_wait(report) else Synced()), (kept, *waits), ()


_WAITS = (
    "what is confirmed is on a replica; one that is taken away for good is waited for until every"
    " process of the bot has been started again"
)


def lacking(report: Report) -> str:
    """Which replica is waited for in vain; empty while those are there that it takes."""
    if report.replicas >= max(report.wanted, 1):
        return ""
    if report.wanted:
        return (
            f"Redis takes no write with {report.replicas} replicas connected, as its"
            f" min-replicas-to-write is {report.wanted}"
        )
    return (
        "the replica of Redis that was there is not connected. If it is gone for good, start every"
        " process of the bot again"
    )


def _memory(report: Report) -> tuple[str, ...]:
    if report.eviction in ("", "noeviction"):
        return ()
    return (f"maxmemory-policy is {report.eviction}: runs may vanish. Set `noeviction`",)


def _can_wait(report: Report) -> bool:
    """There is a replica, or one has to come before anything is written."""
    return (report.replicas > 0 or report.wanted > 0) and not report.is_cluster


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


async def ask(connection: Connection) -> Report:
    """Raises `NotRecorded` when it does not answer."""
    client = connection.client
    try:
        async with asyncio.timeout(PATIENCE):
            info = _first(await client.info(), connection.is_cluster)
            settings = await _settings(client, connection.is_cluster)
    except CAUGHT as error:
        raise not_recorded(error) from None
    return read(info, settings, is_cluster=connection.is_cluster)


def read(info: Mapping[str, Any], settings: Mapping[str, str], *, is_cluster: bool) -> Report:
    """A report from what `INFO` and `CONFIG GET` answered; the latter may be forbidden."""
    version = str(info.get("valkey_version") or info.get("redis_version", ""))
    return Report(
        server="valkey" if "valkey_version" in info else "redis",
        version=tuple(int(part) for part in version.split(".")[:3] if part.isdigit()),
        role=str(info.get("role", "")),
        log=bool(info.get("aof_enabled")),
        sync=settings.get("appendfsync", ""),
        replicas=int(info.get("connected_slaves", 0)),
        eviction=settings.get("maxmemory-policy", str(info.get("maxmemory_policy", ""))),
        is_cluster=is_cluster,
        wanted=int(settings.get("min-replicas-to-write", "min_slaves_good_slaves" in info)),
    )


async def _settings(client: Any, is_cluster: bool) -> Mapping[str, str]:
    """Managed servers forbid the question."""
    try:
        found = await client.config_get("append*", "maxmemory-policy", "min-replicas-to-write")
    except CAUGHT:
        return {}
    return {_text(key): _text(value) for key, value in _first(found, is_cluster).items()}


def _first(answer: Any, is_cluster: bool) -> Any:
    """A cluster answers per node; its nodes are set up alike."""
    if is_cluster and answer and isinstance(next(iter(answer.values())), dict):
        return next(iter(answer.values()))
    return answer


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
