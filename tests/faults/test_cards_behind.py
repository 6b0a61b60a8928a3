"""A card that is behind, because whoever was to draw it died, catches up with the next click."""

from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says


async def test_a_click_that_comes_too_late_has_the_card_drawn() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        trial.slack.faults.slow("chat.update", 60.0)
        await trial.person("jonas").clicks(card, "Reject")
        await trial.slack.wait_for_message("Then not.")
        await trial.crash()
        trial.slack.faults.clear()
        await trial.start()
        aiko = trial.person("aiko")
        await aiko.clicks(card, "Approve", stale=True)
        await trial.whisper(aiko, "was already rejected")
        await trial.slack.wait_for(lambda _: not trial.now(card).controls)
        assert ops.ran == []
