"""Sessions: conversations that are kept between runs."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from core.memory.session import (
    OpenAIResponsesCompactionArgs,
    OpenAIResponsesCompactionAwareSession,
    Session,
    SessionABC,
    is_openai_responses_compaction_aware_session,
)
from core.memory.session_settings import SessionSettings

if TYPE_CHECKING:
    from core.memory.openai_responses_compaction_session import OpenAIResponsesCompactionSession
    from core.memory.sqlite_session import SQLiteSession

_LAZY = {
    "SQLiteSession": "sqlite_session",
    "OpenAIResponsesCompactionSession": "openai_responses_compaction_session",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(f"core.memory.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'core.memory' has no attribute {name!r}")


__all__ = [
    "OpenAIResponsesCompactionArgs",
    "OpenAIResponsesCompactionAwareSession",
    "OpenAIResponsesCompactionSession",
    "SQLiteSession",
    "Session",
    "SessionABC",
    "SessionSettings",
    "is_openai_responses_compaction_aware_session",
]
