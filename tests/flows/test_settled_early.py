"""A person settles a doubt before the run has written down that there is one."""

import asyncio
from typing import Any

import pytest

from bot.testing import Trial
from core import Agent, function_tool
from core.testing import ScriptedModel, assistant_message, function_call
from tests.flows.ops import until
from tests.flows.outside.conversations import outputs


class TwoTools:
    """Each hangs the first time it runs; `scale` may be repeated.

    The worker that finds `restart` in doubt is still at `scale`, and has not come to its pause."""

    def __init__(self) -> None:
        self.restarts = self.scales = 0
        self.model = ScriptedModel(
            [
                [
                    function_call("restart", {"service": "payments"}, call_id="call_1"),
                    function_call("scale", {"service": "payments"}, call_id="call_2"),
                ],
                [assistant_message("All done.")],
            ]
        )

    def agent(self) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def restart(service: str) -> str:
            """Restart a service."""
            self.restarts += 1
            if self.restarts == 1:
                await asyncio.Event().wait()
            return "restarted"

        @function_tool(needs_approval=True, effect="idempotent")
        async def scale(service: str) -> str:
            """Scale a service."""
            self.scales += 1
            if self.scales == 1:
                await asyncio.Event().wait()
            return "scaled"

        return Agent(name="Ops", tools=[restart, scale], model=self.model)


async def settle_early(trial: Trial, tools: TwoTools, button: str) -> None:
    await trial.person("mira").asks("restart payments and scale it")
    restart, scale = await trial.card("Restart a service"), await trial.card("Scale a service")
    await trial.person("jonas").clicks(restart, "Approve")
    await until(lambda: tools.restarts)
    await trial.person("jonas").clicks(scale, "Approve")
    await until(lambda: not trial.now(scale).controls)
    await trial.crash()
    await trial.start()
    await trial.pick_up()
    await until(lambda: tools.scales)
    await trial.pick_up()
    await trial.person("jonas").clicks(await trial.card("may have run", button=button), button)
    await until(lambda: not trial.now(restart).controls)
    await trial.crash()
    await trial.start()
    await trial.pick_up()


async def test_run_again_is_asked_about_and_runs() -> None:
    tools = TwoTools()
    async with Trial(tools.agent()) as trial:
        await settle_early(trial, tools, "Run again")
        card = await trial.card("Restart a service")
        assert tools.restarts == 1
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("All done.")
        assert (tools.restarts, tools.scales) == (2, 2)


@pytest.mark.parametrize(
    ("button", "learned"),
    [("Mark as done", "this did run"), ("Give up", "Nobody knows whether this ran")],
)
async def test_the_agent_learns_what_the_person_said(button: str, learned: str) -> None:
    tools = TwoTools()
    async with Trial(tools.agent()) as trial:
        await settle_early(trial, tools, button)
        await trial.message("All done.")
        assert tools.restarts == 1
        assert learned in outputs(tools.model.calls[-1].input)["call_1"]
