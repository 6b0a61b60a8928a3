"""A call that may have run is never run again unseen."""

import asyncio
from typing import Any

import pytest

from core import (
    Agent,
    AlreadyDone,
    Go,
    InDoubt,
    LedgerCall,
    Refused,
    RunConfig,
    Runner,
    RunState,
    ToolExecutionConfig,
    UserError,
    function_tool,
    state_of,
)
from core.schemas.arguments import digest
from core.testing import MemoryLedger, ScriptedModel, function_call


class Crash(BaseException):
    """The process is gone."""


class Store:
    """Keeps every checkpoint, and dies at one of them."""

    def __init__(self, dies_at: int | None = None) -> None:
        self.texts: list[str] = []
        self.dies_at = dies_at

    async def __call__(self, state: RunState[Any, Any]) -> None:
        self.texts.append(state.to_string())
        if len(self.texts) == self.dies_at:
            raise Crash


async def crashed_in_tool(
    ops: Any, effect: Any = "at_most_once"
) -> tuple[Agent[Any], list[str], str]:
    """An agent whose tool dies in the middle, what ran, and the last stored state."""
    ran: list[str] = []

    @function_tool(effect=effect)
    async def send(to: str) -> str:
        ran.append(to)
        if len(ran) == 1:
            raise Crash
        return "sent"

    script = [[function_call("send", {"to": "x"}, call_id="c1")], ops.done]
    agent: Agent[Any] = Agent(name="Mailer", tools=[send], model=ScriptedModel(script))
    store = Store()
    with pytest.raises(Crash):
        await Runner.run(agent, "go", run_config=RunConfig(checkpoint=store))
    return agent, ran, store.texts[-1]


async def test_a_started_call_without_output_is_put_before_a_person(ops: Any) -> None:
    agent, ran, text = await crashed_in_tool(ops)
    state = await RunState.from_string(agent, text)

    [item] = state.get_interruptions()
    assert (item.reason, item.call_id) == ("outcome_unknown", "c1")
    result = await Runner.run(agent, state)
    assert [i.reason for i in result.interruptions] == ["outcome_unknown"]
    assert ran == ["x"]


async def test_an_outcome_unknown_can_not_be_approved(ops: Any) -> None:
    agent, _, text = await crashed_in_tool(ops)
    state = await RunState.from_string(agent, text)

    with pytest.raises(UserError, match="may have run"):
        state.approve(state.get_interruptions()[0])


async def test_settling_answers_the_model_without_running_anything(ops: Any) -> None:
    agent, ran, text = await crashed_in_tool(ops)
    state = await RunState.from_string(agent, text)
    state.settle(state.get_interruptions()[0], output="it was sent, says Ann")

    result = await Runner.run(agent, state)
    assert (result.final_output, ran) == ("done", ["x"])
    assert isinstance(agent.model, ScriptedModel)
    assert agent.model.last_call is not None
    assert agent.model.last_call.input[-1]["output"] == "it was sent, says Ann"


async def test_running_again_is_a_new_attempt_that_needs_approval(ops: Any) -> None:
    agent, ran, text = await crashed_in_tool(ops)
    state = await RunState.from_string(agent, text)
    state.run_again(state.get_interruptions()[0])

    paused = await Runner.run(agent, state)
    assert [i.reason for i in paused.interruptions] == ["approval"]
    assert ran == ["x"]
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    ledger = MemoryLedger()
    result = await Runner.run(agent, state, run_config=RunConfig(ledger=ledger))
    assert (result.final_output, ran) == ("done", ["x", "x"])
    assert ledger.begun[0].attempt == 2


@pytest.mark.parametrize("effect", ["pure", "idempotent"])
async def test_harmless_calls_are_run_again(ops: Any, effect: str) -> None:
    agent, ran, text = await crashed_in_tool(ops, effect)
    state = await RunState.from_string(agent, text)

    result = await Runner.run(agent, state)
    assert (result.final_output, ran) == ("done", ["x", "x"])


@pytest.mark.parametrize("dies_at", range(1, 8))
async def test_with_a_ledger_an_approved_call_runs_at_most_once_and_is_never_lost(
    ops: Any,
    dies_at: int,
) -> None:
    ledger, store = MemoryLedger(), Store()
    agent = ops.agent([ops.restart("c1"), ops.look("c2")], ops.done, ops.done, ops.done)
    first = await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger, checkpoint=store))
    state = first.to_state()
    state.approve(first.interruptions[0])
    text = state.to_string()
    store = Store(dies_at)
    for _ in range(3):
        state = await RunState.from_string(agent, text)
        try:
            result = await Runner.run(
                agent, state, run_config=RunConfig(ledger=ledger, checkpoint=store)
            )
        except Crash:
            text = store.texts[-1]
            continue
        assert result.final_output == "done"
        break
    assert ops.ran.count("db") == 1


async def test_the_same_stored_state_resumed_twice_runs_its_tool_once(ops: Any) -> None:
    config = RunConfig(ledger=MemoryLedger())
    agent = ops.agent([ops.restart("c1")], ops.done, ops.done)
    first = await Runner.run(agent, "go", run_config=config)
    state = first.to_state()
    state.approve(first.interruptions[0])
    text = state.to_string()

    for _ in range(2):
        copy = await RunState.from_string(agent, text)
        assert (await Runner.run(agent, copy, run_config=config)).final_output == "done"
    assert ops.ran == ["db"]


