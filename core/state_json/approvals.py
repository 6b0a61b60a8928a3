"""How decisions are stored: by agent for function tools, by server for hosted MCP tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from core.approvals import ApprovalBook, Decision, ToolDecisions, ToolKey

if TYPE_CHECKING:
    from core.agent import Agent
    from core.agent_graph import AgentGraph


def write_approvals(book: ApprovalBook, graph: AgentGraph) -> dict[str, Any]:
    """The decisions, as the parts of a stored context that hold them."""
    plain: dict[str, Any] = {}
    functions: list[Any] = []
    hosted: list[Any] = []
    for entry in book:
        agent = entry.owner() if entry.owner is not None else None
        if entry.key[0] == "function":
            functions.append(
                {
                    "agent": graph.reference(agent),
                    "tool_key": entry.key[1],
                    "decision": _write(entry),
                }
            )
        elif entry.key[0] == "mcp":
            identity = {
                "type": "server_tool",
                "server_label": entry.key[1],
                "tool_name": entry.key[2],
            }
            hosted.append({"identity": identity, "decision": _write(entry)})
        else:
            plain[entry.key[1]] = _write(entry)
    parts: dict[str, Any] = {"approvals": plain}
    if functions:
        parts["function_tool_approvals"] = functions
    if hosted:
        parts["hosted_mcp_approvals"] = hosted
    return parts


def _write(entry: ToolDecisions) -> dict[str, Any]:
    always = entry.always
    yes = [call_id for call_id, decision in entry.calls.items() if decision.approved]
    no = [call_id for call_id, decision in entry.calls.items() if not decision.approved]
    document: dict[str, Any] = {
        "approved": yes if always is None or not always.approved else True,
        "rejected": no if always is None or always.approved else True,
    }
    if always is not None:
        document["approved" if not always.approved else "rejected"] = (
            yes if not always.approved else no
        )
        document["calls"] = {"approved": yes, "rejected": no}
    messages = {i: d.message for i, d in entry.calls.items() if d.message is not None}
    if messages:
        document["rejection_messages"] = messages
    if always is not None and always.message is not None:
        document["sticky_rejection_message"] = always.message
    if entry.scope is not None:
        document["sticky_scope"] = entry.scope
    return document


def read_approvals(
    document: Mapping[str, Any], graph: AgentGraph, current: Agent[Any], *, bound: bool
) -> ApprovalBook:
    """The decisions of a stored context.

    `bound` says that the format of the state files decisions on function tools by agent; before
    that a decision on one call stood under the tool's name, and a standing one belonged to nobody.
    """
    book = ApprovalBook()
    prints = {
        call_id: record.get("fingerprint")
        for call_id, record in (document.get("tool_invocations") or {}).items()
        if isinstance(record, Mapping)
    }
    for name, decision in _pairs(document.get("approvals")):
        _read(book, ("tool", name), None, decision, prints)
        if not bound:
            exact = {k: v for k, v in decision.items() if not isinstance(v, bool)}
            _read(book, ("function", name), current, exact, prints)
    for record in _records(document.get("function_tool_approvals")):
        agent = graph.find(record.get("agent"))
        if agent is not None:
            key: ToolKey = ("function", str(record.get("tool_key")))
            _read(book, key, agent, record.get("decision"), prints)
    for record in _records(document.get("hosted_mcp_approvals")):
        identity = record.get("identity") or {}
        label, tool = identity.get("server_label"), identity.get("tool_name")
        if label and tool:
            _read(book, ("mcp", label, tool), None, record.get("decision"), prints)
    return book


def _pairs(value: Any) -> Iterable[tuple[str, Mapping[str, Any]]]:
    if not isinstance(value, Mapping):
        return []
    return [(k, v) for k, v in value.items() if isinstance(k, str) and isinstance(v, Mapping)]


def _records(value: Any) -> list[Mapping[str, Any]]:
    return [r for r in value if isinstance(r, Mapping)] if isinstance(value, list) else []


def _read(
    book: ApprovalBook,
    key: ToolKey,
    agent: Agent[Any] | None,
    decision: Any,
    prints: Mapping[str, Any],
) -> None:
    if not isinstance(decision, Mapping):
        return
    entry = book.entry(key, agent)
    messages = decision.get("rejection_messages") or {}
    exact = decision.get("calls") or {}
    for name, approved in (("approved", True), ("rejected", False)):
        ids = decision.get(name)
        for call_id in ids if isinstance(ids, list) else exact.get(name) or []:
            if isinstance(call_id, str):
                entry.calls[call_id] = Decision(
                    approved, messages.get(call_id), prints.get(call_id)
                )
        if ids is True:
            entry.always = Decision(approved, decision.get("sticky_rejection_message"))
            entry.scope = decision.get("sticky_scope")
