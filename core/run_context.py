"""What tools, hooks and guardrails see of the run they are part of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from core.approvals.book import ApprovalBook, key_of
from core.approvals.decision import Decision, Rule
from core.exceptions import UserError
from core.sdk_private import private_names
from core.transcript.raw_items import TResponseInputItem  # noqa: TC001 - pydantic reads the fields
from core.transcript.tool_identity import FunctionToolLookupKey, invocation
from core.usage import Usage

if TYPE_CHECKING:
    from core.items import ToolApprovalItem

TContext = TypeVar("TContext", default=Any)
TSeen = TypeVar("TSeen", bound="RunContextWrapper[Any]")


@dataclass(eq=False)
class RunContextWrapper(Generic[TContext]):
    """The application's own context object, and what the run knows beside it."""

    context: TContext
    usage: Usage = field(default_factory=Usage)
    turn_input: list[TResponseInputItem] = field(default_factory=list, kw_only=True)
    approvals: ApprovalBook = field(default_factory=ApprovalBook, repr=False, kw_only=True)
    tool_input: Any | None = field(default=None, kw_only=True)
    """The arguments of the agent tool this run belongs to, for a nested run."""
    run_id: str = field(default="", init=False, repr=False)
    computers: list[Any] = field(default_factory=list, init=False, repr=False)
    """The computers that were made for the run, see `computer_tool`."""

    @property
    def idempotency_key(self) -> str:
        """`run_id:call_id`, the same for every attempt of a call; only tools have one."""
        raise UserError("There is an idempotency key only inside a tool.")

    def seen_as(self, kind: type[TSeen], **more: Any) -> TSeen:
        """The context in another form, with what else that has; both are of the same run."""
        seen = kind(
            context=self.context,
            usage=self.usage,
            turn_input=self.turn_input,
            approvals=self.approvals,
            tool_input=self.tool_input,
            **more,
        )
        seen.run_id, seen.computers = self.run_id, self.computers
        return seen

    def approve_tool(self, approval_item: ToolApprovalItem, always_approve: bool = False) -> None:
        """Let a call run, with `always_approve` also every later one of that tool by that agent."""
        decision = Decision(approved=True)
        self.approvals.decide(
            approval_item, decision, rule=Rule(decision) if always_approve else None
        )

    def reject_tool(
        self,
        approval_item: ToolApprovalItem,
        always_reject: bool = False,
        rejection_message: str | None = None,
    ) -> None:
        """Refuse a call; the message is what the model reads in place of an output."""
        decision = Decision(approved=False, message=rejection_message)
        self.approvals.decide(
            approval_item, decision, rule=Rule(decision) if always_reject else None
        )

    def is_tool_approved(self, tool_name: str, call_id: str) -> bool | None:
        """What is decided about a call, by tool name and id; None while nothing is."""
        decision = self.approvals.by_name(tool_name, call_id)
        return None if decision is None else decision.approved

    def get_approval_status(
        self,
        tool_name: str,
        call_id: str,
        *,
        tool_namespace: str | None = None,
        existing_pending: ToolApprovalItem | None = None,
        tool_lookup_key: FunctionToolLookupKey | None = None,
        current_invocation: ToolApprovalItem | None = None,
    ) -> bool | None:
        """What is decided about a pending call; None while nothing is."""
        item = current_invocation if existing_pending is None else existing_pending
        if item is None:
            # May it run? Whose standing decision would count cannot be told from names alone.
            decision = self.approvals.by_name(tool_name, call_id, standing=False)
        else:
            decision = self._decision(call_id, item)
        return None if decision is None else decision.approved

    def get_rejection_message(
        self,
        tool_name: str,
        call_id: str,
        *,
        tool_namespace: str | None = None,
        existing_pending: ToolApprovalItem | None = None,
        tool_lookup_key: FunctionToolLookupKey | None = None,
    ) -> str | None:
        """What the person who refused a call said about it."""
        if existing_pending is None:
            decision = self.approvals.by_name(tool_name, call_id)
        else:
            decision = self._decision(call_id, existing_pending)
        return None if decision is None or decision.approved else decision.message

    def _decision(self, call_id: str, item: ToolApprovalItem) -> Decision | None:
        """The decision on a call like the one an item asks about."""
        shown = invocation(item.raw_item, item.tool_name, item.tool_lookup_key)
        if shown is None:
            return None
        call = replace(shown, call_id=call_id)
        self.approvals.check(call)
        return self.approvals.on(key_of(item), item.agent, call, item.raw_item)


@dataclass(eq=False)
class AgentHookContext(RunContextWrapper[TContext]):
    """The context agent hooks get; `turn_input` is what the agent starts from."""


__getattr__ = private_names("core.run_context")
