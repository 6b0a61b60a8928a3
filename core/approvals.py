"""Who said yes or no to what: the decisions of people on tool calls.

A decision on one call is bound to the call as it was shown, by its fingerprint. A standing
decision ("always") covers every later call of one tool by one agent. A decision on one call
counts more than a standing one. A call nobody decided on is undecided, never approved.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from core import raw_items
from core.exceptions import ModelBehaviorError, UserError
from core.tool_identity import MCP_REQUEST, Invocation, invocation, key_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.items import ToolApprovalItem

FunctionKey = tuple[Literal["function"], str]
NativeKey = tuple[Literal["tool"], str]
McpKey = tuple[Literal["mcp"], str, str]
ToolKey = FunctionKey | NativeKey | McpKey
"""What a standing decision covers: a function, a native tool, a tool of a hosted MCP server."""


@dataclass(frozen=True)
class Decision:
    """A yes or a no."""

    approved: bool
    message: str | None = None
    """What the model is told instead of the output of a refused call."""
    fingerprint: str | None = None
    """The call that was shown; None when the decision came without it."""


@dataclass
class ToolDecisions:
    """All decisions on one tool of one agent."""

    key: ToolKey
    owner: weakref.ref[Any] | None
    calls: dict[str, Decision] = field(default_factory=dict)
    always: Decision | None = None
    scope: str | None = None
    """Digest of the tool the standing decision was made for."""

    def on(self, call: Invocation) -> Decision | None:
        """The decision on a call; one that was made about other arguments does not count."""
        decision = self.calls.get(call.call_id)
        if decision is not None:
            bound = decision.fingerprint in (None, call.fingerprint)
            return decision if bound else None
        if self.always is not None and self.scope in (None, call.scope):
            return self.always
        return None

    def copy(self) -> ToolDecisions:
        """A copy that later decisions do not reach."""
        return ToolDecisions(self.key, self.owner, dict(self.calls), self.always, self.scope)


class ApprovalBook:
    """The decisions of one run."""

    def __init__(self) -> None:
        self._entries: dict[tuple[int, ToolKey], ToolDecisions] = {}

    def __iter__(self) -> Iterator[ToolDecisions]:
        return iter(self._entries.values())

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ApprovalBook) and self._entries == other._entries

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> ApprovalBook:
        """A copy that later decisions do not reach."""
        book = ApprovalBook()
        book._entries = {at: entry.copy() for at, entry in self._entries.items()}
        return book

    def entry(self, key: ToolKey, agent: Any | None) -> ToolDecisions:
        """The decisions on a tool of an agent, made when there are none yet."""
        at = self._at(key, agent)
        found = self._entries.get(at)
        if found is None or (found.owner is not None and found.owner() is not agent):
            owner = None if agent is None or key[0] == "mcp" else weakref.ref(agent)
            found = self._entries[at] = ToolDecisions(key, owner)
        return found

    def on(self, key: ToolKey, agent: Any | None, call: Invocation) -> Decision | None:
        """The decision on a call of an agent."""
        entry = self._entries.get(self._at(key, agent))
        if entry is None or (entry.owner is not None and entry.owner() is not agent):
            return None
        return entry.on(call)

    def by_name(self, tool_name: str, call_id: str) -> Decision | None:
        """What is decided about a call known by tool name and id only.

        Decisions on that very call come first; standing ones count if all agents' agree.
        """
        named = [e for e in self if _name(e.key) == tool_name or e.key[-1] == tool_name]
        exact = [e.calls[call_id] for e in named if call_id in e.calls]
        exact.sort(key=lambda decision: decision.approved)
        standing = [e.always for e in named if e.always and e.key[0] != "mcp"]
        for decisions in (exact, standing):
            if decisions and len({d.approved for d in decisions}) == 1:
                return decisions[0]
        return None

    def forget(self, key: ToolKey, agent: Any | None, call_id: str) -> None:
        """Make a call undecided again."""
        entry = self._entries.get(self._at(key, agent))
        if entry is not None:
            entry.calls.pop(call_id, None)

    def decide(
        self, item: ToolApprovalItem, *, approved: bool, always: bool, message: str | None = None
    ) -> None:
        """Record what a person said about a pending call."""
        key = key_of(item)
        call = _identity(item)
        entry = self.entry(key, item.agent)
        known = entry.calls.get(call.call_id)
        if known is not None and known.fingerprint not in (None, call.fingerprint):
            raise ModelBehaviorError(
                f"Call {call.call_id!r} was decided with other arguments; "
                "every invocation needs a unique call ID."
            )
        entry.calls[call.call_id] = Decision(approved, message, call.fingerprint)
        if always:
            entry.always = Decision(approved, message)
            entry.scope = call.scope

    @staticmethod
    def _at(key: ToolKey, agent: Any | None) -> tuple[int, ToolKey]:
        return (0 if agent is None or key[0] == "mcp" else id(agent), key)


def key_of(item: ToolApprovalItem) -> ToolKey:
    """What a decision on an item is filed under."""
    raw = item.raw_item
    if is_mcp(raw):
        source = _mcp_source(raw)
        label, name = raw_items.get(source, "server_label"), raw_items.get(source, "name")
        return ("mcp", label if isinstance(label, str) else "", name or item.tool_name or "")
    if item.tool_lookup_key is not None:
        return ("function", key_text(item.tool_lookup_key))
    return ("tool", item.tool_name or raw_items.kind_of(raw) or "")


def is_mcp(raw: Any) -> bool:
    """Whether a raw item is a request to call a tool of a hosted MCP server."""
    return MCP_REQUEST in (
        raw_items.kind_of(raw),
        raw_items.kind_of(raw_items.get(raw, "provider_data") or {}),
    )


def _mcp_source(raw: Any) -> Any:
    return raw if raw_items.kind_of(raw) == MCP_REQUEST else raw_items.get(raw, "provider_data")


def _identity(item: ToolApprovalItem) -> Invocation:
    raw = item.raw_item
    if is_mcp(raw):
        request_id = raw_items.get(_mcp_source(raw), "id")
        if not isinstance(request_id, str) or not request_id:
            raise UserError("A hosted MCP approval needs a non-empty request id.")
    call = invocation(raw, item.tool_name, item.tool_lookup_key)
    if call is None:
        raise ModelBehaviorError("The approval item has no canonical invocation identity.")
    return call


def _name(key: ToolKey) -> str:
    return key[-1].rpartition(".")[2] if key[0] == "function" else key[-1]
