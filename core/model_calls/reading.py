"""Reading an answer of the model: which items it consists of, and what it asks to be done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core.exceptions import ModelBehaviorError, ToolCallIdError
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
from core.model_calls.turn import Turn
from core.tool_calls.calls import Call
from core.transcript import raw_items
from core.transcript.call_types import MCP_REQUEST, NATIVE_CALLS
from core.transcript.callers import check_caller, check_programs
from core.transcript.item_text import ItemHelpers
from core.transcript.tool_identity import Invocation, invocation, key_text, lookup_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.agent import Agent
    from core.agents.toolbox import Toolbox
    from core.approvals.decision import ToolKey
    from core.tool_calls.ids import Past
    from core.tools.function_tools import FunctionTool
    from core.transcript.call_types import CallKind

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
        return with_message(
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


def with_message(turn: Turn, items: Sequence[RunItem]) -> Turn:
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


def read_answer(output: Sequence[Any], agent: Agent[Any], toolbox: Toolbox, past: Past) -> Reading:
    """Read the output of one response. A call that was made before is dropped, and so is the
    reasoning that led to it. ModelBehaviorError for calls nothing here could answer."""
    reader = _Reader(agent, toolbox, past)
    for raw in output:
        reader.read(raw)
    return reader.reading


class _Reader:
    """Reads one answer, item by item."""

    def __init__(self, agent: Agent[Any], toolbox: Toolbox, past: Past) -> None:
        self.agent = agent
        self.toolbox = toolbox
        self.past = past
        self.reading = Reading()

    def read(self, raw: Any) -> None:
        """Take up one item."""
        kind = raw_items.kind_of(raw) or ""
        check_programs(raw, allowed=self.toolbox.programs)
        if kind == "function_call":
            self._function(raw)
        elif kind in NATIVE_CALLS:
            self._native(raw, NATIVE_CALLS[kind])
        elif kind == MCP_REQUEST:
            self._mcp(raw)
        elif kind == "program_output":
            result = raw_items.get(raw, "result")
            self._item(ToolCallOutputItem(agent=self.agent, raw_item=raw, output=result))
        elif kind in PLAIN_ITEMS:
            self._item(PLAIN_ITEMS[kind](agent=self.agent, raw_item=raw))
        else:
            self._item(
                ToolCallItem(agent=self.agent, raw_item=raw), uses=kind.removesuffix("_call")
            )
            self.reading.uses_hosted_tools = True

    def _item(self, item: RunItem, call: Call | None = None, *, uses: str | None = None) -> None:
        self.reading.items.append(item)
        if call is not None:
            self.reading.calls.append(call)
        if uses is not None:
            self.reading.tools_used.append(uses)

    def _function(self, raw: Any) -> None:
        name, namespace = raw_items.name_of(raw) or "", raw_items.get(raw, "namespace")
        handoff = self.toolbox.handoff(name) if namespace is None else None
        tool = self.toolbox.function(name, namespace) if handoff is None else None
        key = tool.key if tool is not None else lookup_key(name, namespace)
        identity = self._new(invocation(raw, name, key))
        if identity is None:
            return
        if handoff is not None:
            call = Call("handoff", identity, name, self.agent, raw, ("function", name))
            self._item(HandoffCallItem(agent=self.agent, raw_item=raw), call, uses=name)
        elif tool is not None:
            self._item(*self._tool_call(raw, tool, identity), uses=name)
        else:
            self._item(ToolCallItem(agent=self.agent, raw_item=raw), uses=name)
            self.reading.missing.append(raw)

    def _tool_call(
        self, raw: Any, tool: FunctionTool, identity: Invocation
    ) -> tuple[ToolCallItem, Call]:
        check_caller(raw, tool, tool.name)
        call = Call(
            kind="function",
            identity=identity,
            name=tool.name,
            agent=self.agent,
            raw_item=raw,
            key=("function", key_text(tool.key)),
            lookup_key=tool.key,
            origin=tool.origin,
            binding=tool.binding,
            effect=tool.effect,
        )
        item = ToolCallItem(
            agent=self.agent, raw_item=raw, description=tool.description, tool_origin=tool.origin
        )
        return item, call

    def _native(self, raw: Any, kind: CallKind) -> None:
        tool = self.toolbox.native(kind, raw_items.name_of(raw))
        if tool is None:
            raise ModelBehaviorError(f"Model produced a {kind} call without a {kind} tool.")
        check_caller(raw, tool, tool.name)
        identity = self._new(invocation(raw, tool.name))
        if identity is None:
            return
        key: ToolKey = ("tool", tool.name)
        call = Call(kind, identity, tool.name, self.agent, raw, key, effect=tool.effect)
        # What the provider has misgivings about is no part of what somebody always allows.
        call.ask_anew = bool(raw_items.get(raw, "pending_safety_checks"))
        item = ToolCallItem(agent=self.agent, raw_item=raw, _resolved_tool_name=tool.name)
        self._item(item, call, uses=tool.name)

    def _mcp(self, raw: Any) -> None:
        identity = self._new(invocation(raw))
        if identity is None:
            return
        name, label = raw_items.name_of(raw) or "", raw_items.get(raw, "server_label") or ""
        call = Call("mcp", identity, name, self.agent, raw, ("mcp", str(label), name))
        self._item(MCPApprovalRequestItem(agent=self.agent, raw_item=raw), call)

    def _new(self, identity: Invocation | None) -> Invocation | None:
        """The identity of a call that was not made before; None for an exact repeat."""
        if identity is None:
            raise ToolCallIdError("Model produced a tool call without a non-empty string call ID.")
        reading = self.reading
        if identity not in [c.identity for c in reading.calls] and not self.past.has(identity):
            return identity
        reading.repeats = True
        while reading.items and isinstance(reading.items[-1], ReasoningItem):
            reading.items.pop()
        return None
