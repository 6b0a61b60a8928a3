"""The ids of calls: one call has one id, and an id is never another call's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.exceptions import ToolCallIdError
from core.transcript.tool_identity import Invocation, invocation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.approvals.book import ApprovalBook
    from core.tool_calls.calls import CallRecord


@dataclass(frozen=True)
class Past:
    """What was called before, and what was decided before."""

    calls: Mapping[str, CallRecord]
    decisions: ApprovalBook

    def has(self, call: Invocation) -> bool:
        """Whether this very call was made before; ToolCallIdError when another one had its id."""
        self.decisions.check(call)
        earlier = self.calls.get(call.call_id)
        if earlier is None:
            decision = self.decisions.shown(call.call_id)
            return decision is not None and decision.used
        if earlier.identity.fingerprint != call.fingerprint:
            raise ToolCallIdError(_reused(call.call_id, "for another call"))
        return True


def check_call_ids(output: Sequence[Any]) -> None:
    """ToolCallIdError when two different calls of one response have the same id."""
    if len(output) < 2:
        return
    seen: dict[str, str] = {}
    for raw in output:
        identity = invocation(raw)
        if identity is None:
            continue
        if seen.setdefault(identity.call_id, identity.fingerprint) != identity.fingerprint:
            raise ToolCallIdError(_reused(identity.call_id, "in one response"))


def _reused(call_id: str, how: str) -> str:
    return (
        f"Model reused a tool call ID {how}: {call_id!r}; "
        "every tool invocation needs a unique call ID."
    )
