"""What open calls ask for, listed by kind as the Agents SDK looks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.state_json.items import write_key
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.tool_calls.calls import Call
    from core.transcript.call_types import CallKind

NATIVE_ACTIONS: Mapping[CallKind, tuple[str, str]] = {
    "shell": ("shell_actions", "shell"),
    "local_shell": ("local_shell_actions", "local_shell"),
    "computer": ("computer_actions", "computer"),
    "apply_patch": ("apply_patch_actions", "apply_patch"),
    "custom": ("custom_tool_actions", "custom_tool"),
}
"""Where the Agents SDK lists calls of native tools, and under which name it puts the tool."""


def write_actions(calls: Sequence[Call]) -> dict[str, Any]:
    """What open calls ask for, by kind."""
    actions: dict[str, Any] = {
        "functions": [_function(c) for c in calls if c.kind == "function"],
        "handoffs": [
            {"tool_call": raw_items.as_dict(c.raw_item), "handoff": {"tool_name": c.name}}
            for c in calls
            if c.kind == "handoff"
        ],
        "mcp_approval_requests": [
            {
                "request_item": {"raw_item": raw_items.as_dict(c.raw_item)},
                "mcp_tool": {"name": "hosted_mcp"},
            }
            for c in calls
            if c.kind == "mcp"
        ],
    }
    actions["mcp_tool_bindings"] = {c.call_id: list(c.binding) for c in calls if c.binding}
    for kind, (place, tool) in NATIVE_ACTIONS.items():
        actions[place] = [
            {"tool_call": raw_items.as_dict(c.raw_item), tool: {"name": c.name}}
            for c in calls
            if c.kind == kind
        ]
    return actions


def _function(call: Call) -> dict[str, Any]:
    document: dict[str, Any] = {
        "tool_call": raw_items.as_dict(call.raw_item),
        "tool": {"name": call.name, "lookupKey": write_key(call.lookup_key)},
    }
    if call.nested is not None:
        document["agent_run_state"] = call.nested.to_json()
    return document
