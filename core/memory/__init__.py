"""Sessions: conversations that are kept between runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy_names import lazy_names
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
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "core.memory.openai_responses_compaction_session": "OpenAIResponsesCompactionSession",
            "core.memory.sqlite_session": "SQLiteSession",
        },
    )

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
