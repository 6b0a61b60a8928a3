"""Several agents, guardrails, limits: what the engine can do, as it looks in a thread."""

import asyncio
from typing import Any

import pytest

from bot.testing import Trial
from core import (
    Agent,
    GuardrailFunctionOutput,
    RunContextWrapper,
    function_tool,
    input_guardrail,
    output_guardrail,
)
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call
from tests.flows.ops import Ops, deploy, look, says, until
from tests.flows.outside.conversations import faults, outputs


class Pair:
    """A front agent and a specialist, each with a gated tool, on one script."""

    def __init__(self, *steps: Any) -> None:
        self.ran: list[str] = []
        self.model = ScriptedModel(steps)

    def gated(self, name: str) -> Any:
        @function_tool(needs_approval=True, name_override=name)
        async def tool(x: str) -> str:
            """Do it."""
            self.ran.append(f"{name} {x}")
            return f"{name} did {x}"

        return tool

    @property
    def faults(self) -> list[str]:
        return [fault for call in self.model.calls for fault in faults(call.input)]


def transfer(call_id: str = "h1") -> Any:
    return function_call("transfer_to_specialist", {}, call_id=call_id)


async def test_a_specialists_call_is_asked_for_in_its_name_and_resumed_there() -> None:
    pair = Pair([transfer()], [function_call("fix", {"x": "1"}, call_id="c1")], says("Fixed."))
    specialist = Agent(name="Specialist", tools=[pair.gated("fix")], model=pair.model)
    front = Agent(name="Front", handoffs=[specialist], model=pair.model)
    async with Trial(front) as trial:
        await trial.person("mira").asks("fix it")
        card = await trial.card("fix")
        assert "Agent: Specialist" in card.shown
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Fixed.")
        assert pair.ran == ["fix 1"]
        assert pair.faults == []


@pytest.mark.parametrize("button", ["Approve", "Reject"])
async def test_a_hand_off_beside_a_gated_call_waits_for_the_decision(button: str) -> None:
    risky = function_call("risky", {"x": "1"}, call_id="c1")
    pair = Pair([risky, transfer()], says("Over to me."))
    specialist = Agent(name="Specialist", model=pair.model)
    front = Agent(
        name="Front", tools=[pair.gated("risky")], handoffs=[specialist], model=pair.model
    )
    async with Trial(front) as trial:
        await trial.person("mira").asks("risk it")
        card = await trial.card("risky")
        assert len(pair.model.calls) == 1
        await trial.restart()
        await trial.person("jonas").clicks(card, button)
        await trial.message("Over to me.")
        assert pair.ran == (["risky 1"] if button == "Approve" else [])
        assert set(outputs(pair.model.calls[-1].input)) == {"c1", "h1"}
        assert pair.faults == []


@pytest.mark.parametrize("button", ["Approve", "Reject"])
async def test_an_approval_inside_an_agent_that_is_a_tool_outlives_the_process(
    button: str,
) -> None:
    inner_call = function_call("t", {"x": "1"}, call_id="c_inner")
    outer_call = function_call("helper", {"input": "do it"}, call_id="c_outer")
    pair = Pair([outer_call], [inner_call], says("inner done"), says("outer done"))
    inner = Agent(name="Assistant", tools=[pair.gated("t")], model=pair.model)
    helper = inner.as_tool("helper", "Helps.")
    outer = Agent(name="Assistant", tools=[helper], model=pair.model)
    async with Trial(outer) as trial:
        await trial.person("mira").asks("do it")
        card = await trial.card()
        assert "t" in card.shown.splitlines()[0].split()
        assert 'x: "1"' in card.shown
        await trial.restart()
        await trial.person("jonas").clicks(card, button)
        await trial.message("outer done")
        assert pair.ran == (["t 1"] if button == "Approve" else [])
        assert pair.faults == []


async def test_an_answer_that_a_guardrail_holds_back_leaves_the_call_on_record() -> None:
    @output_guardrail
    async def strict(context: Any, agent: Any, output: str) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered="secret" in str(output))

    ops = Ops([deploy("prod")], says("The secret is out."), says("Nothing more to do."))
    agent = ops.agent()
    agent.output_guardrails = [strict]
    async with Trial(agent) as trial:
        asked = await trial.person("mira").asks("deploy")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        told = await trial.message("guardrail held back")
        assert "*did run*" in told.shown
        await trial.person("mira").asks("go on", thread=asked.ts)
        await trial.message("Nothing more to do.")
        assert ops.ran == ["prod"]
        assert outputs(ops.model.calls[-1].input) == {"call_1": "deployed to prod"}
        assert "secret" not in str(ops.model.calls[-1].input)
        assert ops.faults == []


