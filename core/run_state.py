"""RunState: everything needed to stop a run, store it and go on later, elsewhere.

Where the run stands is not among it: `core.steps.decide` derives that from what is here.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Literal

from typing_extensions import TypeVar

from core.run_context import RunContextWrapper, TContext
from core.sdk_private import private_names
from core.state_checks import check_takes_input
from core.state_json.stored_state import StoredState
from core.state_json.versions import (
    CURRENT_SCHEMA_VERSION,
    SCHEMA_VERSION_SUMMARIES,
    SUPPORTED_SCHEMA_VERSIONS,
)
from core.tool_calls import pending
from core.tool_calls.calls import Call, CallBook
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from datetime import datetime

    from core.agent import Agent
    from core.approvals.decision import Decision
    from core.guardrail import InputGuardrailResult, OutputGuardrailResult
    from core.items import ModelResponse, RunItem, ToolApprovalItem, TResponseInputItem
    from core.ledger import LedgerCall
    from core.model_calls.turn import FinalOutput, Turn
    from core.sessions.history import SessionHistory
    from core.sessions.pending_write import PendingWrite
    from core.tool_guardrails import ToolInputGuardrailResult, ToolOutputGuardrailResult
    from core.tracing.trace_state import TraceState
    from core.tracing.traces import Trace

__all__ = [
    "CURRENT_SCHEMA_VERSION",
    "SCHEMA_VERSION_SUMMARIES",
    "SUPPORTED_SCHEMA_VERSIONS",
    "RunState",
]

TAgent = TypeVar("TAgent", default=Any)


def new_run_id() -> str:
    """An id no other run has."""
    return f"run_{secrets.token_hex(16)}"


@dataclass(eq=False)
class RunState(StoredState, Generic[TContext, TAgent]):
    """A run as data. Lists only ever grow at their end, except what a handoff filter rewrites."""

    context: RunContextWrapper[TContext]
    original_input: str | list[Any]
    starting_agent: Agent[Any]
    max_turns: int | None = 10
    conversation_id: str | None = field(default=None, kw_only=True)
    previous_response_id: str | None = field(default=None, kw_only=True)
    auto_previous_response_id: bool = field(default=False, kw_only=True)

    run_id: str = field(default_factory=new_run_id, init=False)
    current_agent: Agent[Any] = field(init=False)
    current_turn: int = field(default=0, init=False)
    model_responses: list[ModelResponse] = field(default_factory=list, init=False)
    generated_items: list[RunItem] = field(default_factory=list, init=False)
    """What the model is shown beside the input."""
    session_items: list[RunItem] = field(default_factory=list, init=False)
    """The full record."""
    staged_input: list[TResponseInputItem] = field(default_factory=list, init=False)
    calls: CallBook = field(default_factory=CallBook, init=False)
    turn: Turn | None = field(default=None, init=False)
    final: FinalOutput | None = field(default=None, init=False)
    input_checked: bool = field(default=False, init=False)
    input_saved: bool = field(default=False, init=False)
    """Whether the session has the input of the run."""
    items_saved: int = field(default=0, init=False)
    """How many items of the record the session has, or may do without."""
    history: SessionHistory | None = field(default=None, init=False, repr=False)
    """The part of the input that the session of the run has."""
    pending_write: PendingWrite | None = field(default=None, init=False, repr=False)
    """An append to the session that failed."""
    response_kept: bool | None = field(default=None, init=False, repr=False)
    """Whether the provider was asked to keep the latest response; None for its own rule."""
    closed: bool = field(default=False, init=False, repr=False)
    """The run has ended, but its session may lack the end: it cannot be gone on with."""
    held_for: str | None = field(default=None, init=False)
    """The session the items that are not saved yet wait for."""
    items_sent: int = field(default=0, init=False)
    """How many items the provider has, when it keeps the conversation itself."""
    input_sent: bool = field(default=False, init=False)
    input_guardrail_results: list[InputGuardrailResult] = field(default_factory=list, init=False)
    output_guardrail_results: list[OutputGuardrailResult] = field(default_factory=list, init=False)
    tool_input_guardrail_results: list[ToolInputGuardrailResult] = field(
        default_factory=list, init=False
    )
    tool_output_guardrail_results: list[ToolOutputGuardrailResult] = field(
        default_factory=list, init=False
    )
    forwarded: list[int] = field(default_factory=list, init=False)
    """Items of the record that stand in the input as well, put there by a nested handoff."""
    tool_use: dict[str, list[str]] = field(default_factory=dict, init=False)
    """The tools each agent has used, each once, by the agent's name."""
    reasoning_item_id_policy: Literal["preserve", "omit"] | None = field(default=None, init=False)
    prompt_cache_key: str | None = field(default=None, init=False)
    trace: TraceState | None = field(default=None, init=False, repr=False)
    busy: bool = field(default=False, init=False, repr=False)
    """A run is working on it right now."""

    def __post_init__(self) -> None:
        self.current_agent = self.starting_agent
        if self.context is not None:
            self.context.run_id = self.run_id

    def get_interruptions(self) -> list[ToolApprovalItem]:
        """The calls a person has to decide on, in a new list; each says why it is there."""
        return pending.interruptions(self)

    def approve(
        self,
        approval_item: ToolApprovalItem,
        always_approve: bool = False,
        *,
        arguments: Mapping[str, Any] | None = None,
        always_for: Mapping[str, Any] | None = None,
        always_until: datetime | None = None,
    ) -> None:
        """Let a pending call run, with other arguments than the model's if some are given.

        `always_approve` covers every later call of that tool by that agent; with `always_for` only
        those with these arguments, with `always_until` only up to a time. UserError when the item
        is not pending or the arguments do not fit the tool.
        """
        rule = pending.Standing(always_approve, always_for, always_until)
        pending.approve(self, approval_item, rule, arguments=arguments)

    def reject(
        self,
        approval_item: ToolApprovalItem,
        always_reject: bool = False,
        *,
        rejection_message: str | None = None,
        always_for: Mapping[str, Any] | None = None,
        always_until: datetime | None = None,
    ) -> None:
        """Refuse a pending call; the model reads the message in place of an output.

        `always_reject` reaches as far as `always_approve` does.
        """
        rule = pending.Standing(always_reject, always_for, always_until)
        pending.reject(self, approval_item, rule, message=rejection_message)

    def settle(self, approval_item: ToolApprovalItem, *, output: str) -> None:
        """Say how a call of unknown outcome ended; it does not run, the model reads the output."""
        pending.settle(self, approval_item, output)

    def run_again(self, approval_item: ToolApprovalItem) -> None:
        """Make a new attempt of a call of unknown outcome; it has to be approved again."""
        pending.run_again(self, approval_item)

    def call_of(self, approval_item: ToolApprovalItem) -> LedgerCall:
        """The pending call an item asks about, as it will be put on record when it starts."""
        return pending.call_of(self, approval_item)

    def verdict(self, call: Call) -> Decision | None:
        """What is decided about an open call."""
        approvals = self.context.approvals
        if call.ask_anew:
            return approvals.entry(call.key, call.agent).calls.get(call.call_id)
        return approvals.on(call.key, call.agent, call.identity, call.raw_item)

    @property
    def pending_input(self) -> list[TResponseInputItem]:
        """A copy of the input that waits for the next model call."""
        return copy.deepcopy(self.staged_input)

    def add_input(self, input: str | list[TResponseInputItem]) -> None:  # noqa: A002
        """Put more input before the next model call."""
        check_takes_input(self)
        self.staged_input.extend(ItemHelpers.input_to_new_input_list(input))

    def clear_pending_input(self) -> None:
        """Take back what was added."""
        self.staged_input.clear()

    @property
    def final_output(self) -> Any:
        """The final output; None while there is none."""
        return None if self.final is None else self.final.value

    def record(self, items: Sequence[RunItem]) -> None:
        """Take up new items; questions to people are kept from the model."""
        self.session_items.extend(items)
        self.generated_items.extend(i for i in items if i.type != "tool_approval_item")

    def copy(self) -> RunState[TContext, TAgent]:
        """A state that goes its own way from here."""
        twin: RunState[TContext, TAgent] = copy.copy(self)
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, list):
                setattr(twin, f.name, list(value))
        twin.tool_use = {name: list(tools) for name, tools in self.tool_use.items()}
        twin.calls = self.calls.copy()
        for call in twin.calls:
            if call.nested is not None:
                call.nested = call.nested.copy()
        twin.context = replace(
            self.context,
            usage=self.context.usage.copy(),
            approvals=self.context.approvals.copy(),
        )
        twin.context.run_id = self.run_id
        twin.busy = False
        return twin

    def set_trace(self, trace: Trace | None) -> None:
        """Remember the trace, so that a resumed run goes on in it."""
        from core.tracing.trace_state import TraceState

        self.trace = TraceState.from_trace(trace)

    def set_reasoning_item_id_policy(self, policy: Literal["preserve", "omit"] | None) -> None:
        """Whether ids of reasoning items are sent back to the model."""
        self.reasoning_item_id_policy = policy

    def set_tool_use_tracker_snapshot(self, snapshot: Mapping[str, Sequence[str]] | None) -> None:
        """Replace what is known of the tools each agent has used."""
        given: Mapping[Any, Any] = snapshot or {}
        self.tool_use = {
            name: [tool for tool in tools if isinstance(tool, str)]
            for name, tools in given.items()
            if isinstance(name, str) and isinstance(tools, Sequence) and not isinstance(tools, str)
        }

    def get_tool_use_tracker_snapshot(self) -> dict[str, list[str]]:
        """A copy of what is known of the tools each agent has used."""
        return {name: list(tools) for name, tools in self.tool_use.items()}


__getattr__ = private_names("core.run_state")
