"""What a person said: about one call, or as a rule for every later call of a tool."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from core.schemas import arguments as tool_arguments
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.transcript.tool_identity import Invocation

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
    used: bool = False
    """The call has its output: the decision lets nothing run any more."""


@dataclass(frozen=True)
class Rule:
    """A standing decision ("always"), for every call it fits."""

    decision: Decision
    scope: str | None = None
    """Digest of the tool it was made for; None in states that do not tell."""
    arguments: Mapping[str, Any] | None = None
    """Arguments a call must have, with these values; None for any call."""
    until: float | None = None
    """When it ends, in seconds since the epoch; None for the whole run."""

    @property
    def limited(self) -> bool:
        """Whether it covers less than every later call."""
        return self.arguments is not None or self.until is not None

    def fits(self, call: Invocation, raw: Any) -> bool:
        """Whether it covers a call."""
        if self.scope not in (None, call.scope):
            return False
        return self.arguments is None or has_arguments(raw, self.arguments)


def has_arguments(raw: Any, wanted: Mapping[str, Any]) -> bool:
    """Whether a call has all of these arguments, with these values."""
    try:
        given = tool_arguments.parse(raw_items.arguments_of(raw) or "")
    except tool_arguments.ArgumentsError:
        return False
    return all(
        name in given and tool_arguments.canonical(given[name]) == tool_arguments.canonical(value)
        for name, value in wanted.items()
    )


@dataclass
class ToolDecisions:
    """All decisions on one tool of one agent."""

    key: ToolKey
    owner: str
    """Token of the agent; empty for tools that are the same for every agent."""
    calls: dict[str, Decision] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    """The standing decisions; the latest one that fits counts."""

    def on(self, call: Invocation, raw: Any = None) -> Decision | None:
        """The decision on a call; one that was made about other arguments does not count."""
        decision = self.calls.get(call.call_id)
        if decision is not None:
            return decision if decision.fingerprint in (None, call.fingerprint) else None
        return self.rule_on(call, raw)

    def rule_on(self, call: Invocation, raw: Any = None) -> Decision | None:
        """What is decided once and for all about calls like this."""
        for rule in reversed(self.rules):
            if rule.fits(call, raw):
                return rule.decision
        return None

    @property
    def always(self) -> Decision | None:
        """What is decided about every later call, whatever its arguments."""
        for rule in reversed(self.rules):
            if not rule.limited:
                return rule.decision
        return None

    def add_rule(self, rule: Rule) -> None:
        """Take up a rule; one without limits replaces all others."""
        self.rules = [*self.rules, rule] if rule.limited else [rule]

    def use(self, call_id: str) -> None:
        """The call has its output."""
        decision = self.calls.get(call_id)
        if decision is not None:
            self.calls[call_id] = replace(decision, used=True)

    def copy(self) -> ToolDecisions:
        """A copy that later decisions do not reach."""
        return ToolDecisions(self.key, self.owner, dict(self.calls), list(self.rules))
