"""The part of a run's input that its session has already, and how it is found there again.

A stored state leaves the history to the session: a copy would make every state of a long
conversation long, and would go on telling what was taken out of the session since.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from core.transcript.raw_items import TResponseInputItem


@dataclass(frozen=True)
class SessionHistory:
    """What a run took from its session before it began."""

    session_id: str
    taken: int
    """How many items of the session that was."""
    here: int = 0
    """How many items at the beginning of the input they are; 0 as long as they were not read."""

    @property
    def is_away(self) -> bool:
        """Whether it has to be read before the model can be asked."""
        return self.taken > 0 and self.here == 0

    def find(
        self,
        items: Sequence[TResponseInputItem],
        new: Sequence[TResponseInputItem],
        calls: Collection[str | None],
    ) -> list[TResponseInputItem]:
        """The history among all items of the session.

        The run's own items come after it: its new input, and what has the id of one of its calls.
        Where the session was put in order meanwhile, whatever it has now is the history.
        """
        own = (n for n, item in enumerate(items) if item.get("call_id") in calls)
        end = next(own, len(items))
        starts = range(end - len(new), -1, -1)
        begin = next((n for n in starts if list(items[n : n + len(new)]) == list(new)), end)
        return list(items[:begin][-self.taken :])


def write_history(history: SessionHistory | None) -> dict[str, Any] | None:
    """The stored form."""
    if history is None or not history.taken:
        return None
    return {"session_id": history.session_id, "taken": history.taken}


def read_history(document: Mapping[str, Any] | None) -> SessionHistory | None:
    """What a state has left to its session."""
    if document is None:
        return None
    return SessionHistory(str(document["session_id"]), int(document["taken"]))
