"""A text as the output of a call, and what is said beside an output that has no place for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.items import InputItem, MCPApprovalResponseItem, ToolCallOutputItem
from core.transcript import raw_items
from core.transcript.call_types import output_type
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from core.items import RunItem
    from core.tool_calls.calls import Call
    from core.transcript.call_types import CallKind

NO_SCREEN = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJ"
    "RU5ErkJggg=="
)
"""One black pixel: what stands for a screen nobody has looked at."""


def text_output(kind: CallKind, call_id: str, output: str) -> dict[str, Any]:
    """A text as the output of a call of a kind."""
    if kind == "mcp":
        yes = {"approval_request_id": call_id, "approve": True}
        return {"type": "mcp_approval_response", **yes}
    raw = {"type": output_type(kind), "call_id": call_id}
    return with_words(raw, output)


def with_words(raw: Any, text: str) -> dict[str, Any]:
    """An output that says this and nothing else."""
    said: Any = text
    if raw_items.kind_of(raw) == "shell_call_output":
        outcome = {"type": "exit", "exit_code": 0}
        said = [{"stdout": text, "stderr": "", "outcome": outcome}]
    elif raw_items.kind_of(raw) == "computer_call_output":
        said = screenshot(text if text.startswith("data:") else NO_SCREEN)
    place = "result" if raw_items.kind_of(raw) == "program_output" else "output"
    return {**raw_items.as_dict(raw), place: said}


def screenshot(url: str) -> dict[str, Any]:
    """What the model sees after a computer was used."""
    return {"type": "computer_screenshot", "image_url": url}


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
