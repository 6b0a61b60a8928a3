"""What a streamed run tells while it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from core.agent import Agent
    from core.items import RunItem
    from core.transcript.raw_items import TResponseStreamEvent

ItemEventName = Literal[
    "message_output_created",
    "handoff_requested",
    "handoff_occured",
    "tool_called",
    "tool_search_called",
    "tool_search_output_created",
    "tool_output",
    "tool_approval_requested",
    "reasoning_item_created",
    "mcp_approval_requested",
    "mcp_approval_response",
    "mcp_list_tools",
]


@dataclass
class RawResponsesStreamEvent:
    """An event of the model's stream, passed through."""

    data: TResponseStreamEvent
    type: Literal["raw_response_event"] = "raw_response_event"


@dataclass
class RunItemStreamEvent:
    """A new item of the run."""

    name: ItemEventName
    item: RunItem
    type: Literal["run_item_stream_event"] = "run_item_stream_event"


@dataclass
class AgentUpdatedStreamEvent:
    """Another agent goes on."""

    new_agent: Agent[Any]
    type: Literal["agent_updated_stream_event"] = "agent_updated_stream_event"


StreamEvent: TypeAlias = RawResponsesStreamEvent | RunItemStreamEvent | AgentUpdatedStreamEvent
"""Any event of a streamed run."""

EVENT_NAMES: dict[str, ItemEventName] = {
    "message_output_item": "message_output_created",
    "handoff_call_item": "handoff_requested",
    "handoff_output_item": "handoff_occured",
    "tool_call_item": "tool_called",
    "tool_search_call_item": "tool_search_called",
    "tool_search_output_item": "tool_search_output_created",
    "tool_call_output_item": "tool_output",
    "tool_approval_item": "tool_approval_requested",
    "reasoning_item": "reasoning_item_created",
    "mcp_approval_request_item": "mcp_approval_requested",
    "mcp_approval_response_item": "mcp_approval_response",
    "mcp_list_tools_item": "mcp_list_tools",
}
"""The event each type of item is told by; other items are not told."""


def item_event(item: RunItem) -> RunItemStreamEvent | None:
    """The event of an item."""
    name = EVENT_NAMES.get(item.type)
    return None if name is None else RunItemStreamEvent(name=name, item=item)
