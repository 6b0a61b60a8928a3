"""What a run that is broken off leaves in its thread's conversation.

Rule: what the model reads of a run that did not come to its end is decided here, and nothing else
is done here. Without it the next message would find a wish nobody has answered, and the agent would
set about it again.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.ports import Ended
from bot.records import Approval
from bot.records import Call as Record
from bot.service.runs.requests import record_of
from bot.service.runs.verdicts import BY_HAND, NOBODY_KNOWS, why_not
from core import RunState
from core.tool_calls.call_outputs import text_output
from core.tool_calls.calls import Call, ledger_call


def unasked(state: RunState[Any, Any], approvals: Mapping[str, Approval]) -> Iterator[Record]:
    """Calls without an output about which no person was asked: what became of them stands in the
    journal alone."""
    for call in state.calls:
        record = record_of(ledger_call(call, state.run_id))
        if call.nested is None and record.key not in approvals:
            yield record


def remains(
    state: RunState[Any, Any],
    approvals: Mapping[str, Approval],
    ended: Mapping[str, Ended],
    end: str,
) -> list[dict[str, Any]]:
    """Items to put behind what the conversation has: calls and outputs that are not in it yet, an
    output for each call that has none, and at the `end` how it was broken off. `ended`: what the
    journal has of calls nobody was asked about, by their key.

    What the model said beside them is left out: nobody may have seen it."""
    if not state.input_saved:
        return []
    unsaved = [item.to_input_item() for item in state.session_items[state.items_saved :]]
    items = [dict(item) for item in unsaved if "call_id" in item]
    items += [_output(call, state, approvals, ended) for call in state.calls]
    return [*items, note(end)]


def note(text: str) -> dict[str, Any]:
    """Words of ours, as the model finds them."""
    return {"role": "assistant", "content": text}


def _output(
    call: Call,
    state: RunState[Any, Any],
    approvals: Mapping[str, Approval],
    ended: Mapping[str, Ended],
) -> dict[str, Any]:
    return text_output(call.kind, call.call_id, _fate_of(call, state, approvals, ended))


def _fate_of(
    call: Call,
    state: RunState[Any, Any],
    approvals: Mapping[str, Approval],
    ended: Mapping[str, Ended],
) -> str:
    if call.nested is not None:
        return f"This was broken off before its end. What it had begun may have run. {_KEEP_OFF}"
    record = record_of(ledger_call(call, state.run_id))
    approval = approvals.get(record.key)
    if approval is not None:
        return _fate(approval)
    if (known := ended.get(record.key)) is not None:
        return f"{_FAILED} {known.output}" if known.failed else known.output
    if call.needs_approval or record.effect == "pure":
        return "This did not run: the request ended before."
    return f"This was broken off. {NOBODY_KNOWS}"


def _fate(approval: Approval) -> str:
    match approval.status:
        case "done" | "failed" as status if approval.ended_by:
            return BY_HAND[status]
        case "done":
            return f"This did run. It answered: {approval.outcome}"
        case "failed":
            return f"{_FAILED} {approval.outcome}"
        case "started" | "in_doubt" | "superseded":
            return f"This was started. {NOBODY_KNOWS}"
        case "waiting" | "approved" | "cancelled":
            return "This did not run: the request ended before."
        case "rejected" | "expired" | "undeliverable":
            return why_not(approval) or "A person rejected this."


_FAILED = "This was started and reported an error:"
_KEEP_OFF = "Do not try it again by yourself."
