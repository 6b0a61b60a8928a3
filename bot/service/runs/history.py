"""The conversation of a thread as a session of the engine.

What the engine appends is held back until the next checkpoint, so that state and conversation are
written in one step: neither can run ahead of the other, and nothing is appended twice.

What is kept stands by itself: no ids of a model's server, which forgets what they stand for and
then refuses the whole conversation, and none of its reasoning, which means nothing without them.
"""

import json
import logging
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from core import SessionSettings

log = logging.getLogger(__name__)


class ThreadHistory:
    """Implements the engine's `Session` for one hold of a thread."""

    session_settings: SessionSettings | None = None

    def __init__(self, session_id: str, stored: Sequence[str]) -> None:
        self.session_id = session_id
        self._stored = stored
        self._fresh = 0

    @cached_property
    def _items(self) -> list[Any]:
        """Read when the model is asked: a call that people have approved does not wait for it."""
        return [item for row in self._stored if (item := _read(row)) is not None]

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The last `limit` items, or all; oldest first."""
        if limit is None:
            return list(self._items)
        return self._items[-limit:] if limit > 0 else []

    async def add_items(self, items: list[Any]) -> None:
        kept = [_without_id(item) for item in items if _stands_by_itself(item)]
        self._items.extend(kept)
        self._fresh += len(kept)

    async def pop_item(self) -> Any | None:
        """Take back the latest item, as long as it has not been written."""
        if not self._fresh:
            return None
        self._fresh -= 1
        return self._items.pop()

    async def clear_session(self) -> None:
        """Take back everything that has not been written; a thread keeps what was said in it."""
        while self._fresh:
            await self.pop_item()

    def take_fresh(self) -> tuple[str, ...]:
        """Items to write with this checkpoint, as JSON rows."""
        fresh = self._items[len(self._items) - self._fresh :]
        self._fresh = 0
        return tuple(map(_row, fresh))


def _stands_by_itself(item: Any) -> bool:
    """What was said, and calls and outputs that name each other."""
    return "role" in item or "call_id" in item


def _without_id(item: Any) -> Any:
    if item.get("type", "message") not in _ID_IS_OPTIONAL:
        return item
    return {name: value for name, value in item.items() if name != "id"}


_ID_IS_OPTIONAL = frozenset({"message", "function_call", "custom_tool_call"})


def _row(item: Any) -> str:
    return json.dumps(item, separators=(",", ":"), ensure_ascii=False, default=str)


def _read(row: str) -> Any | None:
    """One row that cannot be read must not cost the others."""
    try:
        item = json.loads(row)
    except ValueError:
        item = None
    if not isinstance(item, dict):
        log.warning("skipped an unreadable item of a conversation")
        return None
    return item
