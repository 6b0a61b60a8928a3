"""Cards, their copies and what reminds of them reach whoever decides for somebody who is away."""

import pytest

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.test_delegates import AIKO, TWO, delegates
from tests.flows.test_home import home_of


async def test_a_delegate_who_is_not_there_gets_the_card_of_whom_they_decide_for() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await delegates(trial)
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        direct = trial.slack.person("sam").app_dm.id
        copy = await trial.slack.wait_for_message("prod", button="Approve", channel=direct)
        await trial.person("sam").clicks(copy, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert trial.now(copy).controls == ()


async def test_a_copy_counts_before_slack_has_said_where_it_stands() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await delegates(trial)
        await trial.settled()
        sam = trial.person("sam")
        direct = trial.slack.person("sam").app_dm.id
        trial.slack.faults.add(
            Fault(
                method="chat.postMessage",
                times=None,
                when=lambda arguments: arguments["channel"] == direct,
                answer_delay=60,
            )
        )
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        copy = await trial.slack.wait_for_message("prod", button="Approve", channel=direct)
        await sam.clicks(copy, "Approve")
        await until(lambda: ops.ran == ["prod"])
        trial.slack.faults.clear()
        await trial.message("It is live.")
        await trial.settled()
        assert trial.now(copy).controls == ()


async def copy_for_sam(trial: Trial, command: str = "/agent delegate @sam for 2 hours") -> Message:
    """The card of a call in a channel where he is not."""
    await delegates(trial, command=command)
    await trial.person("mira").asks("deploy", channel="C0SECRET")
    direct = trial.slack.person("sam").app_dm.id
    copy = await trial.slack.wait_for_message("prod", button="Approve", channel=direct)
    await trial.settled()
    return copy


@pytest.mark.parametrize("end", ["off", "another", "time"])
async def test_a_card_that_was_sent_directly_is_taken_back_when_it_is_over(end: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        copy = await copy_for_sam(trial)
        if end == "off":
            await delegates(trial, command="/agent delegate off")
        elif end == "another":
            # Who cannot decide what they asked for: nobody but Aiko is called now.
            await delegates(trial, command="/agent delegate @mira until friday")
        else:
            trial.clock.advance("2h")
            await trial.pick_up()
        await trial.settled()
        assert trial.now(copy).controls == ()
        assert "You were to decide about this in somebody's place" in trial.now(copy).shown
        assert 'env: "prod"' not in trial.now(copy).shown
        await trial.person("sam").clicks(copy, "Approve", stale=True)
        await trial.whisper(trial.person("sam"), "You cannot decide this one")
        await trial.person("aiko").clicks(await trial.card("prod"), "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert "Done: `deploy`" in trial.now(copy).shown


async def test_a_card_that_was_taken_back_comes_back_with_the_next_time() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        copy = await copy_for_sam(trial)
        await delegates(trial, command="/agent delegate off")
        await trial.slack.wait_for(lambda _: not trial.now(copy).controls)
        await delegates(trial)
        await trial.slack.wait_for(lambda _: trial.now(copy).controls)
        await trial.person("sam").clicks(copy, "Approve")
        await trial.message("It is live.")
        await delegates(trial, command="/agent delegate off")
        await trial.settled()
        assert "Approved by <@U0SAM> (for <@U0AIKO>)." in trial.now(copy).shown


async def test_a_card_is_taken_back_also_when_the_word_of_whoever_was_away_is_said() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=TWO) as trial:
        copy = await copy_for_sam(trial)
        card = await trial.slack.wait_for_message(button="Approve", channel="C0SECRET")
        await trial.person("aiko").clicks(card, "Approve")
        await trial.slack.wait_for(lambda _: "1 of 2" in trial.now(copy).shown)
        await delegates(trial, command="/agent delegate off")
        await trial.settled()
        assert trial.now(copy).controls == ()


async def test_what_waits_for_a_delegate_stands_in_their_home_as_long_as_they_are_one() -> None:
    policy = '[[policy]]\ntools = ["*"]\napprovers = ["channel"]'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policy) as trial:
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        await trial.card()
        await trial.settled()
        home = await home_of(trial, "sam")
        assert "Nothing waits for you." in home.shown
        await delegates(trial)
        await trial.settled()
        assert "Waiting for you: 1" in home.shown
        await delegates(trial, command="/agent delegate off")
        await trial.settled()
        assert "Nothing waits for you." in home.shown


async def test_a_delegate_who_was_told_is_not_said_to_be_untold() -> None:
    async with Trial(Ops().agent()) as trial:
        trial.slack.faults.lose_reply("chat.postMessage")
        assert "could not tell them" not in await delegates(trial)
        direct = trial.slack.person("sam").app_dm.id
        assert len(trial.slack.workspace.timeline.of_channel(direct)) == 1


async def test_what_is_open_already_goes_directly_to_a_delegate_who_is_not_there() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        card = await trial.card()
        await trial.settled()
        direct = trial.slack.person("sam").app_dm.id
        assert not trial.slack.workspace.timeline.of_channel(direct)
        await delegates(trial)
        copy = await trial.slack.wait_for_message("prod", button="Approve", channel=direct)
        await trial.message("*1 request waits for this now.*")
        await trial.person("sam").clicks(copy, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert trial.now(copy).controls == trial.now(card).controls == ()


@pytest.mark.parametrize("end", ["off", "time"])
async def test_a_card_names_whoever_decides_for_somebody_until_they_do_not(end: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        await delegates(trial, command="/agent delegate @sam for 2 hours")
        await trial.card("<@U0AIKO> or <@U0JONAS>. <@U0SAM> decides for <@U0AIKO> until")
        assert "<@U0SAM> decides for <@U0AIKO> until" in trial.now(card).text
        if end == "off":
            await delegates(trial, command="/agent delegate off")
        else:
            trial.clock.advance("2h")
            await trial.pick_up()
        await trial.slack.wait_for(lambda _: "decides for" not in trial.now(card).shown)


async def test_who_decides_for_a_member_of_a_group_is_named_and_whoever_has_decided_is_not() -> (
    None
):
    policy = '[[policy]]\ntools = ["*"]\napprovers = ["S0SRE"]\nrequired = 2'
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=policy) as trial:
        await delegates(trial, "jonas")
        await trial.person("mira").asks("deploy")
        card = await trial.card("<@U0SAM> decides for <@U0JONAS> until")
        await trial.person("sam").clicks(card, "Approve")
        await trial.card("1 of 2 approvals so far: <@U0SAM> (for <@U0JONAS>).")
        assert "decides for" not in trial.now(card).shown


async def test_reminders_and_escalations_name_whoever_decides_for_somebody() -> None:
    policy = AIKO + '\nremind_after = "30m"\nescalate_after = "1h"\nescalate_to = ["C0APPROVALS"]'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policy) as trial:
        await delegates(trial)
        await trial.person("mira").asks("deploy")
        await trial.card()
        trial.clock.advance("30m")
        await trial.message("still waits for <@U0AIKO>. <@U0SAM> decides for <@U0AIKO> until")
        trial.clock.advance("30m")
        told = await trial.message("nobody has decided yet")
        assert "It waits for <@U0AIKO>. <@U0SAM> decides for <@U0AIKO> until" in told.text


async def test_whoever_decides_for_somebody_is_told_how_much_waits() -> None:
    async with Trial(Ops([deploy("a")], [deploy("b")]).agent(), policies=AIKO) as trial:
        for _ in range(2):
            await trial.person("mira").asks("deploy")
        await trial.card('env: "a"')
        await trial.card('env: "b"')
        await trial.settled()
        await delegates(trial)
        await trial.message("*2 requests wait for this now.*")


async def test_a_delegate_is_not_told_of_what_they_asked_for_themselves() -> None:
    async with Trial(Ops([deploy("a")]).agent(), policies=AIKO) as trial:
        await trial.person("sam").asks("deploy")
        await trial.card()
        await delegates(trial)
        told_so = await trial.message("wants you to decide in their place")
        assert "for this now" not in told_so.text


async def test_who_clicks_again_when_it_is_over_learns_that_their_word_counted() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await delegates(trial)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        sam = trial.person("sam")
        await sam.clicks(card, "Approve")
        await trial.message("It is live.")
        await delegates(trial, command="/agent delegate off")
        await sam.clicks(card, "Approve", stale=True)
        told_so = await trial.whisper(sam, "You have approved this already.")
        assert "It ran." in told_so.text
