"""Saying no with a reason: a window that opens at once, and is checked again when it is sent."""

import pytest

from bot.testing import Trial
from tests.flows.approvers import fills, window
from tests.flows.ops import Ops, deploy, says

WHY = "Why? The agent and the thread learn it."


async def test_the_reason_reaches_the_model_and_the_card() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Reject with a reason")
        await fills(jonas, modal, **{WHY: "Change freeze <!channel>"})
        await trial.message("Then not.")
        await trial.settled()
        assert ops.ran == []
        assert "Reason: Change freeze \\u{3c}!channel>" in trial.now(card).shown
        assert not trial.now(card).controls
        told = [text for call in ops.model.calls for text in str(call.input).split("'")]
        assert any("Reason: Change freeze" in text for text in told)


async def test_the_window_is_the_first_thing_slack_hears_of_however_slow_the_store() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        for link in trial._links:
            link.outage = True
        before = len(trial.slack.calls)
        jonas = trial.person("jonas")
        answer = await jonas.clicks(card, "Reject with a reason")
        assert answer.ok
        await trial.slack.wait_for(lambda _: jonas.person.modal is not None)
        assert next(call.method for call in list(trial.slack.calls)[before:]) == "views.open"


async def test_a_trigger_that_has_expired_is_told_and_leaves_the_approval_open() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        trial.slack.faults.fail("views.open", "expired_trigger_id")
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Reject with a reason")
        await trial.whisper(jonas, "please click again")
        assert jonas.person.modal is None
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")


async def test_a_window_that_would_open_too_late_is_not_waited_for() -> None:
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        trial.slack.faults.limit("views.open", retry_after=30)
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Reject with a reason")
        await trial.whisper(jonas, "Nothing was changed so far")


async def test_a_window_sent_after_the_decision_is_told_so() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Reject with a reason")
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("It is live.")
        await fills(jonas, modal, **{WHY: "No"})
        await trial.whisper(jonas, "was already approved by")
        assert ops.ran == ["prod"]


@pytest.mark.parametrize(
    "button", ["Reject with a reason", "Edit and approve", "Ask the requester"]
)
async def test_whoever_may_not_decide_is_told_so_in_the_window(button: str) -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        gus = trial.person("gus")
        modal = await window(trial, gus, card, button, "Guests cannot decide")
        assert "submit" not in modal.definition
        assert trial.now(card).controls


async def test_a_window_proves_nothing_when_it_is_sent() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        gus = trial.person("gus")
        trial.slack.faults.slow("views.update", 0.3)
        await gus.clicks(card, "Reject with a reason")
        await trial.slack.wait_for(lambda _: gus.person.modal is not None)
        modal = gus.person.modal
        assert modal is not None
        await fills(gus, modal, **{WHY: "No"})
        await trial.whisper(gus, "Guests cannot decide")
        assert trial.now(card).controls
