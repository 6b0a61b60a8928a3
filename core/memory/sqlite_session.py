"""A session in SQLite: a file, or the memory of this process."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import weakref
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from core.concurrency.tasks import to_its_end
from core.memory.session import SessionABC
from core.memory.session_settings import (
    SessionSettings,
    coerce_session_settings,
    resolve_session_limit,
)
from core.sdk_private import private_names

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.transcript.raw_items import TResponseInputItem

T = TypeVar("T")


class SQLiteSession(SessionABC):
    """A session in a SQLite database; several sessions may share one."""

    def __init__(
        self,
        session_id: str,
        db_path: str | Path = ":memory:",
        sessions_table: str = "agent_sessions",
        messages_table: str = "agent_messages",
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = coerce_session_settings(session_settings or SessionSettings())
        self.db_path = db_path
        self.sessions_table = sessions_table
        self.messages_table = messages_table
        self._lock = threading.RLock()
        self._closed = False
        self._connection = sqlite3.connect(str(db_path), check_same_thread=False, timeout=30)
        # Who forgets to close it leaves no open file behind, and is not warned by Python 3.13.
        weakref.finalize(self, self._connection.close)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._create_tables()

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""
        limit = resolve_session_limit(limit, self.session_settings)

        def read(db: sqlite3.Connection) -> list[TResponseInputItem]:
            rows = db.execute(
                f"SELECT message_data FROM {self.messages_table} "
                "WHERE session_id = ? ORDER BY id DESC",
                (self.session_id,),
            )
            items = (item for row in rows if (item := _load(row[0])) is not None)
            return list(islice(items, None if limit is None else max(limit, 0)))

        return (await self._run(read))[::-1]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""
        self._check_open()
        if not items:
            return
        rows = [(self.session_id, json.dumps(item)) for item in items]

        def write(db: sqlite3.Connection) -> None:
            db.execute(
                f"INSERT OR IGNORE INTO {self.sessions_table} (session_id) VALUES (?)",
                (self.session_id,),
            )
            db.executemany(
                f"INSERT INTO {self.messages_table} (session_id, message_data) VALUES (?, ?)",
                rows,
            )
            db.execute(
                f"UPDATE {self.sessions_table} SET updated_at = CURRENT_TIMESTAMP "
                "WHERE session_id = ?",
                (self.session_id,),
            )

        await self._run(write)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away, and what stands behind it and is none."""

        def pop(db: sqlite3.Connection) -> TResponseInputItem | None:
            latest = (
                f"DELETE FROM {self.messages_table} WHERE id = (SELECT id FROM "
                f"{self.messages_table} WHERE session_id = ? ORDER BY id DESC LIMIT 1) "
                "RETURNING message_data"
            )
            while row := db.execute(latest, (self.session_id,)).fetchone():
                item = _load(row[0])
                if item is not None:
                    return item
            return None

        return await self._run(pop)

    async def clear_session(self) -> None:
        """Take all items away."""

        def clear(db: sqlite3.Connection) -> None:
            for table in (self.messages_table, self.sessions_table):
                db.execute(f"DELETE FROM {table} WHERE session_id = ?", (self.session_id,))

        await self._run(clear)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._closed = True
            self._connection.close()

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def locked() -> T:
            with self._lock:
                self._check_open()
                with self._connection as db:
                    return work(db)

        return await to_its_end(asyncio.to_thread(locked))

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("SQLiteSession is closed")

    def _create_tables(self) -> None:
        with self._lock, self._connection as db:
            db.execute(
                f"CREATE TABLE IF NOT EXISTS {self.sessions_table} (session_id TEXT PRIMARY KEY, "
                "created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "
                "updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
            )
            db.execute(
                f"CREATE TABLE IF NOT EXISTS {self.messages_table} (id INTEGER PRIMARY KEY "
                "AUTOINCREMENT, session_id TEXT NOT NULL, message_data TEXT NOT NULL, "
                "created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, FOREIGN KEY (session_id) "
                f"REFERENCES {self.sessions_table} (session_id) ON DELETE CASCADE)"
            )
            db.execute(
                f"CREATE INDEX IF NOT EXISTS idx_{self.messages_table}_session_id "
                f"ON {self.messages_table} (session_id, id)"
            )


def _load(text: str | bytes) -> TResponseInputItem | None:
    """An item, unless what stands in the database is none."""
    try:
        item: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("TResponseInputItem", item) if isinstance(item, dict) else None


__getattr__ = private_names("core.memory.sqlite_session")
