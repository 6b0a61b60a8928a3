"""A card was posted twice: nobody heard that the first had arrived, nor could it be looked for."""

import pytest

from bot.playground import Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says


async def two_cards(trial: Trial) -> list[Message]:
    """The one that got lost, and the one that counts."""
    trial.slack.faults.lose_reply("chat.postMessage")
    trial.slack.faults.fail("conversations.replies", "missing_scope", times=None)
    await trial.person("mira").asks("deploy")
    await trial.slack.wait_for(lambda _: len(cards(trial)) == 2)
    await trial.settled()
    return cards(trial)


def cards(trial: Trial) -> list[Message]:
    return [each for each in trial.slack.messages if "env:" in each.shown]


@pytest.mark.parametrize("button", ["Reject with a reason", "Show everything", "Edit and approve"])
async def test_a_window_of_the_one_that_got_lost_leads_to_the_one_that_counts(button: str) -> None:
    async with Trial(Ops([deploy("prod" * 1_000)]).agent()) as trial:
        jonas = trial.person("jonas")
        lost, card = await two_cards(trial)
        await jonas.clicks(lost, button)
        await trial.settled()
        assert jonas.person.modal is not None
        assert "not where it is decided" in jonas.person.modal.shown
        assert card.ts.replace(".", "") in str(jonas.person.modal.blocks)
        assert not trial.now(lost).controls
        assert trial.now(card).controls


async def test_a_click_on_the_one_that_got_lost_leads_to_the_one_that_counts() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        jonas = trial.person("jonas")
        lost, card = await two_cards(trial)
        await jonas.clicks(lost, "Approve")
        told = await trial.whisper(jonas, "not where it is decided")
        assert card.ts.replace(".", "") in str(told)
        await trial.slack.wait_for(lambda _: not trial.now(lost).controls)
        assert trial.now(card).controls
        assert ops.ran == []
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_whoever_clicks_is_answered_although_slack_takes_long_to_say_where_the_card_is() -> (
    None
):
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        jonas = trial.person("jonas")
        lost, card = await two_cards(trial)
        trial.slack.faults.slow("chat.getPermalink", 60)
        await jonas.clicks(lost, "Approve")
        await trial.whisper(jonas, "that is its card, further down or above")
        assert not trial.now(lost).controls
        assert trial.now(card).controls
