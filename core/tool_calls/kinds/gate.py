"""Whether a call of a native tool needs a person, and who decides in place of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.tool_calls.pending import approval_item

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.turns.live import LiveRun


async def needs_person(tool: Any, payload: Any, call: Call, run: LiveRun) -> bool:
    """What the policy of the tool says of the payload; a callback of the tool may decide then."""
    policy = tool.needs_approval
    needed = (
        policy
        if isinstance(policy, bool)
        else bool(await settled(policy(run.context, payload, call.call_id)))
    )
    if needed and tool.on_approval is not None:
        item = approval_item(call)
        take(await settled(tool.on_approval(run.context, item)), call, run)
    return needed


def take(decision: Any, call: Call, run: LiveRun) -> None:
    """Take the decision of a callback; one that says neither leaves the call to a person."""
    item = approval_item(call)
    if decision.get("approve") is True:
        run.context.approve_tool(item)
    elif decision.get("approve") is False:
        run.context.reject_tool(item, rejection_message=decision.get("reason"))
