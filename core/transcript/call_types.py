"""The kinds of calls, and how a call of each and its output are called in the Responses API."""

from __future__ import annotations

from typing import Literal

CallKind = Literal[
    "function", "handoff", "shell", "local_shell", "apply_patch", "custom", "computer", "mcp"
]

NATIVE_CALLS: dict[str, CallKind] = {
    "shell_call": "shell",
    "local_shell_call": "local_shell",
    "apply_patch_call": "apply_patch",
    "custom_tool_call": "custom",
    "computer_call": "computer",
}
"""Calls of tools the model knows without a schema."""
CALLS = frozenset({"function_call", *NATIVE_CALLS})
"""Calls that must have an output before the model may see them again."""
OUTPUTS = frozenset(f"{call}_output" for call in CALLS)
MCP_REQUEST = "mcp_approval_request"
"""Asks whether the provider may call a tool of an MCP server."""


def output_type(kind: CallKind) -> str:
    """How the output of a call is called; handoffs are calls of functions, too."""
    call = next((call for call, native in NATIVE_CALLS.items() if native == kind), "function_call")
    return f"{call}_output"
