"""A run in progress: the state, and the live things around it that are never stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.agents.claims import Claims
from core.agents.toolbox import Toolbox, open_toolbox
from core.exceptions import (
    AgentsException,
    OutputGuardrailTripwireTriggered,
    RunErrorDetails,
    leave_state,
)
from core.run_error_handlers import RunErrorHandlers
from core.stream_events import item_event
from core.tool_context import ToolContext
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.agent import Agent
    from core.concurrency.event_channel import EventChannel
    from core.items import RunItem
    from core.memory.session import Session
    from core.model_calls.model_input import ModelInput
    from core.run_config import RunConfig
    from core.run_context import RunContextWrapper
    from core.run_state import RunState
    from core.stream_events import StreamEvent
    from core.tool_calls.calls import Call
    from core.transcript.raw_items import TResponseInputItem
    from core.turns.hooks import Hooks
    from core.turns.input_guards import Watch
    from core.turns.run_tracing import RunSpans


@dataclass(kw_only=True)
class LiveRun:
    """One call of `Runner.run` or `Runner.run_streamed`."""

    state: RunState[Any, Any]
    config: RunConfig
    hooks: Hooks
    events: EventChannel | None = None
    """Where its events go; None for a run that is not streamed."""
    session: Session | None = None
    error_handlers: RunErrorHandlers[Any] = field(default_factory=RunErrorHandlers)
    resumed: bool = False
    new_input: list[TResponseInputItem] = field(default_factory=list)
    """The input of this run without the history before it."""
    claims: Claims = field(default_factory=Claims)
    """The agents it uses, so that no other run changes them meanwhile."""
    stop_requested: bool = False
    agent_started: bool = False
    """Whether the hooks of the current agent know that it has taken over."""
    toolbox: Toolbox | None = None
    model_input: ModelInput | None = None
    spans: RunSpans | None = None
    watch: Watch | None = None
    """Input guardrails that run beside the first turn."""

    @property
    def agent(self) -> Agent[Any]:
        """The agent whose turn it is."""
        return self.state.current_agent

    @property
    def context(self) -> RunContextWrapper[Any]:
        """The context tools and hooks share."""
        return self.state.context

    @property
    def streamed(self) -> bool:
        """Whether somebody may read what happens."""
        return self.events is not None

    async def tools(self) -> Toolbox:
        """What the current agent can use in this turn."""
        if self.toolbox is None:
            policy = self.config.tool_name_collision_policy
            self.toolbox = await open_toolbox(self.agent, self.context, policy)
            self.claims.check(self.agent)
        return self.toolbox

    def emit(self, event: StreamEvent) -> None:
        """Tell of something to whoever reads."""
        if self.events is not None:
            self.events.put(event)

    async def heard(self) -> None:
        """Wait until whoever reads has read what was told."""
        if self.events is not None:
            await self.events.heard()

    def record(self, items: Sequence[RunItem]) -> None:
        """Take up new items and tell about them."""
        self.state.record(items)
        self.tell(items)

    def tell(self, items: Sequence[RunItem]) -> None:
        """Emit the events of items."""
        for item in items:
            event = item_event(item)
            if event is not None:
                self.emit(event)

    def context_of(self, call: Call) -> ToolContext[Any]:
        """What a tool sees of the run and of its call."""
        context = ToolContext.from_agent_context(
            self.context,
            call.call_id,
            call.raw_item,
            call.agent,
            tool_name=call.name,
            tool_arguments=call.arguments,
            run_config=self.config,
        )
        context.call, context.save = call, self.checkpoint
        return context

    async def checkpoint(self) -> None:
        """Let the application store the state."""
        if self.config.checkpoint is not None:
            await self.config.checkpoint(self.state)

    def _is_open(self, item: RunItem) -> bool:
        is_call = item.type in ("tool_call_item", "handoff_call_item", "tool_approval_item")
        return is_call and raw_items.call_id_of(item.raw_item) in self.state.calls.open

    def leave(self, error: BaseException) -> None:
        """Note on an error that ends the run what was done, and a state to go on from."""
        withheld = isinstance(error, OutputGuardrailTripwireTriggered) and error.withheld
        if isinstance(error, AgentsException) and error.run_data is None and not withheld:
            error.run_data = self._details()
        leave_state(error, self.state)

    def _details(self) -> RunErrorDetails:
        """What the run has done so far; calls without an output are in its state only."""
        state = self.state
        done = [item for item in state.session_items if not self._is_open(item)]
        return RunErrorDetails(
            input=state.original_input,
            new_items=done,
            raw_responses=list(state.model_responses),
            last_agent=state.current_agent,
            context_wrapper=state.context,
            input_guardrail_results=list(state.input_guardrail_results),
            output_guardrail_results=list(state.output_guardrail_results),
            tool_input_guardrail_results=list(state.tool_input_guardrail_results),
            tool_output_guardrail_results=list(state.tool_output_guardrail_results),
        )
