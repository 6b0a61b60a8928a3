"""Who said yes or no to what: the decisions of people on tool calls.

A decision on one call is bound to the call as it was shown, by its fingerprint. A standing
decision ("always") covers every later call of one tool by one agent. A decision on one call
counts more than a standing one. A call nobody decided on is undecided, never approved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.approvals.decision import Decision, Rule, ToolDecisions, ToolKey, has_arguments
from core.approvals.owner import owner_of
from core.exceptions import ModelBehaviorError, ToolCallIdError, UserError
from core.transcript import raw_items
from core.transcript.call_types import MCP_REQUEST
from core.transcript.tool_identity import Invocation, invocation, key_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.items import ToolApprovalItem


class ApprovalBook:
    """The decisions of one run."""

    def __init__(self, entries: Iterable[ToolDecisions] = ()) -> None:
        self._entries = {(entry.owner, entry.key): entry for entry in entries}

    def __iter__(self) -> Iterator[ToolDecisions]:
        return iter(self._entries.values())

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ApprovalBook) and self._entries == other._entries

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> ApprovalBook:
        """A copy that later decisions do not reach."""
        return ApprovalBook(entry.copy() for entry in self)

    def entry(self, key: ToolKey, agent: Any | None) -> ToolDecisions:
        """The decisions on a tool of an agent, made when there are none yet."""
        owner, _ = at = self._at(key, agent)
        found = self._entries.get(at)
        if found is None:
            found = self._entries[at] = ToolDecisions(key, owner)
        return found

    def on(
        self, key: ToolKey, agent: Any | None, call: Invocation, raw: Any = None
    ) -> Decision | None:
        """The decision on a call of an agent."""
        entry = self._entries.get(self._at(key, agent))
        return None if entry is None else entry.on(call, raw)

    def by_name(self, tool_name: str, call_id: str, *, standing: bool = True) -> Decision | None:
        """What is decided about a call known by tool name and id only.

        Decisions on that very call come first; standing ones count if nobody says otherwise.
        """
        named = [e for e in self if _name(e.key) == tool_name or e.key[-1] == tool_name]
        exact = [e.calls[call_id] for e in named if call_id in e.calls]
        if exact or not standing:
            return _agreed(exact)
        always = [e.always for e in named if e.key[0] != "mcp"]
        return _agreed([d for d in always if d is not None]) if all(always) else None

    def shown(self, call_id: str) -> Decision | None:
        """The decision on the call of an id, whatever tool and agent it is for."""
        return next((e.calls[call_id] for e in self if call_id in e.calls), None)

    def check(self, call: Invocation) -> None:
        """ToolCallIdError when the id of a call was decided on for another call.

        Ids of requests belong to the server that makes them, so two servers may use the same one.
        """
        if call.type == MCP_REQUEST:
            return
        decision = self.shown(call.call_id)
        if decision is not None and decision.fingerprint not in (None, call.fingerprint):
            raise ToolCallIdError(
                f"Model reused a tool call ID that was decided on for another call: "
                f"{call.call_id!r}; every tool invocation needs a unique call ID."
            )

    def forget(self, key: ToolKey, agent: Any | None, call_id: str) -> None:
        """Make a call undecided again."""
        entry = self._entries.get(self._at(key, agent))
        if entry is not None:
            entry.calls.pop(call_id, None)

    def use(self, key: ToolKey, agent: Any | None, call_id: str) -> None:
        """The call has its output."""
        entry = self._entries.get(self._at(key, agent))
        if entry is not None:
            entry.use(call_id)

    def expire(self, now: float) -> None:
        """Drop the rules whose time is over."""
        for entry in self:
            if any(rule.until is not None for rule in entry.rules):
                entry.rules = [r for r in entry.rules if r.until is None or r.until > now]

    def decide(
        self, item: ToolApprovalItem, decision: Decision, *, rule: Rule | None = None
    ) -> None:
        """Record what a person said about a pending call, and about those to come."""
        key = key_of(item)
        call = _identity(item, always=rule is not None)
        self.check(call)
        shown = rule is None or has_arguments(item.raw_item, rule.arguments or {})
        if rule is not None and rule.arguments is not None and not shown:
            raise UserError("The call that was shown does not have the arguments of the rule.")
        entry = self.entry(key, item.agent)
        entry.calls[call.call_id] = replace(decision, fingerprint=call.fingerprint)
        if rule is not None:
            entry.add_rule(replace(rule, scope=call.scope))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from core.schemas.pydantic_form import form
        from core.state_json.decisions import read_decisions, write_decisions

        return form(cls, "list", write_decisions, lambda stored: cls(read_decisions(stored)))

    @staticmethod
    def _at(key: ToolKey, agent: Any | None) -> tuple[str, ToolKey]:
        return ("" if key[0] == "mcp" else owner_of(agent), key)


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


def _identity(item: ToolApprovalItem, *, always: bool) -> Invocation:
    raw = item.raw_item
    if is_mcp(raw):
        _check_mcp(raw, always=always)
    call = invocation(raw, item.tool_name, item.tool_lookup_key)
    if call is None:
        raise ModelBehaviorError("The approval item has no canonical invocation identity.")
    return call


def _check_mcp(raw: Any, *, always: bool) -> None:
    source = _mcp_source(raw)
    if source is raw and not _is_text(raw_items.get(raw, "id")):
        raise UserError("A hosted MCP approval needs a non-empty request id.")
    named = [raw_items.get(source, name) for name in ("server_label", "name")]
    if always and not all(_is_text(name) for name in named):
        raise UserError(
            "A standing hosted MCP approval needs a non-empty server_label and tool name."
        )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _agreed(decisions: list[Decision]) -> Decision | None:
    """The one answer of several decisions; None when they say different things."""
    answers = {d.approved for d in decisions}
    return decisions[0] if len(answers) == 1 else None


def _name(key: ToolKey) -> str:
    return key[-1].rpartition(".")[2] if key[0] == "function" else key[-1]
