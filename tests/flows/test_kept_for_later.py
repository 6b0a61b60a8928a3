"""What the requester writes while the agent says its last is not lost with the worker of the run."""

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
