"""Sessions: conversations that are kept between runs."""

from core.memory.session import Session, SessionABC
from core.memory.session_settings import SessionSettings
from core.memory.sqlite_session import SQLiteSession

__all__ = ["SQLiteSession", "Session", "SessionABC", "SessionSettings"]
