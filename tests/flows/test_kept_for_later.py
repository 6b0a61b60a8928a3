"""What the requester writes while the agent says its last is not lost with the run's worker."""

import asyncio
from typing import Any

from bot.testing import Trial
from core import GuardrailFunctionOutput, function_tool, output_guardrail
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says, until


class HeldUp:
    """An agent whose first answer is looked at for ever."""

    def __init__(self) -> None:
        self.looks = 0
        self.gate = asyncio.Event()
        self.ops = Ops(
            [function_call("restart", {"service": "a"}, call_id="call_r"), deploy("prod")],
            says("All is done."),
            says("Hello to you."),
        )

    def agent(self) -> Any:
        @output_guardrail
        async def look(*_: Any) -> GuardrailFunctionOutput:
            self.looks += 1
            if self.looks == 1:
                await asyncio.Event().wait()
            return GuardrailFunctionOutput(output_info=None, tripwire_triggered=False)

        @function_tool(needs_approval=True)
        async def restart(service: str) -> str:
            """Restart a service."""
            await self.gate.wait()
            return "restarted"

        agent = self.ops.agent(restart)
        agent.output_guardrails = [look]
        return agent


async def test_a_message_that_comes_with_a_late_decision_gets_a_run_of_its_own() -> None:
    held = HeldUp()
    async with Trial(held.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("restart and deploy")
        restart, other = await trial.card("Restart a service"), await trial.card("Deploy to")
        await jonas.clicks(restart, "Approve")
        await until(lambda: not trial.now(restart).controls)
        await jonas.clicks(other, "Approve")
        await until(lambda: not trial.now(other).controls)
        held.gate.set()
        await until(lambda: held.looks)
        await mira.says("hello", thread=asked.ts)
        await trial.slack.settled()
        await trial.crash()
        await trial.start()
        await trial.pick_up()
        await trial.message("All is done.")
        await trial.message("Hello to you.")
        assert held.ops.heard[-1] == ["restart and deploy", "hello"]


async def test_a_message_that_goes_into_a_run_stays_with_it_when_its_process_is_told_to_stop() -> (
    None
):
    starts: list[str] = []
    gate = asyncio.Event()

    @function_tool(needs_approval=True, effect="idempotent")
    async def scale(service: str) -> str:
        """Scale a service."""
        starts.append(service)
        await gate.wait()
        return "scaled"

    call = function_call("scale", {"service": "a"}, call_id="call_s")
    ops = Ops([call, deploy("prod")], says("All is done."))
    async with Trial(ops.agent(scale)) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("scale and deploy")
        first, other = await trial.card("Scale a service"), await trial.card("Deploy to")
        await jonas.clicks(first, "Approve")
        await until(lambda: starts)
        await asyncio.sleep(0.5)
        await jonas.clicks(other, "Approve")
        await until(lambda: not trial.now(other).controls)
        await mira.says("hello", thread=asked.ts)
        await trial.slack.settled()
        await trial.crash()
        trial.slack.faults.slow("conversations.replies", 0.8)
        before = len(trial.slack.calls)
        await trial.start()
        await trial.pick_up()
        await until(
            lambda: any(
                c.method == "conversations.replies" for c in list(trial.slack.calls)[before:]
            )
        )
        gate.set()
        await trial.restart()
        trial.slack.faults.clear()
        await trial.pick_up()
        await trial.message("All is done.")
        assert ops.heard[-1] == ["scale and deploy", "hello"]
