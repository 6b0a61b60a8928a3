"""A run ends before its end: the next message shows the agent what has run and what has not."""

import asyncio
from typing import Any

import pytest

from bot.playground import Message
from bot.testing import Teammate, Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, look, raises, says, until
from tests.flows.outside.conversations import outputs, texts


class Fails(Exception):
    pass


async def call_off(trial: Trial, person: Teammate) -> None:
    await person.types("/agent list")
    run = (await trial.whisper(person, "run_")).shown.partition("run_")[2].partition("`")[0]
    await person.types(f"/agent cancel run_{run}")
    await trial.message("called this off")


async def ask_on(trial: Trial, ops: Ops, asked: Message) -> dict[str, str]:
    """Write once more; what the agent learns of the calls before."""
    before = len(ops.model.calls)
    await trial.person("mira").asks("and now?", thread=asked.ts)
    await until(lambda: len(ops.model.calls) > before)
    assert ops.faults == []
    return outputs(ops.model.calls[-1].input)


def answered(ops: Ops) -> list[str]:
    """What the agent has said, as it remembers it."""
    return texts(ops.model.calls[-1].input, "assistant")


async def test_called_off_while_it_waits_the_agent_learns_what_ran_and_what_did_not() -> None:
    ops = Ops([look("logs"), deploy("prod")], says("Hello."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("look and deploy")
        await trial.card()
        await call_off(trial, mira)
        learned = await ask_on(trial, ops, asked)
        assert learned["call_look"] == "seen logs"
        assert "did not run" in learned["call_1"]
        assert "called this off" in answered(ops)[-1]
        assert ops.heard[-1] == ["look and deploy", "and now?"]


async def test_called_off_under_way_the_agent_learns_what_had_come_to_its_end() -> None:
    started, gate = asyncio.Event(), asyncio.Event()

    @function_tool(needs_approval=True)
    async def restart(service: str) -> str:
        """Restart a service."""
        started.set()
        await gate.wait()
        return f"{service} is up"

    call = function_call("restart", {"service": "a"}, call_id="call_r")
    ops = Ops([look("logs")], [call], says("Hello."))
    async with Trial(ops.agent(restart)) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("look and restart")
        await trial.person("jonas").clicks(await trial.card("Restart"), "Approve")
        await started.wait()
        await mira.types("/agent list")
        run = (await trial.whisper(mira, "run_")).shown.partition("run_")[2].partition("`")[0]
        await mira.types(f"/agent cancel run_{run}")
        await trial.whisper(mira, "is being called off")
        gate.set()
        await trial.message("called this off")
        learned = await ask_on(trial, ops, asked)
        assert learned == {"call_look": "seen logs", "call_r": "a is up"}


async def test_called_off_with_a_call_in_doubt_the_agent_learns_that_nobody_knows() -> None:
    starts: list[str] = []

    @function_tool(needs_approval=True)
    async def restart(service: str) -> str:
        """Restart a service."""
        starts.append(service)
        await asyncio.Event().wait()
        return "never"

    call = function_call("restart", {"service": "a"}, call_id="call_r")
    ops = Ops([call], says("Hello."))
    async with Trial(ops.agent(restart)) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("restart")
        await trial.person("jonas").clicks(await trial.card("Restart"), "Approve")
        await until(lambda: starts)
        await trial.crash()
        await trial.start()
        await trial.pick_up()
        await trial.card("may have run", button="Mark as done")
        await call_off(trial, mira)
        learned = await ask_on(trial, ops, asked)
        assert "not known" in learned["call_r"]
        assert starts == ["a"]


async def test_after_a_failure_the_agent_learns_what_had_run() -> None:
    ops = Ops([deploy("prod")], raises(Fails()), says("Hello."))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message(":warning:")
        learned = await ask_on(trial, ops, asked)
        assert learned == {"call_1": "deployed to prod"}
        assert "*did run*" in answered(ops)[-1]


async def test_after_a_tool_ended_the_run_the_agent_learns_that_it_failed() -> None:
    @function_tool(needs_approval=True, failure_error_function=None)
    async def explode() -> str:
        """Fails."""
        raise Fails

    calls: list[Any] = [function_call("explode", {}, call_id="call_x"), deploy("prod")]
    ops = Ops(calls, says("Hello."))
    async with Trial(ops.agent(explode)) as trial:
        asked = await trial.person("mira").asks("explode and deploy")
        await trial.person("jonas").clicks(await trial.card("Fails."), "Approve")
        await trial.message(":warning:")
        learned = await ask_on(trial, ops, asked)
        assert "error" in learned["call_x"]
        assert "did not run" in learned["call_1"]


@pytest.mark.parametrize("state", ["{}", "no json", '{"$schemaVersion": "1.0"}'])
async def test_a_run_whose_state_nobody_can_read_can_be_called_off(state: str) -> None:
    ops = Ops([deploy("prod")], says("Hello."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await trial.settled()
        for room in trial._world.rooms.values():
            room.state = state
        await call_off(trial, mira)
        await ask_on(trial, ops, asked)
        assert "called this off" in answered(ops)[-1]
        assert not trial.now(card).controls
