"""More than one person, and a last look at each of them before the call starts."""

from dataclasses import replace

from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says

SRE = '[[policy]]\ntools = ["*"]\napprovers = ["S0SRE"]'
TWO = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO", "U0SAM"]\nrequired = 2'


async def test_a_card_that_is_partly_approved_says_by_whom_and_how_many_are_missing() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("It takes 2 people")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.slack.wait_for_message("Approval needed, 1 of 2")
        assert "1 of 2 approvals so far: <@U0JONAS>." in trial.now(card).shown
        await trial.person("sam").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert "Approved by <@U0JONAS>, <@U0SAM>." in trial.now(card).shown


async def test_whoever_left_right_after_their_word_does_not_count_with_the_next_one() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("It takes 2 people")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.slack.wait_for_message("Approval needed, 1 of 2")
        await leave(trial, deleted=True)
        await trial.person("sam").clicks(card, "Approve")
        card = await trial.card("The approval of <@U0JONAS> does not count any more")
        assert ops.ran == []
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def leave(trial: Trial, *, deleted: bool = False) -> None:
    """Jonas leaves the group, or the company, and no process remembers otherwise."""
    world = trial.slack.workspace
    if deleted:
        world.users["U0JONAS"] = replace(world.users["U0JONAS"], deleted=True)
    else:
        world.groups["S0SRE"] = replace(world.groups["S0SRE"], members=("U0AIKO",))


async def approved_but_not_begun(trial: Trial) -> None:
    """Jonas approves while no worker runs."""
    await trial.person("mira").asks("deploy")
    card = await trial.card()
    await trial.settled()
    await trial._stop_all()
    await trial.start(works=False)
    await trial.person("jonas").clicks(card, "Approve")
    await trial.slack.wait_for_message("about to run")
    await trial.settled()


async def test_whoever_left_the_group_meanwhile_does_not_count_and_others_can_decide() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=SRE) as trial:
        await approved_but_not_begun(trial)
        await leave(trial)
        await trial._stop_all()
        await trial.start()
        await trial.pick_up()
        card = await trial.card("The approval of <@U0JONAS> does not count any more")
        assert ops.ran == []
        await trial.message("did not start: an approval of it does not count any more")
        assert "not among those who decide any more" in card.shown
        await trial.person("jonas").clicks(card, "Approve")
        await trial.whisper(trial.person("jonas"), "You cannot decide this one")
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]
        assert ops.faults == []


async def test_whoever_was_deactivated_meanwhile_does_not_count() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await approved_but_not_begun(trial)
        await leave(trial, deleted=True)
        await trial._stop_all()
        await trial.start()
        await trial.pick_up()
        await trial.card("their account was deactivated")
        assert ops.ran == []


async def test_a_check_that_cannot_be_made_holds_an_old_approval_back() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await approved_but_not_begun(trial)
        for method in ("users.info", "conversations.members"):
            trial.slack.faults.fail(method, "internal_error", times=None)
        trial.clock.advance("10m")
        await trial._stop_all()
        await trial.start()
        await trial.pick_up()
        await trial.card("Slack could not be asked")
        assert ops.ran == []


async def test_a_check_that_cannot_be_made_does_not_hold_a_fresh_approval_back() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await approved_but_not_begun(trial)
        for method in ("users.info", "conversations.members"):
            trial.slack.faults.fail(method, "internal_error", times=None)
        await trial._stop_all()
        await trial.start()
        await trial.message("It is live.")


async def test_where_the_answers_are_at_hand_the_last_look_asks_slack_nothing() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=SRE) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        before = len(trial.slack.calls)
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        after = [call.method for call in list(trial.slack.calls)[before:]]
        assert not [each for each in after if each in ("users.info", "usergroups.users.list")]


async def test_a_refused_click_is_answered_without_asking_slack_for_much() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        before = len(trial.slack.calls)
        gus = trial.person("gus")
        await gus.clicks(card, "Approve")
        await trial.whisper(gus, "Guests cannot decide")
        asked = [call.method for call in list(trial.slack.calls)[before:]]
        assert len(asked) <= 3, asked
