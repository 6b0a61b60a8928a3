"""How open calls are stored, and how they are found in states that name them only indirectly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.approvals.book import is_mcp
from core.state_json.items import read_key, write_key
from core.tool_calls.calls import Call, CallRecord
from core.tools.function_tools import FunctionTool
from core.tools.origin import ToolOrigin
from core.transcript import raw_items
from core.transcript.call_types import NATIVE_CALLS, OUTPUTS
from core.transcript.tool_identity import Invocation, invocation, key_text, lookup_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.agent import Agent
    from core.agents.graph import AgentGraph
    from core.approvals.decision import ToolKey
    from core.items import RunItem
    from core.transcript.call_types import CallKind

OUTPUT_ITEMS = frozenset(
    {"tool_call_output_item", "handoff_output_item", "mcp_approval_response_item"}
)


def write_call(call: Call, graph: AgentGraph) -> dict[str, Any]:
    """What the engine has to know of an open call beyond the model's own item."""
    document: dict[str, Any] = {
        "call_id": call.call_id,
        "kind": call.kind,
        "name": call.name,
        "agent": graph.reference(call.agent),
        "effect": call.effect,
        "attempt": call.attempt,
    }
    if call.lookup_key is not None:
        document["lookup_key"] = write_key(call.lookup_key)
    if call.origin is not None:
        document["origin"] = call.origin.to_json_dict()
    for name in ("needs_approval", "edited"):
        if getattr(call, name) is not None:
            document[name] = getattr(call, name)
    for name in ("started", "ask_anew"):
        if getattr(call, name):
            document[name] = True
    return document


def write_records(known: Mapping[str, CallRecord]) -> dict[str, Any]:
    """What recognises calls, by their ids."""
    return {
        call_id: {
            "type": record.identity.type,
            "approval_scope": record.identity.scope,
            "fingerprint": record.identity.fingerprint,
            "executed": record.executed,
            "completed": record.completed,
        }
        for call_id, record in known.items()
    }


def read_call(
    document: Mapping[str, Any], raw: Any, graph: AgentGraph, fallback: Agent[Any]
) -> Call | None:
    """An open call from its stored form and the model's item."""
    kind: CallKind = document.get("kind") or "function"
    name = str(document.get("name") or "")
    key = read_key(document.get("lookup_key"))
    identity = invocation(raw, name, key)
    if identity is None:
        return None
    return Call(
        kind=kind,
        identity=identity,
        name=name,
        agent=graph.find(document.get("agent")) or fallback,
        raw_item=raw,
        key=_filed_under(kind, name, key, raw),
        lookup_key=key,
        origin=ToolOrigin.from_json_dict(document.get("origin")),
        needs_approval=document.get("needs_approval"),
        ask_anew=bool(document.get("ask_anew")),
        effect=document.get("effect") or "at_most_once",
        attempt=int(document.get("attempt") or 1),
        started=bool(document.get("started")),
        edited=document.get("edited"),
    )


def find_calls(state: Mapping[str, Any], items: list[RunItem], agent: Agent[Any]) -> list[Call]:
    """The open calls of a state that does not list them: asked by the last answer, not answered."""
    responses = state.get("model_responses") or []
    output = (responses[-1].get("output") or []) if responses else []
    answered = {raw_items.call_id_of(i.raw_item) for i in items if i.type in OUTPUT_ITEMS}
    answered |= {
        raw_items.get(i.raw_item, "approval_request_id")
        for i in items
        if i.type == "mcp_approval_response_item"
    }
    handoffs = {raw_items.call_id_of(i.raw_item) for i in items if i.type == "handoff_call_item"}
    asked = _asked(state)
    calls = []
    for raw in output:
        call_id = raw_items.call_id_of(raw)
        question = asked.get(call_id)
        call = _guess(raw, question, agent, is_handoff=call_id in handoffs)
        if call is not None and call_id not in answered:
            call.needs_approval = True if question is not None else None
            calls.append(call)
    return calls


def _asked(state: Mapping[str, Any]) -> dict[str | None, Mapping[str, Any]]:
    """The questions of a state by the id of their call."""
    step = state.get("current_step") or {}
    processed = state.get("last_processed_response") or {}
    documents = [
        *(processed.get("interruptions") or []),
        *((step.get("data") or {}).get("interruptions") or []),
    ]
    return {raw_items.call_id_of(d.get("raw_item") or {}): d for d in documents}


def _guess(
    raw: Any, question: Mapping[str, Any] | None, agent: Agent[Any], *, is_handoff: bool
) -> Call | None:
    name = (question or {}).get("tool_name") or raw_items.name_of(raw)
    if raw_items.kind_of(raw) == "function_call":
        kind: Any = "handoff" if is_handoff else "function"
        key = read_key((question or {}).get("tool_lookup_key"))
        key = key or lookup_key(name, raw_items.get(raw, "namespace"))
    elif is_mcp(raw):
        kind, key = "mcp", None
    else:
        kind, key = NATIVE_CALLS.get(raw_items.kind_of(raw) or ""), None
        name = name or kind
    identity = invocation(raw, name, key)
    if kind is None or identity is None:
        return None
    filed = _filed_under(kind, name or "", key, raw)
    origin = ToolOrigin.from_json_dict((question or {}).get("tool_origin"))
    return Call(kind, identity, name or "", agent, raw, filed, key, origin)


def _filed_under(kind: str, name: str, key: Any, raw: Any) -> ToolKey:
    if kind == "mcp":
        return ("mcp", str(raw_items.get(raw, "server_label") or ""), name)
    return (
        ("function", key_text(key) if key else name)
        if kind in ("function", "handoff")
        else ("tool", name)
    )


def read_records(document: Any) -> dict[str, CallRecord]:
    """What recognises calls, from its stored form."""
    records = {}
    for call_id, record in (document or {}).items():
        identity = Invocation(
            type=str(record.get("type")),
            call_id=call_id,
            scope=str(record.get("approval_scope")),
            fingerprint=str(record.get("fingerprint")),
        )
        records[call_id] = CallRecord(
            identity, bool(record.get("executed")), bool(record.get("completed"))
        )
    return records


def nested_agent(call: Call) -> Agent[Any] | None:
    """The agent inside the agent tool a call is for."""
    for tool in call.agent.tools:
        if isinstance(tool, FunctionTool) and tool.key == call.lookup_key:
            agent: Agent[Any] | None = tool.agent
            return agent
    return None


def records_in_input(items: list[dict[str, Any]]) -> dict[str, CallRecord]:
    """What recognises the calls of an input that have their output there; old states kept no
    other record of them."""
    answered = {i.get("call_id") for i in items if i.get("type") in OUTPUTS}
    found = [invocation(item) for item in items if item.get("call_id") in answered]
    return {
        call.call_id: CallRecord(call, executed=True, completed=True)
        for call in found
        if call is not None
    }
