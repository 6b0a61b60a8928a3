"""Items no provider has given an id: what stands in its place, and never reaches a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.transcript.raw_items import TResponseInputItem

FAKE_RESPONSES_ID = "__fake_id__"
"""The id of items from APIs that give them none."""


def given_id(item: TResponseInputItem) -> Any:
    """What tells an item from another one that says the same; None where nobody gave it an id."""
    return item.get("call_id") or (None if _is_fake(item) else item.get("id"))


def known_to_provider(items: Sequence[TResponseInputItem]) -> list[TResponseInputItem]:
    """The items as the Responses API takes them: without made-up ids, and without thoughts that
    are another model's."""
    return [
        {name: value for name, value in item.items() if name != "id"} if _is_fake(item) else item
        for item in items
        if not (_is_fake(item) and item.get("type") == "reasoning")
    ]


def _is_fake(item: TResponseInputItem) -> bool:
    return item.get("id") == FAKE_RESPONSES_ID
