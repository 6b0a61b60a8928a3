"""Sessions: conversations that are kept between runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.memory.session import Session, SessionABC
from core.memory.session_settings import SessionSettings

if TYPE_CHECKING:
    from core.memory.sqlite_session import SQLiteSession


def __getattr__(name: str) -> Any:
    if name == "SQLiteSession":
        from core.memory import sqlite_session

        return sqlite_session.SQLiteSession
    raise AttributeError(f"module 'core.memory' has no attribute {name!r}")


__all__ = ["SQLiteSession", "Session", "SessionABC", "SessionSettings"]
