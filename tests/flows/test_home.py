"""The Home: what waits for somebody is decided right there, and it stays right."""

import asyncio
from typing import Any

import pytest

from bot.playground import Person
from bot.testing import Trial
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.test_outcome_unknown import Slow, die_while_running

NAMED = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]\nrequired = {}\n'


async def home_of(trial: Trial, who: str) -> "Front":
    person = trial.slack.person(who)
    await person.opens_home()
    await until(lambda: person.home is not None)
    await trial.settled()
    return Front(trial, person)


class Front:
    """Somebody's Home, as it stands at each moment."""

    def __init__(self, trial: Trial, person: Person) -> None:
        self._trial = trial
        self._person = person

    @property
    def shown(self) -> str:
        assert self._person.home is not None
        return self._person.home.shown

    @property
    def buttons(self) -> list[str]:
        assert self._person.home is not None
        return [control.text for control in self._person.home.controls]

    async def clicks(self, name: str, **how: Any) -> None:
        assert self._person.home is not None
        await self._person.clicks(self._person.home, name, **how)
        await self._trial.settled()


async def test_an_empty_home_explains_itself() -> None:
    async with Trial(Ops().agent()) as trial:
        home = await home_of(trial, "jonas")
        for words in ("Nothing waits for you.", "You have not asked", "No agent is at work"):
            assert words in home.shown
        assert home.buttons == []


async def test_a_request_is_decided_in_the_home_of_an_approver() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        card = await trial.card()
        home = await home_of(trial, "jonas")
        assert "Waiting for you: 1" in home.shown
        assert 'env: "prod"' in home.shown
        assert "Open the thread" in home.shown
        await home.clicks("Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert ops.ran == ["prod"]
        assert "Nothing waits for you." in home.shown
        assert not trial.now(card).controls


async def test_a_home_leads_nobody_into_the_direct_messages_of_others() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=NAMED.format(1)) as trial:
        mira = trial.slack.person("mira")
        await mira.says(mira.app_dm.id, "deploy it")
        await trial.settled()
        home = await home_of(trial, "jonas")
        assert "Waiting for you: 1" in home.shown
        assert "Open the thread" not in home.shown


async def test_a_home_that_slack_did_not_take_is_put_right_by_the_next_click_in_it() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        card = await trial.card()
        home = await home_of(trial, "jonas")
        trial.slack.faults.fail("views.publish", "internal_error", times=None)
        await trial.person("aiko").clicks(card, "Reject")
        await trial.message("Then not.")
        await trial.settled()
        trial.slack.faults.clear()
        assert "Approve" in home.buttons
        await home.clicks("Approve")
        assert "Nothing waits for you." in home.shown
        direct = trial.slack.person("jonas").app_dm.id
        assert await trial.slack.wait_for_message("was already rejected", channel=direct)


async def test_nobody_else_sees_it_waiting() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        await trial.card()
        mine = await home_of(trial, "mira")
        assert "Nothing waits for you." in mine.shown
        assert "deploy it" in mine.shown
        assert "`deploy` waits for <@U0JONAS> or <@U0AIKO>" in mine.shown
        others = await home_of(trial, "sam")
        assert "Nothing waits for you." in others.shown
        assert not others.buttons


async def test_a_rejection_in_the_home_can_have_a_reason() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        card = await trial.card()
        home = await home_of(trial, "jonas")
        await home.clicks("Reject with")
        person = trial.slack.person("jonas")
        (window,) = person.modals
        await person.submits(window, {"text": "not on a Friday"})
        await trial.message("Then not.")
        await trial.settled()
        assert "not on a Friday" in trial.now(card).shown
        assert "Nothing waits for you." in home.shown


async def test_a_home_follows_what_happens_elsewhere() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        home = await home_of(trial, "jonas")
        await trial.person("mira").asks("deploy it")
        card = await trial.card()
        await trial.settled()
        assert "Waiting for you: 1" in home.shown
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert "Nothing waits for you." in home.shown


async def test_a_click_that_comes_too_late_is_answered_in_private() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        card = await trial.card()
        await home_of(trial, "jonas")
        stale = trial.slack.person("jonas").home
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.slack.person("jonas").clicks(stale, "Approve", stale=True)
        await trial.settled()
        assert ops.ran == ["prod"]
        direct = trial.slack.person("jonas").app_dm.id
        (answer,) = trial.slack.workspace.timeline.of_channel(direct)
        assert "already approved by <@U0AIKO>" in answer.text


async def test_who_has_agreed_is_not_asked_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=NAMED.format(2)) as trial:
        await trial.person("mira").asks("deploy it")
        await trial.card()
        first, second = await home_of(trial, "jonas"), await home_of(trial, "aiko")
        await first.clicks("Approve")
        assert "Nothing waits for you." in first.shown
        assert "1 of 2" in second.shown
        await second.clicks("Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_what_is_not_shown_in_full_cannot_be_approved_there_before_it_was_opened() -> None:
    ops = Ops([deploy("prod " * 300)], says("It is live."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy it")
        await trial.card()
        home = await home_of(trial, "jonas")
        assert "Approve" not in home.buttons
        await home.clicks("Show everything")
        await home_of(trial, "jonas")
        await home.clicks("Approve")
        await trial.message("It is live.")


async def test_many_requests_come_in_pages() -> None:
    calls = [function_call("deploy", {"env": f"e{n}"}, call_id=f"c{n}") for n in range(7)]
    ops = Ops(calls)
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        await trial.person("mira").asks("deploy all")
        await until(lambda: len(trial.slack.workspace.timeline.of_channel("C0OPS")) >= 8)
        home = await home_of(trial, "jonas")
        assert "Waiting for you: 7" in home.shown
        assert "Page 1 of 2." in home.shown
        first = home.shown
        await home.clicks("Next page")
        assert "Page 2 of 2." in home.shown
        assert all((f'"e{n}"' in first) != (f'"e{n}"' in home.shown) for n in range(7))
        await home.clicks("Approve")
        assert "Page 2 of 2." in home.shown
        await home.clicks("Approve")
        assert "Page" not in home.shown


async def test_a_call_in_doubt_is_settled_in_the_home() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow)
        await trial.card("may have run", button="Mark as done")
        home = await home_of(trial, "jonas")
        assert home.buttons == ["Mark as done", "Run again", "Give up"]
        await home.clicks("Mark as done")
        await trial.message("All done.")
        await trial.settled()
        assert "Nothing waits for you." in home.shown


@pytest.mark.parametrize("processes", [1, 2])
async def test_homes_are_right_after_many_changes_at_once(processes: int) -> None:
    calls = [function_call("deploy", {"env": f"e{n}"}, call_id=f"c{n}") for n in range(4)]
    ops = Ops(calls, says("All done."))
    async with Trial(ops.agent(), policies=NAMED.format(1)) as trial:
        for _ in range(processes - 1):
            await trial.start()
        await trial.person("mira").asks("deploy all")
        await until(lambda: len(trial.slack.workspace.timeline.of_channel("C0OPS")) >= 5)
        homes = [await home_of(trial, who) for who in ("jonas", "aiko")]
        person = trial.slack.person("jonas")
        seen = person.home
        assert seen is not None
        buttons = [each.block_id for each in seen.controls if each.text == "Approve"]
        assert len(buttons) == 4
        clicks = [person.clicks(seen, "Approve", block_id=each, stale=True) for each in buttons]
        await asyncio.gather(*clicks)
        await trial.message("All done.")
        await trial.settled()
        assert all("Nothing waits for you." in home.shown for home in homes)
        assert sorted(ops.ran) == ["e0", "e1", "e2", "e3"]
