"""A tool that shows beforehand what it would do, or fails to."""

from typing import Any

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.approvers import Desk
from tests.flows.ops import says
from tests.flows.test_commands import told
from tests.flows.test_home import home_of

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
        card = await trial.card("This cannot be approved.", button="Reject")
        assert "wants a preview, and there is none: `it failed`" in card.shown
        assert card.buttons == ("Reject", "Reject with a reason…", "Ask the requester…")
        jonas = trial.person("jonas")
        approve = f"/agent approve {card.controls[0].value}"
        assert "It can only be rejected" in await told(trial, jonas, approve)
        assert desk.ran == []
        await jonas.clicks(card, "Reject")
        await trial.message("Moved.")


async def test_a_tool_without_a_preview_cannot_be_approved_where_the_policy_wants_one() -> None:
    _, agent = moving(None)
    async with Trial(agent, policies=WANTED) as trial:
        await trial.person("mira").asks("move")
        card = await trial.card("there is none: the tool has none", button="Reject")
        assert "Approve" not in card.buttons


async def test_a_home_offers_only_what_can_be() -> None:
    _, agent = moving(broken)
    async with Trial(agent, policies=WANTED) as trial:
        await trial.person("mira").asks("move")
        await trial.card("This cannot be approved.", button="Reject")
        home = await home_of(trial, "jonas")
        assert "This cannot be approved." in home.shown
        assert home.buttons == ["Reject", "Reject with a reason…"]


async def test_with_a_preview_that_policy_is_no_hindrance() -> None:
    desk, agent = moving(lambda to: f"12 services go to {to}")
    async with Trial(agent, policies=WANTED) as trial:
        await trial.person("mira").asks("move")
        card = await trial.card("12 services go to eu")
        assert not any(each.startswith("Edit") for each in card.buttons)
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Moved.")
        assert desk.ran == ["eu"]
