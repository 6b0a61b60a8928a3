"""Block Kit validation."""

from typing import Any


def check_message(blocks: list[Any]) -> list[str]:
    return []


def text_total(blocks: list[Any]) -> int:
    return 0


def check_view(view: Any, kind: str) -> list[str]:
    return []
