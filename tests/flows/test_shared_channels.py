"""In a channel shared with another organisation people read along: no card stands there."""

from dataclasses import replace

import pytest

from bot.agents.asking import ask
from bot.playground import Message
from bot.testing import Trial
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says
from tests.flows.outside.conversations import outputs

SHARED = "C0SHARED"
ALLOWED = '[[policy]]\ntools = ["*"]\nin_shared_channels = true\n'
ROUTED = '[[policy]]\ntools = ["*"]\nroute_to = "{}"\n'


def in_shared(trial: Trial) -> list[Message]:
    """What the bot has said there."""
    messages = trial.slack.workspace.timeline.of_channel(SHARED)
    return [each for each in messages if each.user == "U0SIGNOFF"]


async def test_no_card_is_posted_there_and_the_thread_learns_why() -> None:
    ops = Ops([deploy("prod"), deploy("test", call_id="2")], says("I could not."))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy it", channel=SHARED)
        told = await trial.message("I do not ask for approvals here")
        await trial.message("I could not.")
        await trial.settled()
        assert told.thread_ts == asked.ts
        assert "in_shared_channels = true" in told.text
        assert len(in_shared(trial)) == 2
        assert not any(each.buttons or "prod" in each.shown for each in in_shared(trial))
        assert "could not be delivered" in outputs(ops.model.calls[-1].input)["2"]
        assert ops.ran == []
        assert [e.what for e in await trial.audit()].count("undeliverable") == 2


async def test_a_policy_may_let_it_stand_there() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ALLOWED) as trial:
        await trial.person("mira").asks("deploy it", channel=SHARED)
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message("It is live.")


async def test_a_card_that_goes_elsewhere_is_no_secret_told() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        await trial.person("mira").asks("deploy it", channel=SHARED)
        card = await trial.card()
        assert card.channel == "C0APPROVALS"
        await trial.message("Open the card")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        assert not any("prod" in each.shown for each in in_shared(trial))


async def test_a_card_is_not_sent_into_a_shared_channel_either() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=ROUTED.format(SHARED)) as trial:
        asked = await trial.person("mira").asks("deploy it")
        card = await trial.card()
        assert (card.channel, card.thread_ts) == (asked.channel, asked.ts)
        await trial.settled()
        assert not in_shared(trial)


async def test_a_question_is_asked_there_like_an_answer_is_given() -> None:
    asks = function_call("ask", {"question": "Which one?", "choices": ["A", "B"]}, call_id="1")
    ops = Ops([asks], says("B it is."))
    async with Trial(ops.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("do it", channel=SHARED)
        await mira.clicks(await trial.card("Which one?", button="B"), "B")
        await trial.message("B it is.")


async def test_a_card_waits_until_slack_says_who_reads_along() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("conversations.info", "internal_error", times=None)
        await trial.person("mira").asks("deploy it")
        await trial.settled()
        assert not [each for each in trial.slack.messages if each.buttons]
        trial.slack.faults.clear()
        await trial.pick_up()
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message("It is live.")


@pytest.mark.parametrize("code", ["missing_scope", "unknown_method"])
async def test_what_slack_will_never_say_is_in_the_log_and_holds_nobody_up(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Trial(Ops([deploy("prod")], says("It is live.")).agent()) as trial:
        trial.slack.faults.fail("conversations.info", code, times=None)
        await trial.person("mira").asks("deploy it")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await trial.message("It is live.")
        assert f"who reads C0OPS is not known: conversations.info: {code}" in caplog.text


@pytest.mark.parametrize("channel", ["D0MIRA", "G0TRIO"])
async def test_direct_messages_are_shared_with_nobody_else(channel: str) -> None:
    policies = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS"]'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policies) as trial:
        await trial.person("mira").person.says(channel, "<@U0SIGNOFF> deploy it")
        assert (await trial.card()).buttons


async def test_a_group_of_people_with_an_outsider_is_shared() -> None:
    trial = Trial(Ops([deploy("prod")], says("I could not.")).agent())
    channels = trial.slack.workspace.channels
    channels["G0TRIO"] = replace(channels["G0TRIO"], shared_with=("T0PARTNER",))
    async with trial:
        await trial.person("mira").person.says("G0TRIO", "<@U0SIGNOFF> deploy it")
        await trial.message("I do not ask for approvals here")
        await trial.message("I could not.")
