"""Somebody deletes the card of an approval in Slack: whoever has to decide is asked by another."""

import asyncio

from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says
from tests.flows.test_outcome_unknown import Slow, die_while_running

TWO_PEOPLE = "[[policy]]\ntools = ['*']\nrequired = 2"


async def test_people_are_asked_what_became_of_a_call_whose_card_is_gone() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        await die_while_running(trial, slow, delete=True)
        card = await trial.card("may have run", button="Give up")
        await trial.person("jonas").clicks(card, "Give up")
        await trial.message("All done.")
        assert slow.starts == 1
        await trial.slack.wait_for(lambda _: "Given up by" in trial.now(card).shown)


async def test_the_second_of_two_people_is_asked_by_another_card() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO_PEOPLE) as trial:
        await trial.person("mira").asks("deploy")
        first = await trial.card()
        await trial.settled()
        approval = next(c for c in first.controls if c.text.startswith("Approve")).value
        trial.slack.workspace.delete_message(first)
        await trial.person("jonas").types(f"/agent approve {approval}")
        second = await trial.card("1 of 2")
        await trial.person("aiko").clicks(second, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert ops.ran == ["prod"]
        cards = [each for each in trial.slack.messages if "env:" in each.shown]
        assert [each.ts for each in cards] == [second.ts]
        assert not trial.now(second).controls


async def test_the_deleted_card_of_a_call_that_is_over_is_not_posted_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        approval = next(c for c in card.controls if c.text.startswith("Approve")).value
        trial.slack.workspace.delete_message(card)
        await trial.person("jonas").types(f"/agent approve {approval}")
        await trial.message("It is live.")
        await trial.settled()
        assert ops.ran == ["prod"]
        assert not [each for each in trial.slack.messages if "env:" in each.shown]


async def test_the_requester_hears_of_a_call_in_doubt_whose_card_the_thread_takes_no_more() -> None:
    slow = Slow()
    async with Trial(slow.agent()) as trial:
        trial.slack.faults.fail("chat.update", "message_not_found", times=None)
        await trial.person("mira").asks("restart payments")
        card = await trial.card("restart")
        await trial.person("jonas").clicks(card, "Approve")
        await asyncio.wait_for(slow.running.wait(), 30)
        trial.slack.workspace.delete_message(card)
        trial.slack.faults.fail(
            "chat.postMessage",
            "thread_not_found",
            times=None,
            when=lambda arguments: str(arguments.get("channel")).startswith("C"),
        )
        await trial.crash()
        await trial.start()
        await trial.pick_up()
        told = await trial.slack.wait_for_message("may have run", channel="D0MIRA")
        assert "restart" in told.shown
        assert slow.starts == 1
