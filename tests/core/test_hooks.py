"""Hooks of a run and of its agents hear of the same things, in the order of the Agents SDK."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core import Agent, AgentHooks, RunHooks, Runner, function_tool
from core.testing import ScriptedModel, assistant_message, function_call


@function_tool
def add(a: int, b: int) -> int:
    return a + b


class RunWatch(RunHooks[Any]):
    """Notes when it is told of something, and when it is done with that."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    async def _note(self, what: str) -> None:
        self.log.append(f"run {what}")
        await asyncio.sleep(0)
        self.log.append(f"run {what}, done")

    async def on_agent_start(self, context: Any, agent: Any) -> None:
        await self._note("start")

    async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:
        await self._note("end")

    async def on_llm_start(self, context: Any, agent: Any, system_prompt: Any, items: Any) -> None:
        await self._note("asks")

    async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
        await self._note("answer")

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        await self._note("tool")

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
        await self._note("output")

    async def on_handoff(self, context: Any, from_agent: Any, to_agent: Any) -> None:
        await self._note(f"{from_agent.name} to {to_agent.name}")


class AgentWatch(AgentHooks[Any]):
    def __init__(self, log: list[str]) -> None:
        self.log = log

    async def on_start(self, context: Any, agent: Any) -> None:
        self.log.append("agent start")

    async def on_end(self, context: Any, agent: Any, output: Any) -> None:
        self.log.append("agent end")

    async def on_llm_start(self, context: Any, agent: Any, system_prompt: Any, items: Any) -> None:
        self.log.append("agent asks")

    async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
        self.log.append("agent answer")

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        self.log.append("agent tool")

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
        self.log.append("agent output")

    async def on_handoff(self, context: Any, agent: Any, source: Any) -> None:
        self.log.append(f"agent {source.name} to {agent.name}")


async def test_run_and_agent_are_told_at_the_same_time_and_of_answers_the_agent_first() -> None:
    log: list[str] = []
    target = Agent[Any](
        name="B", model=ScriptedModel([[assistant_message("done")]]), hooks=AgentWatch(log)
    )
    first = Agent[Any](
        name="A",
        tools=[add],
        handoffs=[target],
        hooks=AgentWatch(log),
        model=ScriptedModel(
            [
                [function_call("add", {"a": 1, "b": 2}, call_id="1")],
                [function_call("transfer_to_b", {}, call_id="2")],
            ]
        ),
    )

    await Runner.run(first, "go", hooks=RunWatch(log))

    def both(what: str) -> list[str]:
        return [f"run {what}", f"agent {what}", f"run {what}, done"]

    turn = [*both("asks"), "agent answer", "run answer", "run answer, done"]
    assert log == [
        *both("start"),
        *turn,
        *both("tool"),
        *both("output"),
        *turn,
        *both("A to B"),
        *both("start"),
        *turn,
        *both("end"),
    ]


async def test_hooks_that_look_empty_are_told_as_well() -> None:
    class Watch(AgentHooks[Any]):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def __len__(self) -> int:
            return len(self.seen)

        async def on_start(self, context: Any, agent: Any) -> None:
            self.seen.append(agent.name)

    watch = Watch()
    model = ScriptedModel([[assistant_message("done")]])
    await Runner.run(Agent[Any](name="A", model=model, hooks=watch), "go")
    assert watch.seen == ["A"]


async def test_a_hook_that_fails_ends_the_run_and_stops_the_one_beside_it() -> None:
    stopped: list[str] = []

    class Failing(RunHooks[Any]):
        async def on_llm_start(self, *_: Any) -> None:
            raise RuntimeError("no")

    class Slow(AgentHooks[Any]):
        async def on_llm_start(self, *_: Any) -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                stopped.append("stopped")
                raise

    model = ScriptedModel([[assistant_message("done")]])
    agent = Agent[Any](name="A", model=model, hooks=Slow())
    with pytest.raises(RuntimeError, match="no"):
        await Runner.run(agent, "go", hooks=Failing())
    assert stopped == ["stopped"]
    assert model.calls == ()
