"""The test kit: time passes when a test says so, and what is due then happens by itself."""

from pathlib import Path

import pytest

from bot.store import open_store
from bot.store.embedded import embedded
from bot.store.server_binary import find_server
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says

POLICY = """
[[policy]]
tools = ["*"]
approvers = ["U0JONAS"]
expires_after = "4h"
remind_after = "30m"
escalate_after = "1h"
escalate_to = ["C0APPROVALS"]
"""


async def test_reminders_escalation_and_expiry_happen_when_their_time_comes() -> None:
    async with Trial(Ops([deploy("prod")], says("Nobody came.")).agent(), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        trial.clock.advance("30m")
        await trial.message("still waits for <@U0JONAS>")
        trial.clock.advance("30m")
        await trial.message("nobody has decided yet")
        trial.clock.advance("3h")
        await trial.message("Nobody came.")
        await trial.settled()
        assert "Expired" in trial.now(card).shown


@pytest.mark.skipif(find_server() is None, reason="no valkey-server or redis-server")
async def test_time_passes_on_a_real_store_as_well(tmp_path: Path) -> None:
    ops = Ops([deploy("prod")], says("Nobody came."))
    async with (
        embedded(tmp_path) as url,
        Trial(
            ops.agent(), policies=POLICY, open_store=lambda clock: open_store(url, clock=clock)
        ) as trial,
    ):
        await trial.person("mira").asks("deploy")
        await trial.card()
        await trial.settled()
        trial.clock.advance("30m")
        await trial.message("still waits for <@U0JONAS>")
        trial.clock.advance("4h")
        await trial.message("Nobody came.")


async def test_the_audit_can_be_read() -> None:
    async with Trial(Ops([deploy("prod")]).agent(), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy")
        await trial.card()
        assert [each.what for each in await trial.audit()][-2:] == ["run_started", "requested"]
