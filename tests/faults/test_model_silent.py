"""A model that falls silent over HTTP: the thread hears of it in time, or it is called off."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.agents import models_for
from bot.settings import Settings
from bot.testing import Trial
from core import Agent
from tests.flows.outside.conversations import faults
from tests.flows.outside.model_server import (
    ModelServer,
    created,
    delta,
    falls_silent,
    model_server,
    says,
)
from tests.flows.test_calling_off import call_off


@asynccontextmanager
async def rig(*, patience: float) -> AsyncIterator[tuple[Trial, ModelServer]]:
    async with model_server() as model:
        settings: dict[str, Any] = {"openai_base_url": model.url, "model_timeout": patience}
        models = models_for(Settings.load(**settings))
        try:
            async with Trial(Agent(name="Ops"), models=models) as trial:
                yield trial, model
        finally:
            await models.aclose()


async def test_a_model_that_says_nothing_more_is_given_up_and_the_thread_told() -> None:
    async with rig(patience=0.1) as (trial, model):
        model.will(falls_silent(created(), delta("Half of ")), says("Still here."))
        mira = trial.person("mira")
        asked = await mira.asks("look around")
        await trial.message("The model did not answer in time")
        await mira.asks("still there?", thread=asked.ts)
        await trial.message("Still here.")
        assert len(model.requests) == 2
        assert [fault for items in model.inputs for fault in faults(items)] == []


async def test_what_is_called_off_hangs_up() -> None:
    async with rig(patience=60.0) as (trial, model):
        model.will(falls_silent(created(), delta("Half of ")), says("Still here."))
        mira = trial.person("mira")
        asked = await mira.asks("look around")
        await trial.message("Half of")
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")
        await mira.asks("still there?", thread=asked.ts)
        await trial.message("Still here.")
        assert [fault for items in model.inputs for fault in faults(items)] == []
