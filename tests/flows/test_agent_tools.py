"""An agent that is a tool: calls inside it ask for themselves, and its card says how it ended."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from bot.playground import Message
from bot.testing import Trial
from core import Agent
from core.testing import ScriptedModel, assistant_message, function_call
from tests.flows.ops import Ops, deploy, raises, says

POLICY = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS"]\nexpires_after = "4h"\n'


@dataclass
class Scene:
    trial: Trial
    ops: Ops
    outer: Message
    inner: Message

    async def jonas(self, button: str) -> None:
        await self.trial.person("jonas").clicks(self.inner, button)


@asynccontextmanager
async def inside(*last: object) -> AsyncIterator[Scene]:
    """Jonas has let the helper begin, and it asks for a deployment."""
    ops = Ops([deploy("prod")], *last)
    helper = ops.agent().as_tool("helper", "Helps.", needs_approval=True)
    call = function_call("helper", {"input": "deploy it"}, call_id="call_outer")
    model = ScriptedModel([[call], [assistant_message("All done.")]])
    async with Trial(Agent(name="Boss", tools=[helper], model=model), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy it")
        outer = await trial.card("helper")
        await trial.person("jonas").clicks(outer, "Approve")
        yield Scene(trial, ops, outer, await trial.card("Deploy to an environment."))


async def approved(here: Scene) -> None:
    await here.jonas("Approve")


async def rejected(here: Scene) -> None:
    await here.jonas("Reject")


async def expired(here: Scene) -> None:
    here.trial.clock.advance("4h")


async def approved_after_a_restart(here: Scene) -> None:
    await here.trial.settled()
    await here.trial.restart()
    await here.jonas("Approve")


@pytest.mark.parametrize("act", [approved, rejected, expired, approved_after_a_restart])
async def test_its_card_is_done_when_it_has_answered(
    act: Callable[[Scene], Awaitable[None]],
) -> None:
    async with inside(says("I have looked after it.")) as here:
        assert "Running" in here.trial.now(here.outer).shown
        await act(here)
        await here.trial.message("All done.")
        await here.trial.settled()
        shown = here.trial.now(here.outer).shown
        assert "Done: helper" in shown
        assert "I have looked after it." in shown


async def test_its_card_says_so_when_it_failed() -> None:
    async with inside(raises(ValueError("x"))) as here:
        await here.jonas("Approve")
        await here.trial.message("All done.")
        await here.trial.settled()
        assert "Failed: helper" in here.trial.now(here.outer).shown
        assert here.ops.ran == ["prod"]


@pytest.mark.parametrize("again", [False, True])
async def test_called_off_while_it_waits_it_leaves_no_doubt(again: bool) -> None:
    async with inside() as here:
        await here.trial.settled()
        if again:
            await here.trial.restart()
        await here.trial.person("mira").person.stops("C0OPS", here.outer.root)
        await here.trial.message("called this off")
        await here.trial.settled()
        shown = here.trial.now(here.outer).shown
        assert "Failed: helper" in shown
        assert "stands on the cards of its calls" in shown
        assert "Called off: deploy" in here.trial.now(here.inner).shown
        assert here.ops.ran == []
