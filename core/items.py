"""The items a run is made of: what the model said, what tools answered, what people are asked."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from core.approvals.approval_item import ToolApprovalItem
from core.transcript import raw_items
from core.transcript.item_base import RunItemBase
from core.transcript.item_text import ItemHelpers
from core.transcript.raw_items import TResponseInputItem, TResponseOutputItem, TResponseStreamEvent
from core.transcript.tool_identity import FunctionToolLookupKey
from core.transcript.tool_search_items import (
    coerce_tool_search_call_raw_item,
    coerce_tool_search_output_raw_item,
)

if TYPE_CHECKING:
    from core.agent import Agent
    from core.tools.origin import ToolOrigin
    from core.usage import Usage

__all__ = [
    "CompactionItem",
    "FunctionToolLookupKey",
    "HandoffCallItem",
    "HandoffOutputItem",
    "InputItem",
    "ItemHelpers",
    "MCPApprovalRequestItem",
    "MCPApprovalResponseItem",
    "MCPListToolsItem",
    "MessageOutputItem",
    "ModelResponse",
    "ReasoningItem",
    "RunItem",
    "RunItemBase",
    "TResponseInputItem",
    "TResponseOutputItem",
    "TResponseStreamEvent",
    "ToolApprovalItem",
    "ToolCallItem",
    "ToolCallItemTypes",
    "ToolCallOutputItem",
    "ToolSearchCallItem",
    "ToolSearchOutputItem",
    "coerce_tool_search_call_raw_item",
    "coerce_tool_search_output_raw_item",
]

ToolCallItemTypes = Any
"""Any call in a model's output: an `openai.types.responses` object or a dict."""


@dataclass
class InputItem(RunItemBase[Any]):
    """Input a caller put into a run that had already begun."""

    type: Literal["input_item"] = "input_item"
    input_id: str = field(default_factory=lambda: uuid.uuid4().hex)


@dataclass
class MessageOutputItem(RunItemBase[Any]):
    """A message of the model."""

    type: Literal["message_output_item"] = "message_output_item"


@dataclass
class ReasoningItem(RunItemBase[Any]):
    """Reasoning of the model; kept to be sent back unchanged."""

    type: Literal["reasoning_item"] = "reasoning_item"


@dataclass
class CompactionItem(RunItemBase[Any]):
    """A compacted stretch of the conversation, made by the provider."""

    type: Literal["compaction_item"] = "compaction_item"


@dataclass
class ToolSearchCallItem(RunItemBase[Any]):
    """The provider looks for tools to load."""

    type: Literal["tool_search_call_item"] = "tool_search_call_item"


@dataclass
class ToolSearchOutputItem(RunItemBase[Any]):
    """The tools the provider found."""

    type: Literal["tool_search_output_item"] = "tool_search_output_item"


@dataclass
class HandoffCallItem(RunItemBase[Any]):
    """The model asks that another agent go on."""

    type: Literal["handoff_call_item"] = "handoff_call_item"


@dataclass
class HandoffOutputItem(RunItemBase[Any]):
    """Another agent goes on."""

    source_agent: Agent[Any]
    target_agent: Agent[Any]
    type: Literal["handoff_output_item"] = "handoff_output_item"

    _agent_fields: ClassVar[tuple[str, ...]] = ("agent", "source_agent", "target_agent")


@dataclass
class ToolCallItem(RunItemBase[Any]):
    """The model asks for a tool to be run, here or at the provider's."""

    type: Literal["tool_call_item"] = "tool_call_item"
    description: str | None = None
    title: str | None = None
    tool_origin: ToolOrigin | None = None
    _resolved_tool_name: str | None = field(default=None, kw_only=True, repr=False)

    @property
    def tool_name(self) -> str | None:
        """The name of the tool."""
        return self._resolved_tool_name or raw_items.name_of(self.raw_item)

    @property
    def call_id(self) -> str | None:
        """The id the call shares with its output."""
        return raw_items.call_id_of(self.raw_item)


@dataclass
class ToolCallOutputItem(RunItemBase[Any]):
    """What a tool answered: `output` as the tool gave it, `raw_item` as the model gets it."""

    output: Any
    type: Literal["tool_call_output_item"] = "tool_call_output_item"
    tool_origin: ToolOrigin | None = None
    custom_data: dict[str, Any] | None = None

    @property
    def call_id(self) -> str | None:
        """The id of the call this answers."""
        return raw_items.call_id_of(self.raw_item)

    def to_input_item(self) -> TResponseInputItem:
        """The output as the model takes it, without what only the host may see."""
        item = raw_items.to_input(self.raw_item)
        if item.get("type") == "shell_call_output":
            for name in ("status", "shell_output", "provider_data"):
                item.pop(name, None)
            for part in item.get("output") or []:
                if isinstance(part, dict):
                    part.pop("provider_data", None)
        return item


@dataclass
class MCPListToolsItem(RunItemBase[Any]):
    """The tools of an MCP server the provider talks to."""

    type: Literal["mcp_list_tools_item"] = "mcp_list_tools_item"


@dataclass
class MCPApprovalRequestItem(RunItemBase[Any]):
    """The provider asks whether it may call a tool of an MCP server."""

    type: Literal["mcp_approval_request_item"] = "mcp_approval_request_item"


@dataclass
class MCPApprovalResponseItem(RunItemBase[Any]):
    """The answer to such a request."""

    type: Literal["mcp_approval_response_item"] = "mcp_approval_response_item"


RunItem = (
    InputItem
    | MessageOutputItem
    | ToolSearchCallItem
    | ToolSearchOutputItem
    | HandoffCallItem
    | HandoffOutputItem
    | ToolCallItem
    | ToolCallOutputItem
    | ReasoningItem
    | MCPListToolsItem
    | MCPApprovalRequestItem
    | MCPApprovalResponseItem
    | CompactionItem
    | ToolApprovalItem
)
"""Any item of a run."""


@dataclass
class ModelResponse:
    """One answer of the model."""

    output: list[TResponseOutputItem]
    usage: Usage
    response_id: str | None
    request_id: str | None = None
    raw_usage: dict[str, Any] | None = None

    def to_input_items(self) -> list[TResponseInputItem]:
        """The answer as the model takes it back."""
        return [raw_items.to_input(item) for item in self.output]
