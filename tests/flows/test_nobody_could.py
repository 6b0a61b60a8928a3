"""A policy that names people or groups nobody can be found by: said at once, and nothing runs."""

from dataclasses import replace

import pytest

from bot.testing import Trial
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says
from tests.flows.outside.conversations import outputs


def policy(*approvers: str, required: int = 1) -> str:
    names = ", ".join(f'"{each}"' for each in approvers)
    return f'[[policy]]\ntools = ["*"]\napprovers = [{names}]\nrequired = {required}\n'


@pytest.mark.parametrize(
    ("policies", "words"),
    [
        (policy("S0NOTHING"), "Slack knows no user group `S0NOTHING`"),
        (policy("S0EMPTY"), "the user group `S0EMPTY` has nobody in it"),
        (policy("U0UNKNOWN"), "`U0UNKNOWN` may not approve anything"),
        (policy("U0GUS", "U0OLAF"), "`U0GUS` may not approve anything; `U0OLAF` may not"),
        (policy("S0SRE", "U0OLAF", required=3), "it takes 3, and 2 could"),
    ],
)
async def test_whoever_asks_learns_that_nobody_could_approve_it(policies: str, words: str) -> None:
    ops = Ops([deploy("prod")])
    trial = Trial(ops.agent(), policies=policies)
    groups = trial.slack.workspace.groups
    groups["S0EMPTY"] = replace(groups["S0SRE"], id="S0EMPTY", handle="empty", members=())
    async with trial:
        await trial.person("mira").asks("deploy")
        await trial.card()
        warning = await trial.message(words)
        assert "As things stand this cannot be approved" in warning.text
        sam = trial.person("sam")
        await sam.clicks(await trial.card(), "Approve")
        await trial.slack.wait_for(lambda _: sam.told)
        assert ops.ran == []


async def test_groups_that_need_a_paid_plan_are_named_as_the_reason() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=policy("S0SRE")) as trial:
        trial.slack.faults.fail("usergroups.users.list", "plan_upgrade_required", times=None)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.message("user groups need a paid plan of Slack")
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        told = await trial.whisper(jonas, "It cannot be checked whether you may decide")
        assert "whoever runs me has to correct `bot.toml`" in told.text
        assert ops.ran == []
        assert [(e.by, e.detail) for e in await trial.audit() if e.what == "refused"] == [
            ("U0JONAS", "unchecked")
        ]


async def test_a_group_that_cannot_be_read_just_now_is_no_reason_to_warn() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=policy("S0SRE")) as trial:
        trial.slack.faults.fail("usergroups.users.list", "internal_error", times=None)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "please try again in a moment")
        assert ops.ran == []
        trial.slack.faults.clear()
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        assert not [m for m in trial.slack.messages if "As things stand" in m.text]


async def test_a_model_in_a_loop_is_told_what_was_too_much_and_the_thread_once() -> None:
    calls = [function_call("deploy", {"env": f"e{n}"}, call_id=f"c{n}") for n in range(53)]
    ops = Ops(calls, says("Some of it."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy everywhere")
        words = "I ask for at most 50 approvals of one run at a time"
        note = await trial.message(words)
        await trial.card('env: "e49"')
        await trial.settled()
        assert sum(words in each.text for each in trial.slack.messages) == 1
        await trial.person("jonas").clicks(await trial.card('env: "e0"'), "Approve all 50")
        await trial.message("Some of it.")
        assert len(ops.ran) == 50
        refused = outputs(ops.model.calls[-1].input)["c52"]
        assert refused.startswith(words)
        assert refused.endswith("It was not run.")
        assert note.thread_ts
