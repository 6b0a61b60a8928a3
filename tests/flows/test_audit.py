"""The audit: everything that happened to a call, by whom, and readable for those who may see it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.audit import Link, exported, verify
from bot.records import AuditEntry
from bot.store import World, memory_store
from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says

POLICY = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]\nexpires_after = "4h"\n'


class Audited:
    def __init__(self, trial: Trial, world: World) -> None:
        self.trial = trial
        self._world = world

    async def links(self) -> list[Link]:
        await self.trial.settled()
        async with memory_store(self.trial.clock, world=self._world) as store:
            return [link async for link in store.audit.read()]

    async def entries(self) -> list[AuditEntry]:
        return [link.entry for link in await self.links()]

    async def told(self) -> list[tuple[str, str, str]]:
        return [(each.what, each.by, each.detail) for each in await self.entries()]


@asynccontextmanager
async def audited(agent: Any, policies: str = POLICY) -> AsyncIterator[Audited]:
    world = World()
    async with Trial(
        agent, policies=policies, open_store=lambda clock: memory_store(clock, world=world)
    ) as trial:
        yield Audited(trial, world)


async def test_a_call_is_followed_from_the_question_to_its_end() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("sam").clicks(card, "Approve")
        await trial.settled()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        (approval,) = {each.value for each in card.controls}
        await trial.person("aiko").types(f"/agent approve {approval}")
        assert await seen.told() == [
            ("run_started", "U0MIRA", ""),
            ("requested", "U0MIRA", ""),
            ("refused", "U0SAM", "not_named"),
            ("approved", "U0JONAS", ""),
            ("started", "", ""),
            ("done", "", ""),
            ("run_ended", "", "done"),
            ("refused", "U0AIKO", "late"),
        ]
        links = await seen.links()
        assert verify(exported(links, "jsonl").encode()).faults == ()
        told = [link.entry for link in links]
        assert len({each.run for each in told}) == 1
        of_the_call = [each for each in told if each.approval]
        assert len({(e.approval, e.digest, e.policies, e.tool) for e in of_the_call}) == 1


async def test_a_rejection_is_told_with_its_reason() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with audited(ops.agent()) as seen:
        await seen.trial.person("mira").asks("deploy")
        card = await seen.trial.card()
        (approval,) = {each.value for each in card.controls}
        await seen.trial.person("jonas").types(f"/agent reject {approval} not on a Friday")
        await seen.trial.message("Then not.")
        assert ("rejected", "U0JONAS", "not on a Friday") in await seen.told()


async def test_an_expiry_is_told() -> None:
    ops = Ops([deploy("prod")], says("Nobody came."))
    async with audited(ops.agent()) as seen:
        await seen.trial.person("mira").asks("deploy")
        await seen.trial.card()
        seen.trial.clock.advance("4h")
        await seen.trial.message("Nobody came.")
        assert ("expired", "", "") in await seen.told()


async def test_who_called_a_run_off_is_told_and_who_could_not() -> None:
    ops = Ops([deploy("prod")])
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        await trial.card()
        (entry, *_) = await seen.entries()
        await trial.person("jonas").types(f"/agent cancel {entry.run}")
        await trial.person("mira").types(f"/agent cancel {entry.run}")
        await trial.message("called this off")
        assert (await seen.told())[2:] == [
            ("refused", "U0JONAS", "not_requester"),
            ("cancelled", "U0MIRA", ""),
            ("run_ended", "U0MIRA", "cancelled"),
        ]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('{"token": "hunter2", "env": "prod"}', '""token"":""(hidden)""'),
        ('{"token": "hunter2", "env": "prod"', '"""":""(hidden)""'),
        ('{"token": "a", "env": "prod", "Token": ["hunter2"]}', '""Token"":""(hidden)""'),
    ],
)
async def test_hidden_arguments_are_told_to_nobody(given: str, told: str) -> None:
    @function_tool(needs_approval=True, redact=["token"])
    async def rotate(token: str, env: str) -> str:
        """Rotate a token."""
        return f"rotated {token} in {env}"

    ops = Ops([function_call("rotate", given, call_id="c")], says("Done."))
    async with audited(ops.agent(rotate)) as seen:
        await seen.trial.person("mira").asks("rotate")
        await seen.trial.person("jonas").clicks(await seen.trial.card(), "Approve")
        await seen.trial.message("Done.")
        await seen.trial.settled()
        text = exported(await seen.links(), "csv")
        assert told in text
        assert "hunter2" not in text
        assert not [each for each in seen.trial.slack.calls if "hunter2" in str(each.arguments)]


async def test_long_arguments_that_were_opened_are_told() -> None:
    ops = Ops([deploy("prod " * 2_000)], says("It is live."))
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        (approval,) = {each.value for each in card.controls}
        await trial.person("jonas").types(f"/agent show {approval}")
        await trial.settled()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        told = [(what, detail) for what, by, detail in await seen.told() if by == "U0JONAS"]
        assert told == [("refused", "unread"), ("viewed", ""), ("approved", "")]


async def test_a_crash_neither_loses_nor_doubles_what_is_told() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with audited(ops.agent()) as seen:
        await seen.trial.person("mira").asks("deploy")
        card = await seen.trial.card()
        await seen.trial.restart()
        await seen.trial.person("jonas").clicks(card, "Approve")
        await seen.trial.restart()
        await seen.trial.pick_up()
        await seen.trial.message("It is live.")
        told = [what for what, _, _ in await seen.told() if what != "policies"]
        assert told == ["run_started", "requested", "approved", "started", "done", "run_ended"]


async def test_the_policies_in_force_are_told_once() -> None:
    async with audited(Ops().agent()) as seen:
        for _ in range(2):
            await seen.trial.pick_up()
        await seen.trial.restart()
        await seen.trial.pick_up()
        (entry,) = await seen.entries()
        assert entry.what == "policies"
        assert '"U0JONAS"' in entry.arguments


@pytest.mark.parametrize("who", ["mira", "jonas"])
async def test_the_audit_of_a_run_is_shown_to_those_who_can_see_it(who: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message("It is live.")
        (entry, *_) = await seen.entries()
        person = trial.person(who)
        await person.types(f"/agent audit {entry.run}")
        await trial.settled()
        for words in ("started the run", "<@U0JONAS> approved `deploy`", "finished `deploy`"):
            assert words in person.told[-1]
        await person.types("/agent audit run_none")
        await trial.settled()
        assert "run_none" in person.told[-1]


async def test_what_happens_is_counted_without_anybodys_words() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("sam").clicks(card, "Approve")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        text = trial.processes[0].services.metrics.text().decode()
        for line in (
            'signoff_runs_total{status="done"} 1.0',
            'signoff_approvals_total{status="waiting"} 1.0',
            'signoff_approvals_total{status="done"} 1.0',
            'signoff_clicks_total{outcome="refused"} 1.0',
            'signoff_clicks_total{outcome="approved"} 1.0',
        ):
            assert line in text


async def test_a_run_is_shown_with_its_steps_its_decisions_and_its_cost() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with audited(ops.agent()) as seen:
        trial = seen.trial
        await trial.person("mira").asks("deploy")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message("It is live.")
        (entry, *_) = await seen.entries()
        await trial.person("aiko").types(f"/agent show {entry.run}")
        await trial.settled()
        shown = "\n".join(trial.person("aiko").told)
        for words in ("tokens", "started `deploy`", "<@U0JONAS> approved", "open>", entry.approval):
            assert words in shown
