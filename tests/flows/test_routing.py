"""A card can stand elsewhere than in the thread, and in several places; all of them are right."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says, until

ROUTED = """
[[policy]]
tools = ["*"]
approvers = ["U0JONAS", "U0AIKO"]
route_to = "{}"
"""


async def a_card_in(trial: Trial, channel: str) -> Message:
    def found() -> list[Message]:
        messages = trial.slack.workspace.timeline.of_channel(channel)
        return [each for each in messages if "Approve" in each.buttons]

    await until(found)
    return found()[-1]


async def test_a_card_is_sent_elsewhere_and_the_thread_points_to_it() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        question = await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0APPROVALS")
        pointer = await trial.message("Open the card")
        assert pointer.thread_ts == question.ts
        assert not pointer.buttons
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert not trial.now(card).buttons
        assert "Done: deploy" in trial.now(card).shown
        assert "Done: `deploy`" in trial.now(pointer).shown


async def test_people_are_reminded_where_the_card_is() -> None:
    policies = ROUTED.format("C0APPROVALS") + 'remind_after = "30m"'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policies) as trial:
        await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0APPROVALS")
        await trial.settled()
        trial.clock.advance("31m")
        reminder = await trial.message("still waits for")
        assert (reminder.channel, reminder.thread_ts) == (card.channel, card.ts)


async def test_who_may_not_decide_is_told_where_they_clicked() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0APPROVALS")
        await trial.person("sam").clicks(card, "Approve")
        await trial.settled()
        told = trial.person("sam").person.private_messages[-1]
        assert told.channel == "C0APPROVALS"
        assert "You cannot decide" in told.text
        assert ops.ran == []


async def test_a_card_stays_in_its_thread_when_it_cannot_be_sent_elsewhere() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ROUTED.format("C0OLD")) as trial:
        await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0OPS")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")


async def test_a_route_to_the_channel_itself_changes_nothing() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=ROUTED.format("C0OPS")) as trial:
        question = await trial.person("mira").asks("deploy it")
        card = await trial.card()
        assert card.thread_ts == question.ts


async def test_approvers_who_are_not_there_get_the_card_directly() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        channel = trial.slack.workspace.channel("C0APPROVALS")
        await leave(trial, "U0JONAS", channel.id)
        await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0APPROVALS")
        own = await a_card_in(trial, trial.slack.person("jonas").app_dm.id)
        aikos = trial.slack.person("aiko").app_dm.id
        await trial.settled()
        assert not trial.slack.workspace.timeline.of_channel(aikos)
        await trial.person("jonas").clicks(own, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        for each in (card, own):
            assert not trial.now(each).buttons
            assert "Approved by <@U0JONAS>" in trial.now(each).shown


async def leave(trial: Trial, user: str, channel: str) -> None:
    world = trial.slack.workspace
    left = [each for each in world.channel(channel).members if each != user]
    world.channels[channel] = replace(world.channel(channel), members=tuple(left))


@pytest.mark.parametrize("where", ["directly", "thread"])
async def test_what_slack_took_without_saying_so_shows_that_it_is_over(where: str) -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        await leave(trial, "U0JONAS", "C0APPROVALS")
        channel = trial.slack.person("jonas").app_dm.id if where == "directly" else "C0OPS"
        lost = asyncio.Event()

        def is_it(call: Mapping[str, Any]) -> bool:
            if call["channel"] == channel:
                lost.set()
            return lost.is_set()

        trial.slack.faults.add(Fault(method="chat.postMessage", lose_reply=True, when=is_it))
        await trial.person("mira").asks("deploy it")
        card = await a_card_in(trial, "C0APPROVALS")
        await lost.wait()
        await trial.person("aiko").clicks(card, "Reject")
        await trial.message("Then not.")
        await trial.settled()
        (shown,) = [m.shown for m in trial.slack.messages if m.channel == channel and is_about(m)]
        assert "Rejected" in shown
        assert "Approval needed" not in shown


def is_about(message: Message) -> bool:
    return message.user == "U0SIGNOFF" and "deploy" in message.shown


async def test_approvers_of_whom_slack_does_not_say_where_they_are_get_the_card_directly() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        trial.slack.faults.fail("conversations.members", "internal_error", times=None)
        await trial.person("mira").asks("deploy it")
        for who in ("jonas", "aiko"):
            await a_card_in(trial, trial.slack.person(who).app_dm.id)
