"""Runs that share an agent do not get each other's tools."""

import asyncio
from typing import Any

from core import Agent, RunHooks, Runner, UserError, function_tool
from core.testing import ScriptedModel, assistant_message


async def test_a_hook_that_changes_the_tools_ends_both_runs() -> None:
    @function_tool
    async def privileged() -> str:
        raise AssertionError("not for this run")

    waiting, changed = asyncio.Event(), asyncio.Event()

    class Hooks(RunHooks[str]):
        async def on_agent_start(self, context: Any, agent: Any) -> None:
            if context.context == "low":
                waiting.set()
                await changed.wait()
            else:
                await waiting.wait()
                agent.tools = [privileged]
                changed.set()

    agent: Agent[str] = Agent("shared", model=ScriptedModel([[assistant_message("done")]] * 3))
    runs = [Runner.run(agent, "go", context=who, hooks=Hooks()) for who in ("low", "high")]
    outcomes = await asyncio.gather(*runs, return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [UserError, UserError]
    assert (await Runner.run(agent, "go")).final_output == "done"
