"""The state machine on its own: no event loop, no doubles."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core import Agent, RunContextWrapper, RunState
from core.approvals.decision import Decision, Rule
from core.model_calls.turn import FinalOutput, Turn
from core.steps import (
    AwaitApproval,
    CallModel,
    CheckInput,
    CheckOutput,
    Finish,
    GiveUp,
    HandOff,
    RunTools,
    Screen,
    TakeOutput,
    WeighResults,
    decide,
    is_pause,
)
from core.tool_calls.calls import Call
from core.transcript.tool_identity import Invocation

AGENT: Agent[Any] = Agent(name="Ops")
STOPPING: Agent[Any] = Agent(name="Stopping", tool_use_behavior="stop_on_first_tool")
TURN = Turn(start=0, generated_start=0)
ASKING = replace(TURN, calls=("a", "b"))
FINAL = FinalOutput("bye")


def call(
    call_id: str, needs_approval: bool | None = False, kind: Any = "function", **more: Any
) -> Call:
    identity = Invocation("function_call", call_id, scope="s", fingerprint=f"f-{call_id}")
    made = Call(kind, identity, "tool", AGENT, {}, ("function", "tool"))
    made.needs_approval = needs_approval
    for name, value in more.items():
        setattr(made, name, value)
    return made


def state(*calls: Call, **fields: Any) -> RunState[Any, Any]:
    made: RunState[Any, Any] = RunState(RunContextWrapper(None), "hi", AGENT)
    made.input_checked = True
    for name, value in fields.items():
        setattr(made, name, value)
    for one in calls:
        made.calls.ask(one)
    return made


def decided(made: RunState[Any, Any], call_id: str, approved: bool) -> RunState[Any, Any]:
    entry = made.context.approvals.entry(("function", "tool"), AGENT)
    entry.calls[call_id] = Decision(approved, fingerprint=f"f-{call_id}")
    return made


Check = Callable[[Any], bool]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (state(input_checked=False), CheckInput()),
        (state(), CallModel()),
        (state(current_turn=10), GiveUp()),
        (state(current_turn=400, max_turns=None), CallModel()),
        (state(turn=TURN), TakeOutput(TURN)),
        (state(turn=TURN, current_turn=10), TakeOutput(TURN)),
        (state(turn=replace(TURN, over=True)), CallModel()),
        (state(turn=replace(TURN, uses_hosted_tools=True)), CallModel()),
        (
            state(turn=replace(TURN, uses_hosted_tools=True, has_message=True)),
            TakeOutput(replace(TURN, uses_hosted_tools=True, has_message=True)),
        ),
        (state(turn=ASKING), CallModel()),
        (state(final=FINAL), CheckOutput(FINAL)),
        (state(final=replace(FINAL, checked=True)), Finish(replace(FINAL, checked=True))),
    ],
)
def test_without_open_calls(given: RunState[Any, Any], expected: Any) -> None:
    assert decide(given, AGENT) == expected


A, B = call("a"), call("b")
UNSEEN = call("a", needs_approval=None)
GATED = call("a", needs_approval=True)
GATED_B = call("b", needs_approval=True)
MOVE, MOVE2 = call("m", None, "handoff"), call("n", None, "handoff")
LOST = call("a", True, started=True)
RUNNING_AGAIN = call("a", False, started=True, effect="idempotent")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (state(UNSEEN, B), Screen([UNSEEN])),
        (state(A, B), RunTools([A, B], [])),
        (state(GATED), AwaitApproval([GATED])),
        (state(GATED, B), RunTools([B], [])),
        (decided(state(GATED), "a", approved=True), RunTools([GATED], [])),
        (decided(state(GATED), "a", approved=False), RunTools([], [GATED])),
        (decided(state(GATED, GATED_B), "b", approved=False), RunTools([], [GATED_B])),
        (state(LOST), AwaitApproval([LOST])),
        (state(LOST, B), RunTools([B], [])),
        (decided(state(LOST), "a", approved=True), AwaitApproval([LOST])),
        (state(RUNNING_AGAIN), RunTools([RUNNING_AGAIN], [])),
        (state(MOVE), HandOff(MOVE, [])),
        (state(MOVE, MOVE2), HandOff(MOVE, [MOVE2])),
        (state(MOVE, A), RunTools([A], [])),
        (state(MOVE, GATED), AwaitApproval([GATED])),
    ],
)
def test_with_open_calls(given: RunState[Any, Any], expected: Any) -> None:
    assert decide(given, AGENT) == expected


def test_a_call_without_a_verdict_never_runs() -> None:
    other = Decision(approved=True, fingerprint="of other arguments")
    given = state(GATED)
    given.context.approvals.entry(("function", "tool"), AGENT).calls["a"] = other

    assert decide(given, AGENT) == AwaitApproval([GATED])


def test_a_standing_decision_covers_later_calls_but_not_one_that_is_asked_anew() -> None:
    anew = call("a", True, ask_anew=True)
    later = call("b", True)
    given = state(anew, later)
    entry = given.context.approvals.entry(("function", "tool"), AGENT)
    entry.add_rule(Rule(Decision(approved=True), scope="s"))

    assert decide(given, AGENT) == RunTools([later], [])


def test_results_are_weighed_once_and_only_where_they_may_be_the_output() -> None:
    assert decide(state(turn=ASKING), STOPPING) == WeighResults(ASKING)
    assert decide(state(turn=replace(ASKING, results_weighed=True)), STOPPING) == CallModel()


def test_a_nested_run_goes_on_when_one_of_its_calls_is_decided() -> None:
    inner = state(call("inner", needs_approval=True))
    outer = call("a", started=True, nested=inner)

    assert decide(state(outer), AGENT) == AwaitApproval([outer])
    decided(inner, "inner", approved=True)
    assert decide(state(outer), AGENT) == RunTools([outer], [])


def test_a_requested_stop_comes_between_turns_only() -> None:
    assert is_pause(CallModel(), stop_requested=True)
    assert not is_pause(RunTools([A], []), stop_requested=True)
    assert not is_pause(CallModel(), stop_requested=False)
