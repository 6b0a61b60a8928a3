"""Ask, card, decide, result: the whole way, on the real front and a stand-in for Slack."""

import asyncio
from typing import Any

import pytest

from bot.testing import Trial
from core import Agent, function_tool
from core.testing import ScriptedModel, assistant_message, function_call


class Deploys:
    """A tool with a side effect that is counted."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def agent(self, *steps: Any) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def deploy(env: str) -> str:
            """Deploy to an environment."""
            self.ran.append(env)
            return f"deployed to {env}"

        return Agent(name="Ops", tools=[deploy], model=ScriptedModel(steps))


def deploy(env: str, call_id: str = "call_1") -> Any:
    return function_call("deploy", {"env": env}, call_id=call_id)


async def test_a_teammate_approves_and_the_result_comes_into_the_thread() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("It is live.")])
    async with Trial(agent) as trial:
        question = await trial.person("mira").asks("deploy to prod")
        card = await trial.card("deploy")
        assert deploys.ran == []
        assert await trial.person("jonas").clicks(card, "Approve")
        answer = await trial.message("It is live.")
        await trial.settled()
        assert deploys.ran == ["prod"]
        assert answer.thread_ts == card.thread_ts == question.ts
        assert not trial.now(card).controls
        assert "U0JONAS" in trial.now(card).shown


async def test_the_requester_cannot_approve_and_the_card_stays_usable() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("It is live.")])
    async with Trial(agent) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        await mira.asks("deploy to prod")
        card = await trial.card("deploy")
        await mira.clicks(card, "Approve")
        await trial.whisper(mira, "You asked for this yourself")
        assert deploys.ran == []
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        assert deploys.ran == ["prod"]


async def test_a_rejected_call_does_not_run_and_the_model_learns_it() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("Then not.")])
    async with Trial(agent) as trial:
        await trial.person("mira").asks("deploy to prod")
        card = await trial.card("deploy")
        await trial.person("jonas").clicks(card, "Reject")
        await trial.message("Then not.")
        await trial.settled()
        assert deploys.ran == []
        assert not trial.now(card).controls


async def test_two_approvers_at_once_run_it_once() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("It is live.")])
    async with Trial(agent) as trial:
        await trial.start()
        await trial.person("mira").asks("deploy to prod")
        card = await trial.card("deploy")
        jonas, aiko = trial.person("jonas"), trial.person("aiko")
        first, second = (process.url for process in trial.processes)
        await asyncio.gather(
            jonas.clicks(card, "Approve", to=first),
            aiko.clicks(card, "Approve", to=second, stale=True),
        )
        await trial.message("It is live.")
        await trial.settled()
        assert deploys.ran == ["prod"]
        late = [each for each in (jonas, aiko) if each.told]
        assert len(late) == 1
        other = aiko if late == [jonas] else jonas
        assert f"already approved by <@{other.id}>" in late[0].told[-1]


async def test_an_approval_outlives_the_process() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("It is live.")])
    async with Trial(agent) as trial:
        await trial.person("mira").asks("deploy to prod")
        card = await trial.card("deploy")
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        assert deploys.ran == ["prod"]


async def test_nobody_answers_in_time() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("Nobody answered.")])
    async with Trial(agent) as trial:
        await trial.person("mira").asks("deploy to prod")
        card = await trial.card("deploy")
        trial.clock.advance("25h")
        await trial.message("Nobody answered.")
        await trial.settled()
        assert deploys.ran == []
        assert not trial.now(card).controls


@pytest.mark.parametrize("person", ["gus", "una", "eve"])
async def test_guests_and_strangers_cannot_approve(person: str) -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")])
    channel = "C0SHARED" if person == "eve" else "C0OPS"
    policies = '[[policy]]\ntools = ["*"]\nin_shared_channels = true'
    async with Trial(agent, policies=policies) as trial:
        await trial.person("mira").asks("deploy to prod", channel=channel)
        card = await trial.card("deploy")
        somebody = trial.person(person)
        await somebody.clicks(card, "Approve")
        await trial.whisper(somebody, "cannot decide")
        assert deploys.ran == []
        assert trial.now(card).controls


async def test_in_a_direct_message_nobody_could_approve_so_nothing_runs() -> None:
    deploys = Deploys()
    agent = deploys.agent([deploy("prod")], [assistant_message("I could not.")])
    async with Trial(agent) as trial:
        await trial.person("mira").writes_directly("deploy to prod")
        await trial.message("bot.toml")
        await trial.message("I could not.")
        assert deploys.ran == []
