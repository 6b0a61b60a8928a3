"""How the items of a run are stored."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from core.items import (
    CompactionItem,
    HandoffCallItem,
    HandoffOutputItem,
    InputItem,
    MCPApprovalRequestItem,
    MCPApprovalResponseItem,
    MCPListToolsItem,
    MessageOutputItem,
    ReasoningItem,
    RunItem,
    ToolApprovalItem,
    ToolCallItem,
    ToolCallOutputItem,
    ToolSearchCallItem,
    ToolSearchOutputItem,
)
from core.outputs.any_value import as_json
from core.tools.origin import ToolOrigin
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.agents.graph import AgentGraph
    from core.transcript.tool_identity import FunctionToolLookupKey

PLAIN: dict[str, type[Any]] = {
    kind.type: kind
    for kind in (
        MessageOutputItem,
        ReasoningItem,
        CompactionItem,
        HandoffCallItem,
        MCPListToolsItem,
        MCPApprovalRequestItem,
        MCPApprovalResponseItem,
        ToolSearchCallItem,
        ToolSearchOutputItem,
    )
}
"""Items of which nothing is stored but what all have, by their types."""


def write_item(item: RunItem, graph: AgentGraph) -> dict[str, Any]:
    """The stored form of an item."""
    document: dict[str, Any] = {
        "type": item.type,
        "raw_item": raw_items.as_dict(item.raw_item),
        "agent": graph.reference(item.agent),
    }
    if isinstance(item, ToolCallItem):
        _put(document, tool_name=item.tool_name, description=item.description, title=item.title)
        _put_origin(document, item.tool_origin)
    elif isinstance(item, ToolCallOutputItem):
        document["output"] = as_json(item.output)
        _put_origin(document, item.tool_origin)
        _put(document, custom_data=item.custom_data)
    elif isinstance(item, ToolApprovalItem):
        _put(document, tool_name=item.tool_name, tool_namespace=item.tool_namespace)
        _put_origin(document, item.tool_origin)
        _put(document, tool_lookup_key=write_key(item.tool_lookup_key))
    elif isinstance(item, HandoffOutputItem):
        document["source_agent"] = graph.reference(item.source_agent)
        document["target_agent"] = graph.reference(item.target_agent)
    elif isinstance(item, InputItem):
        document["input_id"] = item.input_id
    return document


def read_item(document: dict[str, Any], graph: AgentGraph, fallback: Any) -> RunItem | None:
    """An item from its stored form; None for a type this version does not know."""
    kind = document.get("type")
    agent = graph.find(document.get("agent")) or fallback
    raw = read_raw(document.get("raw_item") or {})
    if kind in PLAIN:
        plain: RunItem = PLAIN[kind](agent=agent, raw_item=raw)
        return plain
    origin = ToolOrigin.from_json_dict(document.get("tool_origin"))
    match kind:
        case "tool_call_item":
            return ToolCallItem(
                agent=agent,
                raw_item=raw,
                description=document.get("description"),
                title=document.get("title"),
                tool_origin=origin,
                _resolved_tool_name=document.get("tool_name"),
            )
        case "tool_call_output_item":
            return ToolCallOutputItem(
                agent=agent,
                raw_item=raw,
                output=document.get("output"),
                tool_origin=origin,
                custom_data=document.get("custom_data"),
            )
        case "tool_approval_item":
            return ToolApprovalItem(
                agent=agent,
                raw_item=raw,
                tool_name=document.get("tool_name"),
                tool_namespace=document.get("tool_namespace"),
                tool_origin=origin,
                tool_lookup_key=read_key(document.get("tool_lookup_key")),
            )
        case "handoff_output_item":
            return HandoffOutputItem(
                agent=agent,
                raw_item=raw,
                source_agent=graph.find(document.get("source_agent")) or fallback,
                target_agent=graph.find(document.get("target_agent")) or fallback,
            )
        case "input_item":
            return InputItem(agent=agent, raw_item=raw, input_id=document.get("input_id") or "")
        case _:
            return None


def read_items(documents: Any, graph: AgentGraph, fallback: Any) -> list[RunItem]:
    """Items from their stored forms; those this version does not know are left out."""
    items = (read_item(document, graph, fallback) for document in documents or [])
    return [item for item in items if item is not None]


def read_raw(raw: dict[str, Any]) -> Any:
    """A raw item as the program knows it: as an object where it uses `openai`, else as a dict."""
    if "openai" not in sys.modules:
        return raw
    from core.models.raw_objects import as_object

    return as_object(raw)


def write_key(key: FunctionToolLookupKey | None) -> dict[str, str] | None:
    """The stored form of a lookup key."""
    if key is None:
        return None
    if key[0] == "namespaced":
        return {"kind": "namespaced", "namespace": key[1], "name": key[2]}
    return {"kind": key[0], "name": key[1]}


def read_key(document: Any) -> FunctionToolLookupKey | None:
    """A lookup key from its stored form."""
    if not isinstance(document, dict):
        return None
    kind, name = document.get("kind"), document.get("name")
    if not isinstance(name, str):
        return None
    if kind == "namespaced":
        return ("namespaced", str(document.get("namespace")), name)
    return ("deferred_top_level", name) if kind == "deferred_top_level" else ("bare", name)


def _put(document: dict[str, Any], **fields: Any) -> None:
    document.update({name: value for name, value in fields.items() if value is not None})


def _put_origin(document: dict[str, Any], origin: ToolOrigin | None) -> None:
    if origin is not None:
        document["tool_origin"] = origin.to_json_dict()
