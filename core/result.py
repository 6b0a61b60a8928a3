"""Results of runs: what came out, and the way to go on."""

from __future__ import annotations

import asyncio
import weakref
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from core.concurrency.event_channel import EventChannel
from core.exceptions import AgentsException
from core.model_calls.input_list import Standing, input_list
from core.pretty_print import pretty_print_result, pretty_print_run_result_streaming

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from core.agent import Agent
    from core.guardrail import InputGuardrailResult, OutputGuardrailResult
    from core.items import ModelResponse, RunItem, ToolApprovalItem, TResponseInputItem
    from core.run_context import RunContextWrapper
    from core.run_state import RunState
    from core.stream_events import StreamEvent
    from core.tool_guardrails import ToolInputGuardrailResult, ToolOutputGuardrailResult

T = TypeVar("T")
ToInputListMode = Literal["preserve_all", "normalized"]


@dataclass(frozen=True)
class AgentToolInvocation:
    """The call of an agent tool a nested run belongs to."""

    tool_name: str
    tool_call_id: str
    tool_arguments: str


@dataclass
class RunResultBase:
    """What all results have."""

    input: str | list[TResponseInputItem]
    new_items: list[RunItem]
    raw_responses: list[ModelResponse]
    final_output: Any
    input_guardrail_results: list[InputGuardrailResult]
    output_guardrail_results: list[OutputGuardrailResult]
    tool_input_guardrail_results: list[ToolInputGuardrailResult]
    tool_output_guardrail_results: list[ToolOutputGuardrailResult]
    context_wrapper: RunContextWrapper[Any]
    _standing: Standing | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """To pydantic a result is an object like any other."""
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls)

    @property
    def last_agent(self) -> Agent[Any]:
        """The agent that was the last to go on."""
        raise NotImplementedError

    def release_agents(self, *, release_new_items: bool = True) -> None:
        """Hold the agents weakly from now on."""
        if release_new_items:
            for item in self.new_items:
                item.release_agent()

    def final_output_as(self, cls: type[T], raise_if_incorrect_type: bool = False) -> T:
        """The final output, said to be of a type; checked only when asked."""
        if raise_if_incorrect_type and not isinstance(self.final_output, cls):
            raise TypeError(f"Final output is not of type {cls.__name__}")
        return cast("T", self.final_output)

    def to_input_list(self, *, mode: ToInputListMode = "preserve_all") -> list[TResponseInputItem]:
        """The whole conversation, as input for another run."""
        if mode not in ("preserve_all", "normalized"):
            raise ValueError(f"Unsupported to_input_list mode: {mode}")
        standing = self._standing or Standing(self.new_items)
        return input_list(self.input, self.new_items, standing, normalized=mode == "normalized")

    def sync(self, state: RunState[Any, Any]) -> None:
        """Bring the result up to what the state says."""
        for name, value in facts_of(state).items():
            setattr(self, name, value)
        forwarded = frozenset(state.session_items[index].occurrence for index in state.forwarded)
        shown, policy = list(state.generated_items), state.reasoning_item_id_policy
        self._standing = Standing(shown, forwarded, policy)

    @property
    def agent_tool_invocation(self) -> AgentToolInvocation | None:
        """The agent tool call this is the result of; None for a run of its own."""
        return cast("AgentToolInvocation | None", self.__dict__.get("_invocation"))

    @property
    def last_response_id(self) -> str | None:
        """The id of the last response."""
        return self.raw_responses[-1].response_id if self.raw_responses else None


@dataclass
class RunResult(RunResultBase):
    """The result of a run that has come to its end or to a pause."""

    max_turns: int | None = 10
    interruptions: list[ToolApprovalItem] = field(default_factory=list)
    _last_agent: Any = field(default=None, repr=False)
    _state: Any = field(default=None, repr=False)

    @property
    def last_agent(self) -> Agent[Any]:
        """The agent that was the last to go on."""
        agent = self._last_agent
        agent = agent() if isinstance(agent, weakref.ref) else agent
        if agent is None:
            raise AgentsException("Last agent reference is no longer available.")
        return cast("Agent[Any]", agent)

    def release_agents(self, *, release_new_items: bool = True) -> None:
        """Hold the agents weakly from now on."""
        super().release_agents(release_new_items=release_new_items)
        if self._last_agent is not None and not isinstance(self._last_agent, weakref.ref):
            self._last_agent = weakref.ref(self._last_agent)
        self._state = None

    def to_state(self) -> RunState[Any, Any]:
        """A state to go on from; every call gives one of its own."""
        if self._state is None:
            raise AgentsException("The agents of this result were released.")
        state: RunState[Any, Any] = self._state.copy()
        return state

    def __str__(self) -> str:
        return pretty_print_result(self)


@dataclass
class RunResultStreaming(RunResultBase):
    """The result of a run that goes on while its events are read."""

    current_agent: Any = None
    current_turn: int = 0
    max_turns: int | None = 10
    trace: Any = field(default=None, repr=False)
    is_complete: bool = False
    interruptions: list[ToolApprovalItem] = field(default_factory=list)
    run_loop_task: asyncio.Task[Any] | None = field(default=None, repr=False)
    _events: EventChannel = field(default_factory=EventChannel, repr=False)
    _live: Any = field(default=None, repr=False)
    _cancel_mode: Literal["none", "immediate", "after_turn"] = field(default="none", repr=False)

    @property
    def last_agent(self) -> Agent[Any]:
        """The agent that was the last to go on."""
        return cast("Agent[Any]", self.current_agent)

    @property
    def run_loop_exception(self) -> BaseException | None:
        """What ended the run, once it has ended."""
        task = self.run_loop_task
        if task is None or not task.done() or task.cancelled():
            return None
        return task.exception()

    def sync(self, state: RunState[Any, Any]) -> None:
        """Bring the result up to what the state says."""
        super().sync(state)
        self.current_agent, self.current_turn = state.current_agent, state.current_turn

    def cancel(self, mode: Literal["immediate", "after_turn"] = "immediate") -> None:
        """Stop now, or when the turn is over with all that belongs to it."""
        self._cancel_mode = mode
        if mode == "after_turn":
            self._live.stop_requested = True
            return
        if self.run_loop_task is not None:
            self.run_loop_task.cancel()
        self._events.drop()
        self.end()

    def end(self) -> None:
        """Nothing more comes."""
        self.is_complete = True
        self._events.end()

    async def stream_events(self) -> AsyncIterator[StreamEvent]:
        """The events, until the run has ended; an error of the run is raised at their end, also a
        cancellation that is not the reader's.

        The next turn begins when the events of the last one were read, so that `cancel` can stop
        the run between the two; a run nobody reads goes on by itself. A reader who is cancelled or
        leaves early ends the run, unless it has its output and only writes it down.
        """
        task = self.run_loop_task
        try:
            async with aclosing(self._events.read()) as events:
                async for event in events:
                    if event.type == "agent_updated_stream_event":
                        self.current_agent = event.new_agent
                    yield event
        except (asyncio.CancelledError, GeneratorExit) as reason:
            left = isinstance(reason, GeneratorExit) and self._live.state.final is not None
            if task is not None and not left:
                task.cancel()
            raise
        if task is not None:
            await asyncio.wait({task})
            if self._cancel_mode != "immediate":
                task.result()

    def to_state(self) -> RunState[Any, Any]:
        """A state to go on from, also after a failure."""
        state: RunState[Any, Any] = self._live.state.copy()
        return state

    def __str__(self) -> str:
        return pretty_print_run_result_streaming(self)


def facts_of(state: RunState[Any, Any]) -> dict[str, Any]:
    """What a state says for a result: its public fields, by name."""
    return {
        "input": state.original_input,
        "new_items": list(state.session_items),
        "raw_responses": list(state.model_responses),
        "final_output": state.final_output,
        "input_guardrail_results": list(state.input_guardrail_results),
        "output_guardrail_results": list(state.output_guardrail_results),
        "tool_input_guardrail_results": list(state.tool_input_guardrail_results),
        "tool_output_guardrail_results": list(state.tool_output_guardrail_results),
    }
