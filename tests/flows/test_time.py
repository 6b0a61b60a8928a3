"""While a request waits people are reminded and others told, each once, until it expires."""

import asyncio
from typing import Any

import pytest

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says, until

POLICY = """
[[policy]]
tools = ["*"]
approvers = ["U0JONAS", "U0AIKO"]
required = 2
expires_after = "4h"
remind_after = "30m"
escalate_after = "1h"
escalate_to = ["C0APPROVALS", "U0SAM"]
"""


def said(trial: Trial, words: str, channel: str = "C0OPS") -> list[Message]:
    messages = trial.slack.workspace.timeline.of_channel(channel)
    return [each for each in messages if words in each.text]


async def waiting(trial: Trial) -> Message:
    await trial.person("mira").asks("deploy it")
    return await trial.card()


async def test_people_are_reminded_once_in_the_thread() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=POLICY) as trial:
        card = await waiting(trial)
        trial.clock.advance("29m")
        await trial.settled()
        assert not said(trial, "still waits")
        trial.clock.advance("1m")
        reminder = await trial.message("`deploy` still waits for <@U0JONAS> or <@U0AIKO>")
        assert reminder.thread_ts == card.thread_ts
        await trial.pick_up()
        await trial.restart()
        await trial.pick_up()
        await trial.settled()
        assert len(said(trial, "still waits")) == 1
        assert "People were reminded" in trial.now(card).shown


async def test_others_are_told_in_a_channel_and_directly() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        card = await waiting(trial)
        trial.clock.advance("1h")
        direct = trial.slack.person("sam").app_dm.id
        await until(lambda: said(trial, "nobody has decided yet", "C0APPROVALS"))
        await until(lambda: said(trial, "nobody has decided yet", direct))
        await trial.settled()
        assert len(said(trial, "nobody has decided yet", direct)) == 1
        assert "Open it" in said(trial, "nobody has decided yet", direct)[0].text
        assert "<#C0APPROVALS>, <@U0SAM> were told about it" in trial.now(card).shown.replace(
            "#approvals", "<#C0APPROVALS>"
        )
        await trial.person("sam").clicks(card, "Approve")
        await trial.settled()
        assert "You cannot decide" in trial.person("sam").told[-1]
        for who in ("jonas", "aiko"):
            await trial.person(who).clicks(card, "Approve")
        await trial.message("It is live.")


async def test_nobody_is_bothered_about_what_is_decided() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        card = await waiting(trial)
        await trial.person("jonas").clicks(card, "Reject")
        await trial.message("Then not.")
        trial.clock.advance("2h")
        await trial.pick_up()
        await trial.settled()
        assert not said(trial, "still waits")
        assert not said(trial, "nobody has decided", "C0APPROVALS")


@pytest.mark.parametrize(
    ("to", "heard"),
    [("", True), ("", False), ("C0APPROVALS", True), ("C0APPROVALS", False), ("U0SAM", True)],
)
async def test_what_was_on_its_way_when_people_decided_does_not_stay(to: str, heard: bool) -> None:
    """`to` somebody else, or in the thread; not `heard`: Slack never says that it arrived."""
    words, after = ("nobody has decided yet", "1h") if to else ("still waits", "30m")
    policy = POLICY.replace('["C0APPROVALS", "U0SAM"]', f'["{to or "U0SAM"}"]')
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=policy) as trial:
        card = await waiting(trial)
        await trial.settled()
        under_way = asyncio.Event()

        def slow(arguments: dict[str, Any]) -> bool:
            fits = words in str(arguments.get("text"))
            if fits:
                under_way.set()
            return fits

        trial.slack.faults.add(
            Fault(method="chat.postMessage", delay=60, lose_reply=not heard, when=slow)
        )
        trial.clock.advance(after)
        await under_way.wait()
        await trial.person("jonas").clicks(card, "Reject")
        await until(lambda: len(ops.model.calls) == 2)
        trial.slack.faults.clear()
        await trial.message("Then not.")
        await trial.settled()
        assert not [each for each in trial.slack.messages if words in each.text]


async def test_what_was_missed_while_no_worker_was_there_is_made_up_for() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=POLICY) as trial:
        await waiting(trial)
        await trial.settled()
        await trial.crash()
        trial.clock.advance("65m")
        await trial.start()
        await trial.pick_up()
        await trial.message("still waits")
        await until(lambda: said(trial, "nobody has decided yet", "C0APPROVALS"))


async def test_what_has_expired_reminds_nobody() -> None:
    ops = Ops([deploy("prod")], says("Nobody came."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        await waiting(trial)
        await trial.settled()
        trial.clock.advance("4h")
        await trial.message("Nobody came.")
        await trial.settled()
        assert not said(trial, "still waits")


async def test_who_cannot_be_told_is_named_in_the_thread() -> None:
    policy = POLICY.replace('"C0APPROVALS"', '"C0NOWHERE"')
    async with Trial(Ops([deploy("prod")]).agent(), policies=policy) as trial:
        await waiting(trial)
        trial.clock.advance("1h")
        await trial.message("I could not tell <#C0NOWHERE>")
        direct = trial.slack.person("sam").app_dm.id
        await until(lambda: said(trial, "nobody has decided yet", direct))