async def test_a_request_that_a_guardrail_stops_runs_nothing() -> None:
    @input_guardrail(run_in_parallel=False)
    async def strict(context: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        await asyncio.sleep(0.02)
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    ops = Ops([look("everything")], says("Seen."))
    agent = ops.agent()
    agent.input_guardrails = [strict]
    async with Trial(agent) as trial:
        await trial.person("mira").asks("look at everything")
        await trial.message("guardrail stopped")
        assert ops.ran == []
        assert ops.model.calls == ()


async def test_a_run_without_end_is_ended_and_says_what_was_done() -> None:
    numbers = iter(range(1000))

    async def again(_: object) -> list[object]:
        return [look("more", f"look_{next(numbers)}")]

    ops = Ops([deploy("prod")], *[ModelStep.respond(again)] * 40)
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("never stop")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        told = await trial.message("more steps than allowed")
        assert "*did run*" in told.shown
        assert len(ops.model.calls) < 40
        await trial.settled()
        await trial.person("mira").types("/agent list")
        await trial.whisper(trial.person("mira"), "failed")
        assert ops.faults == []
        assert asked.ts == told.thread_ts


async def test_a_tool_that_was_switched_off_while_its_approval_waited_does_not_run() -> None:
    on = True
    ran: list[int] = []

    @function_tool(needs_approval=True, is_enabled=lambda context, agent: on)
    async def act() -> str:
        """Do it."""
        ran.append(1)
        return "done"

    ops = Ops([function_call("act", {}, call_id="call_1")], says("Hello."), says("Hello."))
    async with Trial(ops.agent(act)) as trial:
        asked = await trial.person("mira").asks("act")
        card = await trial.card("act")
        on = False
        await trial.person("jonas").clicks(card, "Approve")
        await trial.slack.wait_for(
            lambda s: any(":warning:" in m.shown or "Hello." in m.shown for m in s.messages)
        )
        await trial.settled()
        assert ran == []
        await trial.slack.wait_for(lambda _: "Called off" in trial.now(card).shown)
        await trial.person("mira").asks("hello", thread=asked.ts)
        await trial.message("Hello.")
        assert ops.faults == []


async def test_a_decision_is_made_once_even_where_the_gate_is_a_function() -> None:
    asked_gate: list[str] = []

    async def gate(context: Any, arguments: dict[str, Any], call_id: str) -> bool:
        asked_gate.append(call_id)
        if len(asked_gate) > 1:
            raise RuntimeError("asked twice")
        return True

    ran: list[int] = []

    @function_tool(needs_approval=gate)
    async def act(x: int) -> str:
        """Do it."""
        ran.append(x)
        return "done"

    ops = Ops([function_call("act", {"x": 1}, call_id="call_1")], says("Done."))
    async with Trial(ops.agent(act)) as trial:
        await trial.person("mira").asks("act")
        card = await trial.card("act")
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Done.")
        assert (asked_gate, ran) == (["call_1"], [1])


async def test_a_tool_learns_who_asked_who_approved_and_a_key_of_its_own() -> None:
    seen: list[Any] = []

    @function_tool(needs_approval=True)
    async def act(ctx: RunContextWrapper[Any]) -> str:
        """Do it."""
        scene = ctx.context
        seen.append((scene.requester, scene["channel"], scene.approvers, ctx.idempotency_key))
        return "done"

    ops = Ops([function_call("act", {}, call_id="call_1")], says("Done."))
    async with Trial(ops.agent(act)) as trial:
        await trial.person("mira").asks("act")
        await trial.person("jonas").clicks(await trial.card("act"), "Approve")
        await trial.message("Done.")
        await until(lambda: seen)
        ((requester, channel, approvers, key),) = seen
        assert (requester, channel, approvers) == ("U0MIRA", "C0OPS", ("U0JONAS",))
        assert key.endswith(":call_1")


async def test_a_structured_answer_is_shown() -> None:
    from pydantic import BaseModel

    class Report(BaseModel):
        healthy: bool
        services: list[str]

    model = ScriptedModel([[assistant_message('{"healthy": true, "services": ["a"]}')]])
    agent = Agent(name="Ops", output_type=Report, model=model)
    async with Trial(agent) as trial:
        await trial.person("mira").asks("report")
        await trial.message("healthy")
