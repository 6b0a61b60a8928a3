"""A whole conversation as input for another run: the input of a run, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.model_calls.model_input import without_id
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.items import RunItem
    from core.transcript.raw_items import TResponseInputItem


@dataclass(frozen=True)
class Standing:
    """How the new items of a run stand to its input."""

    shown: Sequence[RunItem]
    """The items as the model was shown them."""
    forwarded: frozenset[str | None] = frozenset()
    """Occurrences of the items that a nested handoff has put into the input."""
    reasoning_ids: Literal["preserve", "omit"] | None = None


def input_list(
    given: str | list[TResponseInputItem],
    new: Sequence[RunItem],
    standing: Standing,
    *,
    normalized: bool,
) -> list[TResponseInputItem]:
    """Everything that was said; normalized as the model was shown it."""
    start = ItemHelpers.input_to_new_input_list(given)
    items = standing.shown if normalized else _not_in(start, new, standing.forwarded)
    more = [item.to_input_item() for item in items if item.type != "tool_approval_item"]
    return [without_id(item, standing.reasoning_ids) for item in [*start, *more]]


def _not_in(
    start: Sequence[TResponseInputItem],
    new: Sequence[RunItem],
    forwarded: frozenset[str | None],
) -> list[RunItem]:
    """The new items without those a nested handoff has put into the input."""
    there = list(start) if forwarded else []
    items = []
    for item in new:
        payload = item.to_input_item() if item.occurrence in forwarded else None
        if payload is not None and payload in there:
            there.remove(payload)
        else:
            items.append(item)
    return items
