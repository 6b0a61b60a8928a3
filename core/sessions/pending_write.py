"""An append to a session that may or may not have arrived, and how that is found out.

A session that fails while it appends does not say how far it came. What stood at its end before is
remembered; by what stands there later it is plain whether the items have to be appended, or are
there already. When neither is the case nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal

from core.models.fake_id import given_id
from core.schemas import arguments as tool_arguments
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.transcript.raw_items import TResponseInputItem

LOOK_BACK = 4
"""How many items before the append are remembered."""

Outcome = Literal["missing", "arrived", "unclear"]


@dataclass(frozen=True)
class PendingWrite:
    """An append, as it was begun."""

    session_id: str
    before: tuple[str, ...]
    """Digests of the latest items at that time."""
    items: tuple[TResponseInputItem, ...]
    upto: int
    """How many items of the run's record the session has when the append has arrived."""

    @property
    def reach(self) -> int:
        """How many of the latest items tell what became of it."""
        return len(self.before) + len(self.items) + 1

    def outcome(self, latest: Sequence[TResponseInputItem]) -> Outcome:
        """What became of it, by the latest items of the session."""
        found = digests(latest)
        whole = (*self.before, *digests(self.items))
        if _ends(found, whole, self.before):
            return "arrived"
        return "missing" if _ends(found, self.before, self.before) else "unclear"

    def to_json(self) -> dict[str, Any]:
        """The stored form, under the names of the Agents SDK."""
        return {
            "session_id": self.session_id,
            "items": list(self.items),
            "before": list(self.before),
            "persisted_count": len(self.items),
            "upto": self.upto,
        }


def read_pending_write(document: Any, upto: int) -> PendingWrite | None:
    """The append of a stored state; one that is only held back has not begun."""
    if not document or document.get("held"):
        return None
    known: Mapping[str, Any] = document
    return PendingWrite(
        session_id=str(known["session_id"]),
        before=tuple(known.get("before") or ()),
        items=tuple(known["items"]),
        upto=int(known.get("upto", upto)),
    )


def already_there(latest: Sequence[TResponseInputItem], items: Sequence[TResponseInputItem]) -> int:
    """How many of the items, from the first on, a session ends with: a process that is gone may
    have appended them without living to note it.

    Only what has an id can be told from something that was said twice.
    """
    named = list(takewhile(given_id, items))
    found, wanted = digests(latest), digests(named)
    lengths = range(min(len(found), len(wanted)), 0, -1)
    return next((n for n in lengths if found[-n:] == wanted[:n]), 0)


def digests(items: Sequence[TResponseInputItem]) -> tuple[str, ...]:
    """What recognises items."""
    return tuple(tool_arguments.sha256(raw_items.plain(item)) for item in items)


def _ends(found: tuple[str, ...], wanted: tuple[str, ...], before: tuple[str, ...]) -> bool:
    """Whether the items end like this; where nothing stood before there must be nothing else."""
    if not before:
        return found == wanted
    return found[len(found) - len(wanted) :] == wanted if len(found) >= len(wanted) else False
