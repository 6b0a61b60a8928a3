"""A tool that shows beforehand what it would do, or fails to."""

from typing import Any

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.approvers import Desk
from tests.flows.ops import says

WANTED = '[[policy]]\ntools = ["move"]\napprovers = ["channel"]\nneeds_preview = true'


def moving(preview: Any) -> tuple[Desk, Any]:
    desk = Desk([function_call("move", {"to": "eu"}, call_id="c")], says("Moved."))

    @function_tool(needs_approval=True, preview=preview)
    async def move(to: str) -> str:
        """Move everything."""
        desk.ran.append(to)
        return "moved"

    return desk, desk.agent(move)


def broken(to: str) -> str:
    raise RuntimeError("secret")


async def test_a_preview_that_fails_is_said_and_approval_is_still_possible() -> None:
    desk, agent = moving(broken)
    async with Trial(agent) as trial:
        await trial.person("mira").asks("move")
        card = await trial.card("No preview: it failed.")
        assert "secret" not in card.shown
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Moved.")
        assert desk.ran == ["eu"]


async def test_where_the_policy_wants_a_preview_nothing_is_approved_without() -> None:
    desk, agent = moving(broken)
    async with Trial(agent, policies=WANTED) as trial:
        await trial.person("mira").asks("move")
        card = await trial.card("it can only be rejected")
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "wants a preview")
        assert desk.ran == []
        await jonas.clicks(card, "Reject")
        await trial.message("Moved.")


async def test_with_a_preview_that_policy_is_no_hindrance() -> None:
    desk, agent = moving(lambda to: f"12 services go to {to}")
    async with Trial(agent, policies=WANTED) as trial:
        await trial.person("mira").asks("move")
        card = await trial.card("12 services go to eu")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Moved.")
        assert desk.ran == ["eu"]
