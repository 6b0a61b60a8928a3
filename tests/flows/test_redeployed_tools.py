"""A tool is deployed anew while a call of it waits: what does not fit it any more does not run."""

from typing import Any

import pytest

from bot.testing import Trial
from core import FunctionTool, function_tool
from core.testing import function_call
from tests.flows.approvers import Desk, fills, window
from tests.flows.ops import says

TWO = '[[policy]]\ntools = ["*"]\nrequired = 2\n'
RAN: list[Any] = []


def before() -> FunctionTool:
    @function_tool(needs_approval=True)
    async def grow(service: str, by: int) -> str:
        """Make a service larger."""
        RAN.append((service, by))
        return "larger"

    return grow


def after() -> FunctionTool:
    @function_tool(needs_approval=True)
    async def grow(service: str, size: str) -> str:
        """Make a service larger."""
        RAN.append((service, size))
        return "larger"

    return grow


@pytest.mark.parametrize("is_edited", [False, True])
async def test_a_call_that_does_not_fit_any_more_is_said_not_to_have_run(is_edited: bool) -> None:
    RAN.clear()
    asks = function_call("grow", {"service": "payments", "by": 2}, call_id="1")
    desk = Desk([asks], says("I could not."))
    agent = desk.agent(before())
    async with Trial(agent, policies=TWO) as trial:
        await trial.person("mira").asks("grow it")
        card = await trial.card("grow")
        if is_edited:
            jonas = trial.person("jonas")
            modal = await window(trial, jonas, card, "Edit and approve", "service")
            await fills(jonas, modal, by="3")
        else:
            await trial.person("jonas").clicks(card, "Approve")
        await trial.settled()
        agent.tools[-1] = after()
        await trial.restart()
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("*did not run*: its arguments do not fit the tool")
        await trial.message("I could not.")
        await trial.settled()
        assert RAN == []
        assert desk.learned == [
            "It was approved and not run: its arguments do not fit the tool as it is now."
        ]
        shown = trial.now(card).shown
        assert "It did not run" in shown
        assert "error" not in shown
        assert "started" not in [entry.what for entry in await trial.audit()]


async def test_a_call_that_still_fits_runs() -> None:
    RAN.clear()
    asks = function_call("grow", {"service": "payments", "by": 2}, call_id="1")
    agent = (desk := Desk([asks], says("Done."))).agent(before())
    async with Trial(agent) as trial:
        await trial.person("mira").asks("grow it")
        card = await trial.card("grow")
        await trial.settled()
        agent.tools[-1] = before()
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Done.")
        assert RAN == [("payments", 2)]
        assert desk.learned == ["larger"]
