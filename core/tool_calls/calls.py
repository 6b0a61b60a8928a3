"""The calls of a run: each from the moment the model asks until it is answered.

    asked ──► screened ──► (undecided ──► decided) ──► started ──► answered
                                                          │
                                                          └──► lost: started by a process that is
                                                               gone, so nobody knows whether it ran

Open calls are few and kept whole; of answered ones only what recognises a repeat is kept.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core.ledger import LedgerCall
from core.schemas import arguments as tool_arguments
from core.transcript import raw_items
from core.transcript.tool_identity import FunctionToolLookupKey, Invocation, invocation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.agent import Agent
    from core.approvals.decision import ToolKey
    from core.items import RunItem, ToolApprovalItem
    from core.ledger import Effect
    from core.run_state import RunState
    from core.tools.mcp_binding import MCPBinding
    from core.tools.origin import ToolOrigin
    from core.transcript.call_types import CallKind


@dataclass
class Call:
    """An open call."""

    kind: CallKind
    identity: Invocation
    name: str
    """The name of the tool as it is shown to people."""
    agent: Agent[Any]
    raw_item: Any
    """The call as the model made it."""
    key: ToolKey
    lookup_key: FunctionToolLookupKey | None = None
    origin: ToolOrigin | None = None
    binding: MCPBinding | None = None
    """What it was about when it was asked: another tool of its name is not what was approved."""
    needs_approval: bool | None = None
    """None until somebody found out: a call without a verdict is undecided, never approved."""
    ask_anew: bool = False
    """A person has to look at this very call; a standing decision does not cover it."""
    approval_item: ToolApprovalItem | None = None
    effect: Effect = "at_most_once"
    attempt: int = 1
    started: bool = False
    running: bool = False
    """It runs in this process right now; never stored."""
    invoked: bool = False
    """Its tool was really entered in this process; never stored."""
    edited: str | None = None
    """The arguments a person put in the place of the model's, as canonical JSON."""
    nested: RunState[Any, Any] | None = None
    """Where the run inside an agent tool stands."""

    @property
    def call_id(self) -> str:
        """The id the call shares with its output."""
        return self.identity.call_id

    @property
    def arguments(self) -> str:
        """What it runs with, as text: what a person has put there, else what the model gave."""
        return self.edited or raw_items.arguments_of(self.raw_item) or ""

    @property
    def lost(self) -> bool:
        """Whether it may have run without anybody knowing."""
        open_ended = self.started and not self.running and self.nested is None
        return open_ended and self.effect == "at_most_once"


def ledger_call(call: Call, run_id: str) -> LedgerCall:
    """The call as it is put on record: with the arguments that run, not those that were meant."""
    try:
        arguments: Any = tool_arguments.parse(call.arguments)
    except tool_arguments.ArgumentsError:
        arguments = {"": call.arguments}
    return LedgerCall(
        run_id=run_id,
        call_id=call.call_id,
        attempt=call.attempt,
        tool_name=call.name,
        agent_name=call.agent.name,
        arguments=tool_arguments.canonical(arguments),
        digest=tool_arguments.digest(call.name, arguments),
        effect=call.effect,
        needs_approval=bool(call.needs_approval),
    )


@dataclass(frozen=True)
class CallRecord:
    """What is kept of every call, to recognise it when the model sends it again."""

    identity: Invocation
    executed: bool = False
    completed: bool = False


def records_of(items: Sequence[RunItem]) -> dict[str, CallRecord]:
    """What recognises the calls among the items of a run."""
    records = {}
    for item in items:
        if item.type not in ("tool_call_item", "handoff_call_item"):
            continue
        name = getattr(item, "tool_name", None)
        identity = invocation(item.raw_item, name)
        if identity is not None:
            records[identity.call_id] = CallRecord(identity, executed=True, completed=True)
    return records


@dataclass
class CallBook:
    """All calls of a run, and which of them are open."""

    open: dict[str, Call] = field(default_factory=dict)
    known: dict[str, CallRecord] = field(default_factory=dict)
    earlier: Sequence[RunItem] = ()
    """Items of a stored state whose calls were not looked at yet."""

    def __iter__(self) -> Iterator[Call]:
        return iter(self.open.values())

    def recognised(self) -> Mapping[str, CallRecord]:
        """Every call of the run by its id; what a stored state brought is looked at only now."""
        if self.earlier:
            self.known = {**records_of(self.earlier), **self.known}
            self.earlier = ()
        return self.known

    def ask(self, call: Call) -> None:
        """Take up a new call, as it is now: the items it was read from are in other hands."""
        call.raw_item = copy.deepcopy(call.raw_item)
        self.open[call.call_id] = call
        self.known[call.call_id] = CallRecord(call.identity)

    def start(self, call: Call) -> None:
        """The call is about to run in this process."""
        call.started = call.running = True
        call.invoked = False
        self._note(call, executed=True)

    def leave(self, call: Call) -> None:
        """This process has nothing more to do with the call, however that came about."""
        call.running = False
        if call.call_id in self.open and not call.invoked and call.nested is None:
            self.stop(call)

    def stop(self, call: Call) -> None:
        """The call did not run after all."""
        call.started = call.running = False
        self._note(call, executed=False)

    def answer(self, call: Call) -> None:
        """The call has its output."""
        call.running = False
        self.open.pop(call.call_id, None)
        self._note(call, executed=True, completed=True)

    def _note(self, call: Call, *, executed: bool, completed: bool = False) -> None:
        self.known[call.call_id] = CallRecord(call.identity, executed, completed)

    def trust_ledger(self) -> None:
        """Forget what is remembered of starts: a ledger knows better, and will be asked."""
        for call in self:
            if call.nested is not None:
                call.nested.calls.trust_ledger()
            elif call.started and not call.running:
                self.stop(call)

    def copy(self) -> CallBook:
        """A copy whose calls go their own way."""
        return CallBook(
            open={call_id: replace(call, running=False) for call_id, call in self.open.items()},
            known=dict(self.known),
            earlier=self.earlier,
        )
