"""Messages without words: an empty mention is answered at once, and files are told to the agent."""

from dataclasses import replace
from typing import Any

import pytest

from bot.playground import Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says
from tests.flows.test_commands import told


def post(trial: Trial, channel: str, **said: Any) -> Message:
    workspace = trial.slack.workspace
    written = Message(channel=channel, ts=workspace.timeline.next_ts(), user="U0MIRA", text="")
    return workspace.post(replace(written, team="T0SIGNOFF", **said))


async def test_an_empty_mention_is_answered_without_the_model() -> None:
    async with Trial(Ops().agent()) as trial:
        asked = await trial.person("mira").asks("")
        answer = await trial.message("What can I do for you?")
        assert answer.thread_ts == asked.ts
        assert "`/agent help`" in answer.text
        await trial.settled()
        timeline = trial.slack.workspace.timeline.of_channel("C0OPS")
        assert [each.ts for each in timeline] == [asked.ts, answer.ts]
        assert "Nothing has been asked" in await told(trial, trial.person("mira"), "/agent list")


async def test_a_mention_after_the_greeting_starts_a_run() -> None:
    async with Trial(Ops(says("Hello.")).agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("")
        await trial.message("What can I do for you?")
        await mira.asks("hello", thread=asked.ts)
        assert (await trial.message("Hello.")).thread_ts == asked.ts


async def test_an_empty_mention_leaves_a_run_that_waits_alone() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await mira.asks("", thread=asked.ts)
        await trial.message("What can I do for you?")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")


async def test_asking_for_nothing_by_command_starts_nothing() -> None:
    async with Trial(Ops().agent()) as trial:
        answer = await told(trial, trial.person("mira"), "/agent ask @signoff")
        assert "`ask` needs what you want" in answer


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (
            {"files": ({"name": "a.pdf", "size": 20_480, "mimetype": "application/pdf"},)},
            "file: a.pdf, 20 KB, application/pdf",
        ),
        ({"blocks": ({"type": "markdown", "text": "restart payments"},)}, "restart payments"),
        ({"attachments": ({"is_share": True, "text": "disk full"},)}, "disk full"),
    ],
)
async def test_what_has_no_text_reaches_the_agent_all_the_same(
    said: dict[str, Any], heard: str
) -> None:
    ops = Ops(says("Thank you."))
    async with Trial(ops.agent()) as trial:
        post(trial, trial.slack.person("mira").app_dm.id, **said)
        await trial.message("Thank you.")
        assert ops.heard == [[heard]]
