"""What Slack's answers hold. An answer without what it must hold is a failure like any other."""

from collections.abc import Mapping
from typing import Any

from bot.ports import NotDelivered


def text_in(answer: Mapping[str, Any], *path: str) -> str:
    """The text at this path. Raises `NotDelivered` when there is none."""
    value: Any = answer
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(value, str) or not value:
        raise NotDelivered("unreadable_answer", permanent=True)
    return value
