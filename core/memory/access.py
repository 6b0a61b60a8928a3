"""A session as one run uses it: one that wants it is told the context of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.memory.session import _session_accepts_wrapper
from core.memory.session_settings import SessionSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.memory.session import Session
    from core.run_context import RunContextWrapper
    from core.transcript.raw_items import TResponseInputItem


class SessionAccess:
    """Reads and appends on behalf of a run."""

    def __init__(self, session: Session, context: RunContextWrapper[Any]) -> None:
        self.session = session
        self._extra = {"wrapper": context} if _session_accepts_wrapper(session) else {}

    @property
    def session_id(self) -> str:
        """The id of the session."""
        return self.session.session_id

    async def history(
        self, settings: SessionSettings | dict[str, Any] | None
    ) -> list[TResponseInputItem]:
        """What the model is to be shown of the conversation."""
        base = getattr(self.session, "session_settings", None) or SessionSettings()
        limit = base.resolve(settings).limit
        return await self.latest(limit)

    async def latest(self, limit: int | None) -> list[TResponseInputItem]:
        """The latest items, oldest first."""
        read: Any = self.session.get_items
        if limit is not None:
            return list(await read(limit=limit, **self._extra))
        return list(await read(**self._extra))

    async def add(self, items: Sequence[TResponseInputItem]) -> None:
        """Append items."""
        write: Any = self.session.add_items
        await write(list(items), **self._extra)
