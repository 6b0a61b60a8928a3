"""The outputs of one answer's calls: they come in any order and stand in the order of the calls."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_calls.kinds import Answer
    from core.turns.live import LiveRun


class Batch:
    """The outputs that have come so far."""

    def __init__(self, run: LiveRun) -> None:
        self.run = run
        self._order = {call.call_id: rank for rank, call in enumerate(run.state.calls)}
        self._ranks: list[int] = []

    def add(self, call: Call, answer: Answer) -> None:
        """Put an output in its place, close the call, and tell about it."""
        state = self.run.state
        made = [answer.item(call), *answer.beside]
        rank = self._order.get(call.call_id, len(self._order))
        place = bisect.bisect(self._ranks, rank)
        behind = len(self._ranks) - place
        self._ranks[place:place] = [rank] * len(made)
        for items in (state.session_items, state.generated_items):
            at = len(items) - behind
            items[at:at] = made
        state.calls.answer(call)
        state.context.approvals.use(call.key, call.agent, call.call_id)
        self.run.tell(made)
