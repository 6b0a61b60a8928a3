"""A text as the output of a call, and what is said beside an output that has no place for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.item_text import ItemHelpers
from core.items import InputItem, MCPApprovalResponseItem, ToolCallOutputItem

if TYPE_CHECKING:
    from core.calls import Call, CallKind
    from core.items import RunItem

NO_SCREEN = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJ"
    "RU5ErkJggg=="
)
"""One black pixel: what stands for a screen nobody has looked at."""


def text_output(kind: CallKind, call_id: str, output: str) -> dict[str, Any]:
    """A text as the output of a call of a kind."""
    if kind == "shell":
        outcome = {"type": "exit", "exit_code": 0}
        parts = [{"stdout": output, "stderr": "", "outcome": outcome}]
        return {"type": "shell_call_output", "call_id": call_id, "output": parts}
    if kind == "computer":
        return screen_output(call_id, output if output.startswith("data:") else NO_SCREEN)
    if kind == "mcp":
        yes = {"approval_request_id": call_id, "approve": True}
        return {"type": "mcp_approval_response", **yes}
    types = {
        "apply_patch": "apply_patch_call_output",
        "custom": "custom_tool_call_output",
        "local_shell": "local_shell_call_output",
    }
    return {"type": types.get(kind, "function_call_output"), "call_id": call_id, "output": output}


def screen_output(call_id: str, url: str) -> dict[str, Any]:
    """A screenshot as the output of a computer call."""
    screenshot = {"type": "computer_screenshot", "image_url": url}
    return {"type": "computer_call_output", "call_id": call_id, "output": screenshot}


def output_item(
    call: Call, raw: Any, output: Any, custom_data: dict[str, Any] | None = None
) -> RunItem:
    """An output as an item of the run, addressed to whoever made the call."""
    if call.kind == "mcp":
        return MCPApprovalResponseItem(agent=call.agent, raw_item=raw)
    ItemHelpers.copy_tool_call_caller(call.raw_item, raw)
    return ToolCallOutputItem(
        agent=call.agent,
        raw_item=raw,
        output=output,
        tool_origin=call.origin,
        custom_data=custom_data,
    )


def words_beside(call: Call, text: str) -> list[RunItem]:
    """What has to be said apart from the output: a screenshot has no place for words."""
    if call.kind != "computer":
        return []
    said = f"About the computer call {call.call_id}: {text}"
    return [InputItem(agent=call.agent, raw_item={"role": "developer", "content": said})]
