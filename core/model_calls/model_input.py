"""What the model is shown: the input of the run and what has happened since.

Kept from turn to turn and only added to, so that a turn costs the same however long the run is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from core.models.fake_id import FAKE_RESPONSES_ID
from core.sessions.conversations import server_managed
from core.transcript.call_types import CALLS, OUTPUTS
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.items import RunItem
    from core.run_state import RunState
    from core.transcript.raw_items import TResponseInputItem


@dataclass
class ModelInput:
    """The items for the next request; made anew when the past was rewritten."""

    items: list[TResponseInputItem] = field(default_factory=list)
    generated: Sequence[RunItem] = ()
    """The list the items were made from."""
    count: int = 0
    """How many of its items have been taken over."""
    earlier: set[Any] = field(default_factory=set)
    """Ids of the calls of earlier runs; some models begin to count anew in each."""

    def extend(self, state: RunState[Any, Any]) -> list[TResponseInputItem]:
        """Take over what is new, and give a list of everything."""
        policy = state.reasoning_item_id_policy
        for item in state.generated_items[self.count :]:
            shown = without_id(item.to_input_item(), policy)
            if shown.get("type") in CALLS and _id(shown) in self.earlier:
                self.earlier.discard(_id(shown))
                _rename(self.items, _id(shown))
            self.items.append(shown)
        self.count = len(state.generated_items)
        return list(self.items)


def start_input(state: RunState[Any, Any]) -> ModelInput:
    """The input of a run, without calls and outputs whose other half is nowhere."""
    given = ItemHelpers.input_to_new_input_list(state.original_input)
    policy = state.reasoning_item_id_policy
    # In a conversation of the provider the other half is there already.
    shown = given if server_managed(state) else paired(given)
    items = [without_id(item, policy) for item in shown]
    earlier = {_id(item) for item in items if item.get("type") in CALLS}
    return ModelInput(items=items, generated=state.generated_items, earlier=earlier)


def paired(items: list[TResponseInputItem]) -> list[TResponseInputItem]:
    """The items without calls that have no output behind them, outputs that have no call before
    them, and thoughts that led to neither a call nor a word that is left. Each call has an id of
    its own."""
    answered = _answered(items)
    called: set[Any] = set()
    waiting: set[Any] = set()
    kept: list[TResponseInputItem] = []
    for at, item in enumerate(items):
        kind = item.get("type")
        if kind in OUTPUTS and _id(item) not in waiting:
            continue
        lost = kind in CALLS and at not in answered
        if lost or not _is_said(item):
            while kept and kept[-1].get("type") == "reasoning":
                kept.pop()
        if lost:
            continue
        if kind in CALLS:
            if _id(item) in called:
                _rename(kept, _id(item))
            called.add(_id(item))
            waiting.add(_id(item))
        elif kind in OUTPUTS:
            waiting.discard(_id(item))
        kept.append(item)
    return kept


def _answered(items: list[TResponseInputItem]) -> set[int]:
    """Places of the calls whose output comes before any other call of that id."""
    output_is_next: dict[Any, bool] = {}
    places: set[int] = set()
    for at in reversed(range(len(items))):
        kind, call_id = items[at].get("type"), _id(items[at])
        if kind in CALLS and output_is_next.get(call_id):
            places.add(at)
        if kind in CALLS or kind in OUTPUTS:
            output_is_next[call_id] = kind in OUTPUTS
    return places


def _rename(items: list[TResponseInputItem], call_id: Any) -> None:
    """Give what has this id another one, so that a later call can have it."""
    taken = {_id(item) for item in items}
    fresh = next(name for number in count(1) if (name := f"{call_id}~{number}") not in taken)
    items[:] = [{**item, "call_id": fresh} if _id(item) == call_id else item for item in items]


def _is_said(item: TResponseInputItem) -> bool:
    """Whether it is the model's own, so that a thought can stand before it."""
    return item.get("type") not in OUTPUTS and item.get("role") in (None, "assistant")


def _id(item: TResponseInputItem) -> Any:
    return item.get("call_id")


def without_id(item: TResponseInputItem, policy: str | None) -> TResponseInputItem:
    """The item; a thought loses its id where ids are left out."""
    if policy == "omit" and item.get("type") == "reasoning":
        item.pop("id", None)
    return item


def without_repeats(items: list[TResponseInputItem]) -> list[TResponseInputItem]:
    """The items with each call, output and thought once, as it last was.

    Calls and thoughts stand where they first stood, outputs where they last did: behind the calls.
    """
    last = {(i.get("type"), i.get("call_id")): n for n, i in enumerate(items)}
    items = [
        item
        for number, item in enumerate(items)
        if item.get("type") not in OUTPUTS or last[item.get("type"), item.get("call_id")] == number
    ]
    places: dict[tuple[str, str], int] = {}
    kept: list[TResponseInputItem] = []
    for item in items:
        kind = item.get("type")
        at = item.get("id" if kind == "reasoning" else "call_id")
        if not isinstance(kind, str) or not isinstance(at, str) or at == FAKE_RESPONSES_ID:
            kept.append(item)
        elif (kind, at) in places:
            kept[places[kind, at]] = item
        else:
            places[kind, at] = len(kept)
            kept.append(item)
    return kept
