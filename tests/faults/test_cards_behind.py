"""A card that is behind, because whoever was to draw it died or was held up, catches up."""

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.playground import Fault
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.test_delegated_cards import copy_for_sam
from tests.flows.test_delegates import AIKO


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


async def test_a_copy_that_was_drawn_over_by_somebody_held_up_is_drawn_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=AIKO + '\nremind_after = "30m"') as trial:
        copy = await copy_for_sam(trial)
        held = asyncio.Event()

        def is_its(call: Mapping[str, Any]) -> bool:
            if call["channel"] == copy.channel:
                held.set()
            return held.is_set()

        trial.slack.faults.add(Fault(method="chat.update", delay=60, when=is_its))
        trial.clock.advance("30m")
        await held.wait()
        trial.go_silent()
        await trial.person("sam").clicks(copy, "Approve")
        await trial.message("It is live.")
        await until(lambda: "See what the agent said then" in trial.now(copy).shown)
        assert trial.now(copy).controls == ()
        trial.slack.faults.clear()
        await trial.settled()
        assert trial.now(copy).controls == ()
