"""The example's fleet: a few services in one SQLite file that several workers may share.

SQLite and not a JSON file: two workers that scale at the same moment must not undo each other, and
an action that was begun must be on record even when its process is killed in the middle.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from bot.agents.services import MAX_REPLICAS, SEED, Action, Asked, FleetError, Service

T = TypeVar("T")

SCHEMA = """
create table if not exists services (
    name text, env text, version text, replicas integer, health text,
    restarts integer default 0, restarted_at real, primary key (name, env)
);
create table if not exists actions (
    number integer primary key, at real, action text, service text, env text, detail text,
    by text, approvers text, run text, key text, ended_at real
);
"""


class Fleet:
    """The services, and everything that was ever done to them."""

    def __init__(
        self, file: Path, *, restart_takes: float = 1.5, clock: Callable[[], float] = time.time
    ) -> None:
        self._file = file
        self._restart_takes = restart_takes
        self._clock = clock

    async def services(self) -> list[Service]:
        return await self._do(_services)

    async def catalog(self) -> dict[str, list[str]]:
        """The environments each service runs in."""
        found: dict[str, list[str]] = {}
        for service in await self.services():
            found.setdefault(service.name, []).append(service.env)
        return found

    async def find(self, name: str, env: str) -> Service:
        """Raises `FleetError`, naming what there is instead."""
        return await self._do(lambda db: _find(db, name, env))

    async def actions(self, *, limit: int = 50) -> list[Action]:
        """Newest first."""
        return await self._do(lambda db: _actions(db, limit))

    async def restart(self, name: str, env: str, asked: Asked) -> Service:
        """Takes its time; a start is on record before it happens, and every start counts."""
        number = await self._do(lambda db: _begin_restart(db, name, env, asked, self._clock()))
        await asyncio.sleep(self._restart_takes)
        await self._do(lambda db: _end_restart(db, name, env, number, self._clock()))
        return await self.find(name, env)

    async def scale(self, name: str, env: str, replicas: int, asked: Asked) -> Service:
        """Doing it twice is the same as doing it once."""
        if not 0 <= replicas <= MAX_REPLICAS:
            raise FleetError(f"{replicas} replicas is not possible; 0 to {MAX_REPLICAS} are")
        await self._do(lambda db: _scale(db, name, env, replicas, asked, self._clock()))
        return await self.find(name, env)

    async def delete(self, name: str, env: str, asked: Asked) -> Service:
        """The service as it was."""
        return await self._do(lambda db: _delete(db, name, env, asked, self._clock()))

    async def snapshot(self) -> dict[str, Any]:
        """Services and the latest actions as JSON, for a page that looks on."""
        return {
            "services": [asdict(service) for service in await self.services()],
            "actions": [asdict(action) for action in await self.actions(limit=20)],
        }

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """One transaction in a thread, on a connection of its own."""
        return await asyncio.to_thread(self._transaction, work)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._open() as db:
            return work(db)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=10, isolation_level=None)) as db:
            db.row_factory = sqlite3.Row
            db.execute("begin immediate")
            try:
                if not db.execute("pragma user_version").fetchone()[0]:
                    _seed(db)
                yield db
            except BaseException:
                db.rollback()
                raise
            db.commit()


def _seed(db: sqlite3.Connection) -> None:
    for statement in SCHEMA.split(";"):
        db.execute(statement)
    db.executemany(
        "insert into services (name, env, version, replicas, health) values (?, ?, ?, ?, ?)", SEED
    )
    db.execute("pragma user_version = 1")


def _services(db: sqlite3.Connection) -> list[Service]:
    rows = db.execute("select * from services order by env, name")
    return [Service(**dict(row)) for row in rows]


def _find(db: sqlite3.Connection, name: str, env: str) -> Service:
    services = _services(db)
    for service in services:
        if (service.name, service.env) == (name, env):
            return service
    elsewhere = [service.env for service in services if service.name == name]
    if elsewhere:
        raise FleetError(f"{name} does not run in {env}, only in {' and '.join(elsewhere)}")
    names = ", ".join(sorted({service.name for service in services}))
    raise FleetError(f"there is no service {name}; there are {names or 'none at all'}")


def _actions(db: sqlite3.Connection, limit: int) -> list[Action]:
    rows = db.execute("select * from actions order by number desc limit ?", (limit,))
    return [_action(dict(row)) for row in rows]


def _action(row: dict[str, Any]) -> Action:
    approvers = tuple(row.pop("approvers").split())
    asked = Asked(row.pop("by"), approvers, row.pop("run"), row.pop("key"))
    return Action(**row, asked=asked)


def _begin_restart(db: sqlite3.Connection, name: str, env: str, asked: Asked, now: float) -> int:
    service = _find(db, name, env)
    db.execute(
        "update services set health = 'restarting', restarts = restarts + 1, restarted_at = ?"
        " where name = ? and env = ?",
        (now, name, env),
    )
    detail = f"{service.copies}, restart {service.restarts + 1}"
    return _record(db, "restart", service, detail, asked, now, ended_at=None)


def _end_restart(db: sqlite3.Connection, name: str, env: str, number: int, now: float) -> None:
    db.execute(
        "update services set health = 'healthy' where name = ? and env = ?",
        (name, env),
    )
    db.execute("update actions set ended_at = ? where number = ?", (now, number))


def _scale(
    db: sqlite3.Connection, name: str, env: str, replicas: int, asked: Asked, now: float
) -> None:
    service = _find(db, name, env)
    db.execute("update services set replicas = ? where name = ? and env = ?", (replicas, name, env))
    _record(db, "scale", service, f"{service.replicas} to {replicas}", asked, now, ended_at=now)


def _delete(db: sqlite3.Connection, name: str, env: str, asked: Asked, now: float) -> Service:
    service = _find(db, name, env)
    db.execute("delete from services where name = ? and env = ?", (name, env))
    detail = f"{service.copies} of {service.version}"
    _record(db, "delete", service, detail, asked, now, ended_at=now)
    return service


def _record(
    db: sqlite3.Connection,
    action: str,
    service: Service,
    detail: str,
    asked: Asked,
    now: float,
    *,
    ended_at: float | None,
) -> int:
    cursor = db.execute(
        "insert into actions"
        " (at, action, service, env, detail, by, approvers, run, key, ended_at)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            now,
            action,
            service.name,
            service.env,
            detail,
            asked.by,
            " ".join(asked.approvers),
            asked.run,
            asked.key,
            ended_at,
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid
