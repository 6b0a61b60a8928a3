"""The state machine of a run.

Rule: every decision about what happens next is made here, and nothing else is done here: no
await, no logging, no I/O. `decide` is pure: the same state and agent always give the same step.
A new run, a resumed run, a streamed run and a run picked up after a crash are the same loop; they
differ only in the state they bring. It looks at open calls only, so it costs the same in turn 400
as in turn 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.agent import Agent
    from core.model_calls.turn import FinalOutput, Turn
    from core.run_state import RunState
    from core.tool_calls.calls import Call


@dataclass(frozen=True)
class CheckInput:
    """Run the input guardrails."""


@dataclass(frozen=True)
class CallModel:
    """Ask the model for the next items."""


@dataclass(frozen=True)
class Screen:
    """Find out which of the calls need a person."""

    calls: list[Call]


@dataclass(frozen=True)
class RunTools:
    """Run the calls that may run; answer the refused ones without touching their tools."""

    run: list[Call]
    refuse: list[Call]


@dataclass(frozen=True)
class AwaitApproval:
    """Stop until people have decided on calls, or said how lost ones ended."""

    calls: list[Call]


@dataclass(frozen=True)
class HandOff:
    """Let another agent go on."""

    call: Call
    ignored: list[Call]


@dataclass(frozen=True)
class WeighResults:
    """Ask the agent whether what the tools returned is the final output."""

    turn: Turn


@dataclass(frozen=True)
class TakeOutput:
    """Take the model's message as the final output."""

    turn: Turn


@dataclass(frozen=True)
class CheckOutput:
    """Run the output guardrails."""

    final: FinalOutput


@dataclass(frozen=True)
class Finish:
    """The run is over."""

    final: FinalOutput


@dataclass(frozen=True)
class GiveUp:
    """The run took too many turns."""


Step = (
    CheckInput
    | CallModel
    | Screen
    | RunTools
    | AwaitApproval
    | HandOff
    | WeighResults
    | TakeOutput
    | CheckOutput
    | Finish
    | GiveUp
)
"""One thing to do."""


def decide(state: RunState[Any, Any], agent: Agent[Any]) -> Step:
    """What to do next."""
    if state.final is not None:
        return Finish(state.final) if state.final.checked else CheckOutput(state.final)
    if not state.input_checked:
        return CheckInput()
    if state.calls.open:
        return _decide_calls(list(state.calls), state)
    if state.turn is not None and not state.turn.over:
        step = _close_turn(state.turn, agent)
        if step is not None:
            return step
    if state.max_turns is not None and state.current_turn >= state.max_turns:
        return GiveUp()
    return CallModel()


def _decide_calls(calls: list[Call], state: RunState[Any, Any]) -> Step:
    """First it is found out who has to be asked, then whatever can run runs, then people are
    asked, and only when all that is settled another agent takes over."""
    work = [call for call in calls if call.kind != "handoff"]
    if unscreened := [call for call in work if call.needs_approval is None and not call.started]:
        return Screen(unscreened)
    run = [call for call in work if may_run(call, state)]
    refuse = [call for call in work if is_refused(call, state)]
    if run or refuse:
        return RunTools(run, refuse)
    if work:
        return AwaitApproval(work)
    return HandOff(calls[0], calls[1:])


def may_run(call: Call, state: RunState[Any, Any]) -> bool:
    """Whether a call may start now. Without a verdict it may not."""
    if call.nested is not None:
        return not isinstance(decide(call.nested, call.nested.current_agent), AwaitApproval)
    if call.lost:
        return False
    if not call.needs_approval:
        return call.needs_approval is False or call.started
    verdict = state.verdict(call)
    return verdict is not None and verdict.approved


def is_refused(call: Call, state: RunState[Any, Any]) -> bool:
    """Whether a person has refused a call that did not start."""
    if call.nested is not None or call.started or not call.needs_approval:
        return False
    verdict = state.verdict(call)
    return verdict is not None and not verdict.approved


def _close_turn(turn: Turn, agent: Agent[Any]) -> Step | None:
    """What follows from an answer none of whose calls is open; None when the model is to go on."""
    if turn.calls:
        weigh = agent.tool_use_behavior != "run_llm_again" and not turn.results_weighed
        return WeighResults(turn) if weigh else None
    if (turn.uses_hosted_tools or turn.repeats) and not turn.has_message:
        return None
    return TakeOutput(turn)


def is_pause(step: Step, *, stop_requested: bool) -> bool:
    """Whether the run stops before this step, to be gone on with later."""
    return stop_requested and isinstance(step, CallModel | GiveUp)
