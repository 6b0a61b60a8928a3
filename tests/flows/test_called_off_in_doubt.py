"""A run is called off whose worker died in the middle of an approved call."""

import asyncio
from typing import Any

import pytest

from bot.testing import Trial
from core import Agent, function_tool
from core.ledger import Effect
from core.testing import ScriptedModel, function_call


def hanging(effect: Effect, running: asyncio.Event) -> Agent[Any]:
    @function_tool(needs_approval=True, effect=effect)
    async def restart(service: str) -> str:
        """Restart a service."""
        running.set()
        await asyncio.Event().wait()
        raise AssertionError

    call = function_call("restart", {"service": "payments"}, call_id="call_1")
    return Agent(name="Ops", tools=[restart], model=ScriptedModel([[call]]))


@pytest.mark.parametrize("effect", ["at_most_once", "idempotent"])
async def test_a_person_is_asked_how_it_ended_and_it_does_not_run_again(effect: Effect) -> None:
    running = asyncio.Event()
    async with Trial(hanging(effect, running)) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        await mira.asks("restart payments")
        card = await trial.card("restart")
        await mira.types("/agent list")
        run = (await trial.whisper(mira, "run_")).shown.partition("run_")[2].partition("`")[0]
        await jonas.clicks(card, "Approve")
        await asyncio.wait_for(running.wait(), 30)
        await trial.crash()
        running.clear()
        await trial.start(works=False)
        await mira.types(f"/agent cancel run_{run}")
        await trial.settled()
        await trial.start()
        await trial.pick_up()
        card = await trial.card("may have run", button="Give up")
        await trial.message("called this off")
        await jonas.clicks(card, "Give up")
        await trial.message("Given up by")
        assert not running.is_set()
