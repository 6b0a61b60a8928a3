"""What guardrails refuse does not happen."""

import asyncio
import gc
from typing import Any

import pytest

from core import (
    Agent,
    GuardrailFunctionOutput,
    InputGuardrailTripwireTriggered,
    OutputGuardrailTripwireTriggered,
    Runner,
    function_tool,
    input_guardrail,
    output_guardrail,
)
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call

DONE = [assistant_message("done")]


def agent_with(*steps: Any, **fields: Any) -> Agent[Any]:
    return Agent(name=fields.pop("name", "A"), model=ScriptedModel(list(steps)), **fields)


@pytest.mark.parametrize(
    ("beside", "asked"),
    [(False, 0), (True, 0), (True, 1)],
    ids=["before", "beside, at once", "beside"],
)
async def test_an_input_guardrail_stops_the_run(beside: bool, asked: int) -> None:
    ran: list[int] = []
    asking = asyncio.Event()

    @input_guardrail(run_in_parallel=beside)
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        if asked:
            await asking.wait()
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    async def answer(call: Any) -> Any:
        asking.set()
        return [function_call("act", {}, call_id="c1")]

    @function_tool
    async def act() -> str:
        await asyncio.sleep(10)
        ran.append(1)
        return "ok"

    agent = agent_with(ModelStep.respond(answer), DONE, tools=[act], input_guardrails=[no])
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent, "hi")
    assert ran == []
    assert isinstance(agent.model, ScriptedModel)
    assert len(agent.model.calls) == asked


async def test_nothing_runs_while_the_guardrails_beside_one_that_refused_are_stopped() -> None:
    ran: list[int] = []
    answering, stopping = asyncio.Event(), asyncio.Event()

    @input_guardrail
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        await answering.wait()
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    @input_guardrail
    async def slow(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        try:
            await asyncio.sleep(10)
        finally:
            stopping.set()
            await asyncio.sleep(0.02)
        raise AssertionError

    async def answer(call: Any) -> Any:
        answering.set()
        await stopping.wait()
        return [function_call("act", {}, call_id="c1")]

    @function_tool
    def act() -> str:
        ran.append(1)
        return "acted"

    agent = agent_with(ModelStep.respond(answer), DONE, tools=[act], input_guardrails=[no, slow])
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent, "hi")
    assert ran == []


async def test_a_guardrail_that_takes_long_leaves_nothing_behind() -> None:
    @input_guardrail
    async def no(ctx: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        await asyncio.sleep(0.02)
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)

    @function_tool
    def act() -> None:
        """Done before the guardrail is."""

    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    calls = [function_call("act", {}, call_id="c1")]
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent_with(calls, DONE, tools=[act], input_guardrails=[no]), "hi")
    gc.collect()
    assert complaints == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_an_output_guardrail_stops_the_run() -> None:
    @output_guardrail
    def no(ctx: Any, agent: Any, output: Any) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=output, tripwire_triggered=output == "done")

    with pytest.raises(OutputGuardrailTripwireTriggered):
        await Runner.run(agent_with(DONE, output_guardrails=[no]), "hi")
