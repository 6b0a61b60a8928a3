"""A worker dies while an approved tool runs: nobody repeats it in silence, a person settles it."""

import asyncio
from typing import Any

import pytest

from bot.playground import Message
from bot.testing import Trial
from core import Agent, function_tool
from core.ledger import Effect
from core.testing import ScriptedModel, assistant_message, function_call


class Slow:
    """A tool that hangs the first time it runs."""

    def __init__(self, effect: Effect = "at_most_once") -> None:
        self.effect = effect
        self.starts = 0
        self.running = asyncio.Event()
        self.keys: list[str] = []

    def agent(self) -> Agent[Any]:
        @function_tool(needs_approval=True, effect=self.effect)
        async def restart(service: str) -> str:
            """Restart a service."""
            self.starts += 1
            self.running.set()
            if self.starts == 1:
                await asyncio.Event().wait()
            return "restarted"

        call = function_call("restart", {"service": "payments"}, call_id="call_1")
        model = ScriptedModel([[call], [assistant_message("All done.")]])
        return Agent(name="Ops", tools=[restart], model=model)


async def die_while_running(trial: Trial, slow: Slow, *, delete: bool = False) -> Message:
    """Approve, wait until the tool runs, lose the worker, start another one; `delete`: the card is
    deleted before that."""
    await trial.person("mira").asks("restart payments")
    card = await trial.card("restart")
    await trial.person("jonas").clicks(card, "Approve")
    await asyncio.wait_for(slow.running.wait(), 30)
    if delete:
        trial.slack.workspace.delete_message(card)
    await trial.crash()
    await trial.start()
    await trial.pick_up()
    return card


async def test_the_card_says_that_it_may_have_run_and_nothing_runs_by_itself() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        card = await trial.card("may have run", button="Mark as done")
        assert set(card.buttons) == {"Mark as done", "Run again", "Give up"}
        assert slow.starts == 1


async def test_nothing_is_said_to_be_running_while_people_are_asked_what_became_of_it() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        await trial.card("may have run", button="Mark as done")
        await trial.settled()
        statuses = [
            call.arguments["status"]
            for call in trial.slack.calls
            if call.method == "assistant.threads.setStatus"
        ]
        assert "is running restart…" in statuses
        assert statuses[-1] == ""


async def test_marked_as_done_the_run_goes_on_without_running_it_again() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        card = await trial.card("may have run", button="Mark as done")
        await trial.person("jonas").clicks(card, "Mark as done")
        await trial.message("All done.")
        assert slow.starts == 1


async def test_given_up_the_run_goes_on_without_running_it_again() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        card = await trial.card("may have run", button="Give up")
        await trial.person("jonas").clicks(card, "Give up")
        await trial.message("All done.")
        assert slow.starts == 1


async def test_run_again_asks_for_another_approval() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        first = await die_while_running(trial, slow)
        card = await trial.card("may have run", button="Run again")
        await trial.person("jonas").clicks(card, "Run again")
        second = await trial.card("restart")
        assert second.ts != first.ts
        assert slow.starts == 1
        await trial.person("aiko").clicks(second, "Approve")
        await trial.message("All done.")
        assert slow.starts == 2


async def test_whoever_may_not_approve_may_not_settle() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        card = await trial.card("may have run", button="Mark as done")
        mira = trial.person("mira")
        await mira.clicks(card, "Mark as done")
        await trial.whisper(mira, "You asked for this yourself")
        assert trial.now(card).controls


@pytest.mark.parametrize("effect", ["pure", "idempotent"])
async def test_a_call_that_may_be_repeated_is_repeated(effect: Effect) -> None:
    slow = Slow(effect)
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        await trial.message("All done.")
        assert slow.starts == 2
