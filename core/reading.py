"""Reading an answer of the model: which items it consists of, and what it asks to be done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core import raw_items
from core.callers import check_caller, check_programs
from core.calls import Call
from core.exceptions import ModelBehaviorError, ToolCallIdError
from core.item_text import ItemHelpers
from core.items import (
    CompactionItem,
    HandoffCallItem,
    MCPApprovalRequestItem,
    MCPListToolsItem,
    MessageOutputItem,
    ReasoningItem,
    RunItem,
    ToolCallItem,
    ToolCallOutputItem,
    ToolSearchCallItem,
    ToolSearchOutputItem,
)
from core.tool_identity import Invocation, invocation, key_text, lookup_key
from core.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.agent import Agent
    from core.call_ids import Past
    from core.decision import ToolKey
    from core.toolbox import Toolbox

NATIVE_CALLS = {
    "shell_call": "shell",
    "local_shell_call": "local_shell",
    "apply_patch_call": "apply_patch",
    "custom_tool_call": "custom",
    "computer_call": "computer",
}
"""Calls of tools the model knows without a schema."""

PLAIN_ITEMS: dict[str, type[Any]] = {
    "message": MessageOutputItem,
    "reasoning": ReasoningItem,
    "compaction": CompactionItem,
    "tool_search_call": ToolSearchCallItem,
    "tool_search_output": ToolSearchOutputItem,
    "mcp_list_tools": MCPListToolsItem,
}
"""Items that ask for nothing."""


@dataclass
class Reading:
    """What an answer consists of."""

    items: list[RunItem] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    missing: list[Any] = field(default_factory=list)
    """Raw calls of tools the agent does not have."""
    repeats: bool = False
    """A call that has its output already was made again."""
    tools_used: list[str] = field(default_factory=list)
    uses_hosted_tools: bool = False

    @property
    def call_ids(self) -> list[str]:
        """Ids of everything that has to be answered before the model goes on."""
        missing = [raw_items.get(raw, "call_id") for raw in self.missing]
        return [call.call_id for call in self.calls] + missing

    def turn(self, start: int, generated_start: int) -> Turn:
        """The turn this is the answer of."""
        return told(
            Turn(
                start=start,
                generated_start=generated_start,
                calls=tuple(self.call_ids),
                tools_used=tuple(self.tools_used),
                uses_hosted_tools=self.uses_hosted_tools,
                repeats=self.repeats,
            ),
            self.items,
        )


def told(turn: Turn, items: Sequence[RunItem]) -> Turn:
    """The turn with what its last message says."""
    messages = [item.raw_item for item in items if isinstance(item, MessageOutputItem)]
    if not messages:
        return turn
    return replace(
        turn,
        has_message=True,
        text=ItemHelpers.extract_text(messages[-1]),
        refusal=ItemHelpers.extract_refusal(messages[-1]),
    )


def read_answer(
    output: Sequence[Any],
    agent: Agent[Any],
    toolbox: Toolbox,
    past: Past,
) -> Reading:
    """Read the output of one response. A call that was made before is dropped, and so is the
    reasoning that led to it."""
    reading = Reading()
    for raw in output:
        _read_item(raw, agent, toolbox, past, reading)
    return reading


def _read_item(
    raw: Any,
    agent: Agent[Any],
    toolbox: Toolbox,
    past: Past,
    reading: Reading,
) -> None:
    kind = raw_items.kind_of(raw) or ""
    check_programs(raw, allowed=toolbox.programs)
    if kind == "function_call":
        _read_function(raw, agent, toolbox, past, reading)
    elif kind in NATIVE_CALLS:
        _read_native(raw, NATIVE_CALLS[kind], agent, toolbox, past, reading)
    elif kind == "mcp_approval_request":
        _read_mcp(raw, agent, past, reading)
    elif kind == "program_output":
        result = raw_items.get(raw, "result")
        reading.items.append(ToolCallOutputItem(agent=agent, raw_item=raw, output=result))
    elif kind in PLAIN_ITEMS:
        reading.items.append(PLAIN_ITEMS[kind](agent=agent, raw_item=raw))
    else:
        reading.items.append(ToolCallItem(agent=agent, raw_item=raw))
        reading.tools_used.append(kind.removesuffix("_call"))
        reading.uses_hosted_tools = True


def _read_function(
    raw: Any,
    agent: Agent[Any],
    toolbox: Toolbox,
    past: Past,
    reading: Reading,
) -> None:
    name, namespace = raw_items.name_of(raw), raw_items.get(raw, "namespace")
    target = toolbox.handoff(name) if namespace is None else None
    tool = toolbox.function(name, namespace) if target is None else None
    key = tool.key if tool is not None else lookup_key(name, namespace)
    identity = _new(invocation(raw, name, key), past, reading)
    if identity is None:
        return
    reading.tools_used.append(name or "")
    item: RunItem
    if target is not None:
        item = HandoffCallItem(agent=agent, raw_item=raw)
        call = Call("handoff", identity, name or "", agent, raw, ("function", name or ""))
    elif tool is None:
        reading.items.append(ToolCallItem(agent=agent, raw_item=raw))
        reading.missing.append(raw)
        return
    else:
        check_caller(raw, tool, tool.name)
        item = ToolCallItem(
            agent=agent, raw_item=raw, description=tool.description, tool_origin=tool.origin
        )
        call = Call(
            kind="function",
            identity=identity,
            name=tool.name,
            agent=agent,
            raw_item=raw,
            key=("function", key_text(tool.key)),
            lookup_key=tool.key,
            origin=tool.origin,
            effect=tool.effect,
        )
    reading.items.append(item)
    reading.calls.append(call)


def _read_native(
    raw: Any,
    kind: Any,
    agent: Agent[Any],
    toolbox: Toolbox,
    past: Past,
    reading: Reading,
) -> None:
    tool = toolbox.native(kind, raw_items.name_of(raw))
    if tool is None:
        raise ModelBehaviorError(f"Model produced a {kind} call without a {kind} tool.")
    check_caller(raw, tool, tool.name)
    identity = _new(invocation(raw, tool.name), past, reading)
    if identity is None:
        return
    reading.items.append(ToolCallItem(agent=agent, raw_item=raw, _resolved_tool_name=tool.name))
    reading.tools_used.append(tool.name)
    call = Call(kind, identity, tool.name, agent, raw, ("tool", tool.name), effect=tool.effect)
    # What the provider has misgivings about is no part of what somebody always allows.
    call.ask_anew = bool(raw_items.get(raw, "pending_safety_checks"))
    reading.calls.append(call)


def _read_mcp(raw: Any, agent: Agent[Any], past: Past, reading: Reading) -> None:
    identity = _new(invocation(raw), past, reading)
    if identity is None:
        return
    name = raw_items.name_of(raw) or ""
    reading.items.append(MCPApprovalRequestItem(agent=agent, raw_item=raw))
    key: ToolKey = ("mcp", str(raw_items.get(raw, "server_label") or ""), name)
    reading.calls.append(Call("mcp", identity, name, agent, raw, key))


def _new(identity: Invocation | None, past: Past, reading: Reading) -> Invocation | None:
    """The identity of a call that was not made before; None for an exact repeat."""
    if identity is None:
        raise ToolCallIdError("Model produced a tool call without a non-empty string call ID.")
    if identity not in [call.identity for call in reading.calls] and not past.has(identity):
        return identity
    reading.repeats = True
    while reading.items and isinstance(reading.items[-1], ReasoningItem):
        reading.items.pop()
    return None
