"""How decisions are stored: by agent for function tools, by server for hosted MCP tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any

from core.approvals.book import ApprovalBook
from core.approvals.decision import Decision, Rule, ToolDecisions, ToolKey
from core.state_json.decisions import read_rules, write_rules

if TYPE_CHECKING:
    from core.agent import Agent
    from core.agents.graph import AgentGraph

NATIVE = "native_tool_approvals"
"""Where decisions on native tools are filed by agent; the Agents SDK knows them by name only."""


def write_approvals(
    book: ApprovalBook, graph: AgentGraph, *, edited: Set[str] = frozenset()
) -> dict[str, Any]:
    """The decisions, as the parts of a stored context that hold them.

    `edited` are the ids of calls that were approved with other arguments than the model's.
    """
    plain: dict[str, Any] = {}
    functions: list[Any] = []
    hosted: list[Any] = []
    native: list[Any] = []
    for entry in book:
        decision = _write(entry, edited)
        if entry.key[0] == "mcp":
            _, label, name = entry.key
            identity = {"type": "server_tool", "server_label": label, "tool_name": name}
            hosted.append({"identity": identity, "decision": decision})
            continue
        agent = graph.owner(entry.owner)
        if agent is None and entry.owner:
            continue  # Made for an agent this run cannot reach.
        filed = {
            "agent": graph.reference(agent),
            "tool_key": entry.key[1],
            "decision": decision,
        }
        if entry.key[0] == "function":
            functions.append(filed)
        else:
            native.append(filed)
            plain[entry.key[1]] = decision
    filed_parts = {
        "function_tool_approvals": functions,
        "hosted_mcp_approvals": hosted,
        NATIVE: native,
    }
    return {"approvals": plain} | {name: part for name, part in filed_parts.items() if part}


def _write(entry: ToolDecisions, edited: Set[str]) -> dict[str, Any]:
    """As the Agents SDK reads it; what it has no place for stands beside, and it asks again.

    It knows no edits: told of the approval alone, it would run what nobody approved.
    """
    always = entry.always
    yes = [call_id for call_id, decision in entry.calls.items() if decision.approved]
    no = [call_id for call_id, decision in entry.calls.items() if not decision.approved]
    waits = not edited.isdisjoint(yes)
    plain_yes = [call_id for call_id in yes if call_id not in edited]
    document: dict[str, Any] = {
        "approved": plain_yes if waits or always is None or not always.approved else True,
        "rejected": True if always is not None and not always.approved else no,
    }
    messages = {i: d.message for i, d in entry.calls.items() if d.message is not None}
    if messages:
        document["rejection_messages"] = messages
    if always is not None and always.message is not None:
        document["sticky_rejection_message"] = always.message
    if always is not None and entry.rules[0].scope is not None:
        document["sticky_scope"] = entry.rules[0].scope
    if entry.rules or waits:
        document["calls"] = {"approved": yes, "rejected": no}
        document["rules"] = write_rules(entry.rules)
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
    native = _records(document.get(NATIVE))
    for name, decision in _pairs(document.get("approvals")):
        if not native:
            _read(book, ("tool", name), current, decision, prints)
        if not bound:
            exact = {k: v for k, v in decision.items() if not isinstance(v, bool)}
            _read(book, ("function", name), current, exact, prints)
    for record in native:
        agent = graph.find(record.get("agent"))
        if agent is not None and graph.is_sure(agent):
            tool: ToolKey = ("tool", str(record.get("tool_key")))
            _read(book, tool, agent, record.get("decision"), prints)
    for record in _records(document.get("function_tool_approvals")):
        agent = graph.find(record.get("agent"))
        if agent is not None and graph.is_sure(agent):
            key: ToolKey = ("function", str(record.get("tool_key")))
            _read(book, key, agent, record.get("decision"), prints)
    for record in _records(document.get("hosted_mcp_approvals")):
        identity = record.get("identity") or {}
        label, served = identity.get("server_label"), identity.get("tool_name")
        if label and served:
            _read(book, ("mcp", label, served), None, record.get("decision"), prints)
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
    exact = decision.get("calls") or decision
    for name, approved in (("approved", True), ("rejected", False)):
        ids = exact.get(name)
        for call_id in ids if isinstance(ids, list) else []:
            if isinstance(call_id, str):
                entry.calls[call_id] = Decision(
                    approved, messages.get(call_id), prints.get(call_id)
                )
        if decision.get(name) is True and "rules" not in decision:
            always = Decision(approved, decision.get("sticky_rejection_message"))
            entry.add_rule(Rule(always, decision.get("sticky_scope")))
    if "rules" in decision:
        entry.rules = read_rules(decision["rules"])
