"""The question about a call: what a person is shown, and what a decision refers to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from core.exceptions import AgentsException
from core.transcript import raw_items
from core.transcript.item_base import RunItemBase
from core.transcript.tool_identity import FunctionToolLookupKey, lookup_key, qualified_name

if TYPE_CHECKING:
    from core.tools.origin import ToolOrigin
    from core.transcript.raw_items import TResponseInputItem


@dataclass(eq=False)
class ToolApprovalItem(RunItemBase[Any]):
    """A call a person has to decide on; never part of what the model sees."""

    tool_name: str | None = None
    _allow_bare_name_alias: bool = field(default=False, kw_only=True, repr=False)
    type: Literal["tool_approval_item"] = "tool_approval_item"
    tool_namespace: str | None = None
    tool_origin: ToolOrigin | None = None
    tool_lookup_key: FunctionToolLookupKey | None = field(default=None, kw_only=True, repr=False)
    reason: Literal["approval", "outcome_unknown"] = field(default="approval", kw_only=True)
    """Why a person is asked: to let the call run, or because it may have run already."""
    run_id: str = field(default="", kw_only=True, repr=False)
    """The run the call belongs to; the nested one for a call inside an agent tool."""
    edited_arguments: str | None = field(default=None, kw_only=True, repr=False)
    """The arguments a person put in the place of the model's."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __post_init__(self) -> None:
        if self.tool_name is None:
            self.tool_name = raw_items.name_of(self.raw_item)
        if self.tool_namespace is None:
            namespace = raw_items.get(self.raw_item, "namespace")
            self.tool_namespace = namespace if isinstance(namespace, str) else None
        if self.tool_lookup_key is None and self._is_function:
            self.tool_lookup_key = lookup_key(self.tool_name, self.tool_namespace)

    @property
    def _is_function(self) -> bool:
        return raw_items.kind_of(self.raw_item) == "function_call"

    @property
    def name(self) -> str | None:
        """The name of the tool."""
        return self.tool_name or raw_items.name_of(self.raw_item)

    @property
    def qualified_name(self) -> str | None:
        """The name of the tool with its namespace."""
        return qualified_name(self.name, self.tool_namespace)

    @property
    def arguments(self) -> str | None:
        """What the call will run with, as text, for every kind of tool."""
        return self.edited_arguments or raw_items.arguments_of(self.raw_item)

    @property
    def call_id(self) -> str | None:
        """The id of the call."""
        return raw_items.call_id_of(self.raw_item)

    def to_input_item(self) -> TResponseInputItem:
        """Refused: a question to a person is no input for the model."""
        raise AgentsException("An approval item is not model input; leave it out.")
