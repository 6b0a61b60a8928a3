"""What people decide about the open calls of a run: which ones wait, and what a decision changes.

Every decision is made here, before any tool is touched; nothing here awaits.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.approvals.decision import Decision, Rule
from core.exceptions import ModelBehaviorError, UserError
from core.items import ToolApprovalItem
from core.schemas import arguments as tool_arguments
from core.schemas.check import edit_mismatch
from core.tool_calls.call_outputs import output_item, text_output, words_beside
from core.tool_calls.calls import ledger_call
from core.tools.function_tools import FunctionTool
from core.transcript import raw_items
from core.transcript.tool_identity import invocation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from core.ledger import LedgerCall
    from core.run_state import RunState
    from core.tool_calls.calls import Call


@dataclass(frozen=True)
class Standing:
    """What of a decision is to hold for later calls: nothing, everything, or a part."""

    always: bool
    arguments: Mapping[str, Any] | None = None
    until: datetime | None = None

    def rule(self, decision: Decision) -> Rule | None:
        """The rule of a decision; None when it is about one call only."""
        if not self.always:
            if self.arguments is not None or self.until is not None:
                raise UserError(
                    "always_for and always_until limit a standing decision: "
                    "set always_approve or always_reject as well."
                )
            return None
        until = None if self.until is None else self.until.timestamp()
        arguments = dict(self.arguments) if self.arguments else None
        return Rule(decision, arguments=arguments, until=until)


def interruptions(state: RunState[Any, Any]) -> list[ToolApprovalItem]:
    """The calls a person has to decide on, those of nested runs included."""
    items: list[ToolApprovalItem] = []
    for call in state.calls:
        if call.nested is not None:
            items += interruptions(call.nested)
        elif call.lost or (call.needs_approval and not call.started):
            item = approval_item(call)
            item.run_id = state.run_id
            items.append(item)
    return items


def approval_item(call: Call) -> ToolApprovalItem:
    """The question about a call; the same object as long as the question is the same.

    It holds a copy: whatever becomes of the question, the call stays as the model made it.
    """
    reason: Literal["approval", "outcome_unknown"] = "outcome_unknown" if call.lost else "approval"
    item = call.approval_item
    if item is None or item.reason != reason or item.edited_arguments != call.edited:
        item = call.approval_item = ToolApprovalItem(
            agent=call.agent,
            raw_item=copy.deepcopy(call.raw_item),
            tool_name=call.name,
            tool_lookup_key=call.lookup_key,
            tool_origin=call.origin,
            reason=reason,
            edited_arguments=call.edited,
        )
    return item


def new_questions(state: RunState[Any, Any], calls: Iterable[Call]) -> list[ToolApprovalItem]:
    """The questions about calls that are not on record yet; a nested run asks its own."""
    start = 0 if state.turn is None else state.turn.start
    asked = {id(item) for item in state.session_items[start:]}
    questions = [approval_item(call) for call in calls if call.nested is None]
    return [question for question in questions if id(question) not in asked]


def approve(
    state: RunState[Any, Any],
    item: ToolApprovalItem,
    standing: Standing,
    *,
    arguments: Mapping[str, Any] | None,
) -> None:
    """Let a call run."""
    owner, call = _waiting(state, item, "approve")
    edited = None if arguments is None else _edited(call, arguments)
    decision = Decision(approved=True)
    owner.context.approvals.decide(approval_item(call), decision, rule=standing.rule(decision))
    call.edited = edited


def reject(
    state: RunState[Any, Any],
    item: ToolApprovalItem,
    standing: Standing,
    *,
    message: str | None,
) -> None:
    """Refuse a call."""
    owner, call = _waiting(state, item, "reject")
    decision = Decision(approved=False, message=message)
    owner.context.approvals.decide(approval_item(call), decision, rule=standing.rule(decision))


def settle(state: RunState[Any, Any], item: ToolApprovalItem, output: str) -> None:
    """Answer a call of unknown outcome with what a person says about it."""
    owner, call = _lost(state, item)
    raw = text_output(call.kind, call.call_id, output)
    owner.record([output_item(call, raw, output), *words_beside(call, output)])
    owner.calls.answer(call)


def run_again(state: RunState[Any, Any], item: ToolApprovalItem) -> None:
    """Make a lost call an undecided one."""
    owner, call = _lost(state, item)
    owner.calls.stop(call)
    call.attempt += 1
    demand_approval(owner, call)


def demand_approval(state: RunState[Any, Any], call: Call) -> None:
    """Make a call undecided, whatever was decided before."""
    state.context.approvals.forget(call.key, call.agent, call.call_id)
    call.needs_approval = True
    call.ask_anew = True
    call.edited = None


def call_of(state: RunState[Any, Any], item: ToolApprovalItem) -> LedgerCall:
    """What an item asks about, as the ledger will know it."""
    owner, call = _find(state, item)
    return ledger_call(call, owner.run_id)


def _waiting(
    state: RunState[Any, Any], item: ToolApprovalItem, what: str
) -> tuple[RunState[Any, Any], Call]:
    if state.context is None:
        raise UserError(f"Cannot {what} a tool: the state has no context.")
    owner, call = _find(state, item)
    if call.lost:
        raise UserError(f"Call {call.call_id!r} may have run already: use settle() or run_again().")
    if not call.needs_approval or call.started:
        raise UserError(f"Call {call.call_id!r} is not waiting for a decision.")
    return owner, call


def _lost(state: RunState[Any, Any], item: ToolApprovalItem) -> tuple[RunState[Any, Any], Call]:
    owner, call = _find(state, item)
    if not call.lost:
        raise UserError(f"The outcome of call {call.call_id!r} is not unknown.")
    return owner, call


def _find(state: RunState[Any, Any], item: ToolApprovalItem) -> tuple[RunState[Any, Any], Call]:
    """The open call an item asks about, and the run it belongs to."""
    found = _search(state, item, exact=True) or _search(state, item, exact=False)
    if found is None:
        raise UserError(f"Call {item.call_id!r} of tool {item.name!r} is not pending.")
    if not _same(found[1], item):
        raise ModelBehaviorError(f"Call {item.call_id!r} is not the one this item asked about.")
    return found


def _search(
    state: RunState[Any, Any], item: ToolApprovalItem, *, exact: bool
) -> tuple[RunState[Any, Any], Call] | None:
    for call in state.calls:
        if call.nested is not None:
            found = _search(call.nested, item, exact=exact)
            if found is not None:
                return found
        elif call.approval_item is item or (not exact and _same(call, item)):
            return state, call
    return None


def _same(call: Call, item: ToolApprovalItem) -> bool:
    if item.call_id != call.call_id or item.agent.name != call.agent.name:
        return False
    asked = invocation(item.raw_item, item.tool_name, item.tool_lookup_key)
    return asked is not None and asked.fingerprint == call.identity.fingerprint


def _edited(call: Call, arguments: Mapping[str, Any]) -> str | None:
    """The new arguments as text; None when they are what the model asked for."""
    if call.kind != "function":
        raise UserError(f"The arguments of a {call.kind} call cannot be changed.")
    text = tool_arguments.canonical(dict(arguments))
    schema = _schema(call)
    if schema is None:
        raise UserError(f"The arguments of tool {call.name!r} cannot be checked, so not changed.")
    asked = _asked(call)
    problem = edit_mismatch(dict(arguments), asked, schema)
    if problem is not None:
        raise UserError(f"The arguments do not fit tool {call.name!r}: {problem}")
    return None if asked is not None and tool_arguments.canonical(asked) == text else text


def _asked(call: Call) -> dict[str, Any] | None:
    """The arguments of the model; None when they cannot be read."""
    try:
        return tool_arguments.parse(raw_items.arguments_of(call.raw_item) or "")
    except tool_arguments.ArgumentsError:
        return None


def _schema(call: Call) -> dict[str, Any] | None:
    if call.binding is not None:
        return None  # Its server knows the schema, and may not be there.
    for tool in reversed(call.agent.tools):  # The later of two tools of one name counts.
        if isinstance(tool, FunctionTool) and tool.key == call.lookup_key:
            return tool.params_json_schema
    return None