async def test_two_resumes_of_one_stored_state_at_once_run_its_tool_once(ops: Any) -> None:
    config = RunConfig(ledger=MemoryLedger())
    agent = ops.agent([ops.restart("c1")], ops.done, ops.done)
    first = await Runner.run(agent, "go", run_config=config)
    state = first.to_state()
    state.approve(first.interruptions[0])
    copies = [await RunState.from_string(agent, state.to_string()) for _ in range(2)]

    runs = [Runner.run(agent, copy, run_config=config) for copy in copies]
    one, other = await asyncio.gather(*runs)
    assert ops.ran == ["db"]
    assert one.final_output == "done"
    assert other.final_output == "done" or [i.reason for i in other.interruptions] == [
        "outcome_unknown"
    ]


class Says:
    """A ledger that always says the same."""

    def __init__(self, verdict: Any) -> None:
        self.verdict = verdict
        self.calls: list[LedgerCall] = []
        self.finished: list[str] = []

    async def begin(self, call: LedgerCall) -> Any:
        self.calls.append(call)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict

    async def finish(self, call: LedgerCall, output: str, *, failed: bool) -> None:
        self.finished.append(output)


async def run_with(ops: Any, ledger: Says) -> tuple[Agent[Any], Any]:
    agent = ops.agent([ops.look("c1")], ops.done)
    return agent, await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))


async def test_the_ledger_is_asked_before_and_told_after(ops: Any) -> None:
    ledger = Says(Go())
    _, result = await run_with(ops, ledger)

    assert (ops.ran, ledger.finished) == (["look db"], ["db is up"])
    [call] = ledger.calls
    assert call.run_id == result.to_state().run_id
    assert call.arguments == '{"service":"db"}'
    assert call.digest == digest("look", {"service": "db"})
    assert (call.attempt, call.effect, call.needs_approval) == (1, "pure", False)


async def test_what_is_already_done_is_used_and_not_run(ops: Any) -> None:
    _, result = await run_with(ops, Says(AlreadyDone("from before")))

    assert (ops.ran, result.final_output) == ([], "done")
    assert [i.output for i in result.new_items if i.type == "tool_call_output_item"] == [
        "from before"
    ]


async def test_what_is_in_doubt_is_put_before_a_person(ops: Any) -> None:
    _, result = await run_with(ops, Says(InDoubt()))

    assert ops.ran == []
    assert [i.reason for i in result.interruptions] == ["outcome_unknown"]


async def test_what_the_ledger_refuses_is_undecided_again(ops: Any) -> None:
    agent, result = await run_with(ops, Says(Refused("not approved")))

    assert ops.ran == []
    [item] = result.interruptions
    assert item.reason == "approval"
    state = result.to_state()
    state.approve(item)
    again = await Runner.run(agent, state, run_config=RunConfig(ledger=Says(Go())))
    assert (again.final_output, ops.ran) == ("done", ["look db"])


async def test_without_an_answer_of_the_ledger_nothing_runs(ops: Any) -> None:
    agent = ops.agent([ops.look("c1")], ops.done)
    with pytest.raises(ConnectionError) as caught:
        await Runner.run(agent, "go", run_config=RunConfig(ledger=Says(ConnectionError("down"))))

    assert ops.ran == []
    state = state_of(caught.value)
    assert state is not None
    result = await Runner.run(agent, state, run_config=RunConfig(ledger=Says(Go())))
    assert (result.final_output, ops.ran) == ("done", ["look db"])


async def test_a_failed_model_call_leaves_a_state_that_does_not_run_the_tool_again(
    ops: Any,
) -> None:
    agent = ops.agent([ops.look("c1")], RuntimeError("model down"), ops.done)
    with pytest.raises(RuntimeError, match="model down") as caught:
        await Runner.run(agent, "go")

    state = state_of(caught.value)
    assert state is not None
    state = await RunState.from_string(agent, state.to_string())
    result = await Runner.run(agent, state)
    assert (result.final_output, ops.ran) == ("done", ["look db"])


async def test_a_call_that_was_not_reached_is_not_lost() -> None:
    ran: list[str] = []

    @function_tool(failure_error_function=None)
    async def fail() -> str:
        raise ValueError("out")

    @function_tool
    async def send() -> str:
        ran.append("sent")
        return "sent"

    calls = [function_call("fail", {}, call_id="c1"), function_call("send", {}, call_id="c2")]
    agent: Agent[Any] = Agent(name="A", tools=[fail, send], model=ScriptedModel([calls]))
    config = RunConfig(tool_execution=ToolExecutionConfig(max_function_tool_concurrency=1))
    with pytest.raises(UserError, match="Error running tool fail: out") as caught:
        await Runner.run(agent, "go", run_config=config)

    state = state_of(caught.value)
    assert state is not None
    result = await Runner.run(agent, state, run_config=config)
    assert [(i.call_id, i.reason) for i in result.interruptions] == [("c1", "outcome_unknown")]
    assert ran == ["sent"]


async def test_the_checkpoint_sees_each_step_of_a_run(ops: Any) -> None:
    seen: list[tuple[int, bool, int]] = []

    async def checkpoint(state: RunState[Any, Any]) -> None:
        started = any(call.started for call in state.calls)
        outputs = sum(i.type == "tool_call_output_item" for i in state.session_items)
        seen.append((state.current_turn, started, outputs))

    agent = ops.agent([ops.look("c1")], ops.done)
    await Runner.run(agent, "go", run_config=RunConfig(checkpoint=checkpoint))
    assert seen == [
        (1, False, 0),
        (1, True, 0),
        (1, False, 1),
        (2, False, 1),
        (2, False, 1),
    ]
