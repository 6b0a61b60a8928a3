"""Somebody decides for somebody else while they are away, and never more than they could."""

import re
from dataclasses import replace

import pytest

from bot.records import AuditEntry
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says
from tests.flows.test_commands import told
from tests.flows.test_home import home_of

AIKO = '[[policy]]\ntools = ["*"]\napprovers = ["U0AIKO"]'
TWO = '[[policy]]\ntools = ["*"]\napprovers = ["U0AIKO", "U0JONAS"]\nrequired = 2'
SAM = "/agent delegate @sam until friday"


async def delegates(trial: Trial, who: str = "aiko", command: str = SAM) -> str:
    return await told(trial, trial.person(who), command)


async def audited(trial: Trial, *what: str) -> list[AuditEntry]:
    return [each for each in await trial.audit() if each.what in what]


async def test_a_delegate_decides_and_is_named_with_whose_right_it_was() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        answer = await delegates(trial)
        assert "<@U0SAM> decides for you until" in answer
        direct = await trial.message("<@U0AIKO> is away and wants you to decide in their place")
        assert direct.channel == trial.slack.person("sam").app_dm.id
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("sam").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert "Approved by <@U0SAM> (for <@U0AIKO>)." in trial.now(card).shown
        (approved,) = await audited(trial, "approved")
        assert (approved.by, approved.behalf) == ("U0SAM", "U0AIKO")
        assert approved.at // 1000 == int(trial.clock.now())
        (run,) = re.findall(r"`(run_\w+)`", await told(trial, trial.person("mira"), "/agent list"))
        shown = await told(trial, trial.person("mira"), f"/agent audit {run}")
        assert "<@U0SAM> (for <@U0AIKO>) approved" in shown


async def test_the_hour_is_that_of_the_clock_where_the_person_is() -> None:
    async with Trial(Ops().agent()) as trial:
        # 2023-11-15 7:13 in Tokyo.
        answer = await delegates(trial, command="/agent delegate @sam until tomorrow 9:00")
        assert "2023-11-16 00:00 UTC" in answer


async def test_beginning_and_end_are_on_record() -> None:
    async with Trial(Ops().agent()) as trial:
        await delegates(trial, command="/agent delegate @sam for 1 day")
        await delegates(trial, command="/agent delegate @jonas for 2 hours")
        trial.clock.advance("2h")
        await trial.pick_up()
        await delegates(trial)
        assert "does not decide for you any more" in await delegates(
            trial, command="/agent delegate off"
        )
        said = [(e.what, e.by, e.detail) for e in await audited(trial, "delegated", "undelegated")]
        assert said == [
            ("delegated", "U0AIKO", "to U0SAM until 2023-11-15 22:13:20 UTC"),
            ("delegated", "U0AIKO", "to U0JONAS until 2023-11-15 00:13:20 UTC"),
            ("undelegated", "U0AIKO", "to U0SAM: replaced"),
            ("undelegated", "U0AIKO", "to U0JONAS: time is over"),
            ("delegated", "U0AIKO", "to U0SAM until 2023-11-17 15:00:00 UTC"),
            ("undelegated", "U0AIKO", "to U0SAM: off"),
        ]


async def test_it_is_listed_for_both_and_ended_by_whoever_was_away() -> None:
    async with Trial(Ops().agent()) as trial:
        assert "Nobody decides for you" in await delegates(trial, command="/agent delegate")
        await delegates(trial)
        assert "<@U0SAM> decides for you until" in await delegates(trial, command="/agent delegate")
        assert "You decide for <@U0AIKO> until" in await delegates(trial, "sam", "/agent delegate")
        assert "nothing to end" in await delegates(trial, "sam", "/agent delegate off")
        await delegates(trial, command="/agent delegate off")
        assert "You decide" not in await delegates(trial, "sam", "/agent delegate")


@pytest.mark.parametrize("end", ["off", "time"])
async def test_when_it_is_over_the_delegate_decides_no_more(end: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await delegates(trial, command="/agent delegate @sam for 1h")
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        if end == "off":
            await delegates(trial, command="/agent delegate off")
        else:
            trial.clock.advance("1h")
        await trial.person("sam").clicks(card, "Approve")
        await trial.whisper(trial.person("sam"), "You cannot decide this one")
        assert ops.ran == []


async def test_somebody_and_their_delegate_are_one_of_the_people_it_takes() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO) as trial:
        sam, aiko = trial.person("sam"), trial.person("aiko")
        await delegates(trial)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await sam.clicks(card, "Approve")
        await trial.card("1 of 2 approvals so far: <@U0SAM> (for <@U0AIKO>).")
        await aiko.clicks(card, "Approve")
        await trial.whisper(aiko, "<@U0SAM> has approved this for you already.")
        await sam.clicks(card, "Approve")
        await trial.whisper(sam, "You have approved this already.")
        assert ops.ran == []
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")


