"""How soon whoever clicked in vain is told so: in how many rounds to Slack, one after the other.

A round is what is asked at once. At 300 ms a round two of them leave 400 ms to ourselves.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.playground import Message
from bot.playground.faults import Fault
from bot.testing import Teammate, Trial
from tests.flows.ops import Ops, deploy, says, until

MOST = 2
"""Rounds."""
_LOOKS = 8
"""So often on end nothing more is asked when all has been that is asked at once: one pause of the
machine does not make a round of its own."""
GROUP = '[[policy]]\ntools = ["*"]\napprovers = ["S0SRE"]'
NAMED = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]'
ANY = '[[policy]]\ntools = ["*"]\napprovers = ["channel", "S0SRE", "U0JONAS"]'

Prepare = Callable[[Trial, Message], Awaitable[None]]


async def nothing(trial: Trial, card: Message) -> None:
    pass


async def decided(trial: Trial, card: Message) -> None:
    await trial.person("aiko").clicks(card, "Approve")
    await trial.message("It is live.")
    await trial.settled()


async def stood_in_for(trial: Trial, card: Message) -> None:
    await trial.person("aiko").types("/agent delegate <@U0MIRA> until friday")
    await trial.settled()


CASES = [
    pytest.param("gus", "", nothing, id="a guest"),
    pytest.param("mira", "", nothing, id="the requester"),
    pytest.param("sam", NAMED, nothing, id="not named"),
    pytest.param("sam", GROUP, nothing, id="not in the group"),
    pytest.param("gus", ANY, nothing, id="a guest where anybody may"),
    pytest.param("jonas", "", decided, id="too late"),
    pytest.param("mira", NAMED, stood_in_for, id="the requester, in somebody's place"),
]


@pytest.mark.parametrize(("who", "policies", "prepare"), CASES)
async def test_whoever_clicked_in_vain_is_told_within_two_rounds(
    who: str, policies: str, prepare: Prepare
) -> None:
    async with Trial(
        Ops([deploy("prod")], says("It is live.")).agent(), policies=policies
    ) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        await prepare(trial, card)
        rounds = await rounds_until_told(trial, trial.person(who), card)
        assert 1 <= rounds <= MOST


async def at_rest(held: list[object]) -> None:
    looks = 0
    while looks < _LOOKS:
        before = len(held)
        await asyncio.sleep(0.01)
        looks = looks + 1 if len(held) == before else 0


async def rounds_until_told(trial: Trial, who: Teammate, card: Message) -> int:
    """Slack holds everything back, and lets go of it round by round."""
    held: list[object] = []

    def is_held(arguments: object) -> bool:
        held.append(arguments)
        return True

    def hold_back() -> None:
        held.clear()
        trial.slack.faults.add(Fault(method="*", delay=60, times=None, when=is_held))

    hold_back()
    click = asyncio.create_task(who.clicks(card, "Approve", stale=True))
    rounds = 0
    while not who.told:
        await until(lambda: held or who.told)
        await at_rest(held)
        rounds += bool(held)
        trial.slack.faults.clear()
        hold_back()
    trial.slack.faults.clear()
    await click
    await trial.settled()
    return rounds