async def test_whoever_decides_for_somebody_who_has_is_told_so() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=TWO) as trial:
        await delegates(trial)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("aiko").clicks(card, "Approve")
        await trial.card("1 of 2")
        await trial.person("sam").clicks(card, "Approve")
        await trial.whisper(trial.person("sam"), "<@U0AIKO>, for whom you decide, has approved")


async def test_whoever_asked_cannot_decide_as_a_delegate_either() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=AIKO) as trial:
        await delegates(trial, command="/agent delegate @mira until friday")
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("mira").clicks(card, "Approve")
        await trial.whisper(trial.person("mira"), "You asked for this yourself")


async def test_it_does_not_pass_on() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=AIKO) as trial:
        await delegates(trial, command="/agent delegate @jonas until friday")
        await delegates(trial, "jonas")
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("sam").clicks(card, "Approve")
        await trial.whisper(trial.person("sam"), "You cannot decide this one")


async def approved_for_aiko_but_not_begun(trial: Trial) -> None:
    await delegates(trial)
    await trial.person("mira").asks("deploy")
    card = await trial.card()
    await trial.settled()
    await trial._stop_all()
    await trial.start(works=False)
    await trial.person("sam").clicks(card, "Approve")
    await trial.slack.wait_for_message("about to run")
    await trial.settled()


@pytest.mark.parametrize(
    ("who", "why"),
    [("U0AIKO", "the person they decided for"), ("U0SAM", "their account was deactivated")],
)
async def test_at_the_last_look_both_must_still_be_who_they_were(who: str, why: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await approved_for_aiko_but_not_begun(trial)
        people = trial.slack.workspace.users
        people[who] = replace(people[who], deleted=True)
        await trial._stop_all()
        await trial.start()
        await trial.pick_up()
        card = await trial.card("The approval of <@U0SAM> does not count any more")
        assert why in card.shown
        assert ops.ran == []


async def test_what_was_decided_while_it_lasted_stays() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        await approved_for_aiko_but_not_begun(trial)
        await delegates(trial, command="/agent delegate off")
        await trial._stop_all()
        await trial.start()
        await trial.pick_up()
        await trial.message("It is live.")


async def test_a_delegate_finds_it_in_their_home_and_decides_there() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO) as trial:
        await delegates(trial)
        home = await home_of(trial, "sam")
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        assert "Waiting for you: 1" in home.shown
        assert "You decide in the place of <@U0AIKO>" in home.shown.replace("@aiko", "<@U0AIKO>")
        await home.clicks("Approve")
        assert "Nothing waits for you." in home.shown
        assert "1 of 2" in trial.now(card).shown
        assert "Nothing waits for you." in (await home_of(trial, "aiko")).shown


async def test_a_delegate_can_decide_by_command_and_read_what_it_takes() -> None:
    ops = Ops([deploy("x" * 8_000)], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO) as trial:
        sam = trial.person("sam")
        await delegates(trial)
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        card = await trial.card()
        (approval, *_) = {each.value for each in card.controls}
        assert "Open all of them first" in await told(trial, sam, f"/agent approve {approval}")
        await sam.types(f"/agent show {approval}")
        await trial.whisper(sam, "part 1 of 1")
        await trial.settled()
        assert "(for <@U0AIKO>)" in await told(trial, sam, f"/agent approve {approval}")


@pytest.mark.parametrize(
    ("who", "words", "answer"),
    [
        ("aiko", "@sam", "Say until when"),
        ("aiko", "@sam soonish", "Write it as `until friday`"),
        ("aiko", "@sam until 2020-01-01", "over already"),
        ("aiko", "@sam for 400 days", "90 days at most"),
        ("aiko", "@nobody until friday", "I do not know who `@nobody (S0NOBODY)` is. Mention them"),
        ("aiko", "U0NOBODY until friday", "Slack knows nobody with the id `U0NOBODY`"),
        ("aiko", "@aiko until friday", "You decide for yourself already"),
        ("aiko", "@gus until friday", "<@U0GUS> is a guest"),
        ("aiko", "@eve until friday", "belongs to another organisation"),
        ("aiko", "@deploybot until friday", "is an app"),
        ("aiko", "@olaf until friday", "has a deactivated account"),
        ("gus", "@sam until friday", "<@U0GUS> is a guest"),
        ("aiko", "@sam until " + "x" * 3_000, "Write `until friday`"),
    ],
)
async def test_what_cannot_be_is_said_and_changes_nothing(
    who: str, words: str, answer: str
) -> None:
    async with Trial(Ops().agent()) as trial:
        assert answer in await delegates(trial, who, f"/agent delegate {words}")
        assert await audited(trial, "delegated") == []


async def test_who_cannot_be_looked_up_is_given_nothing() -> None:
    async with Trial(Ops().agent()) as trial:
        trial.slack.faults.fail("users.info", "internal_error", times=None)
        assert "did not say who you are" in await delegates(trial)
        assert await audited(trial, "delegated") == []
