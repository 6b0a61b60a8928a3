"""Somebody corrects the arguments before they approve."""

import pytest

from bot.playground import FormIncomplete
from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.approvers import Desk, fills, query, scale, window
from tests.flows.ops import says
from tests.flows.test_commands import told

TWO = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO", "U0SAM"]\nrequired = 2'


async def test_what_was_edited_is_what_runs_and_the_model_is_told() -> None:
    desk = Desk([scale(30)], says("Scaled."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        values = {"replicas": "3", "level": "high", "urgent": "true", "tags": '["a", "b"]'}
        await fills(jonas, modal, **values)
        await trial.message("Scaled.")
        await trial.settled()
        assert desk.ran == [("payments", 3, True, "high", ["a", "b"])]
        assert any(
            "changed its arguments" in text and '"replicas":3' in text for text in desk.learned
        )
        shown = trial.now(card).shown
        assert "replicas: 30 → 3" in shown
        assert "service:" not in shown.partition("Changed by a person")[2]
        assert "Approved with changes by" in shown


async def test_what_the_agent_left_out_may_stay_so() -> None:
    found: list[tuple[str, str | None]] = []

    @function_tool(needs_approval=True)
    async def publish(path: str, owner: str | None = None) -> str:
        """Publish a page."""
        found.append((path, owner))
        return "published"

    desk = Desk([function_call("publish", {"path": "/old"}, call_id="call_1")], says("Done."))
    async with Trial(desk.agent(publish)) as trial:
        await trial.person("mira").asks("publish")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "owner")
        await fills(jonas, modal, path="/new")
        await trial.message("Done.")
        assert found == [("/new", None)]


PARTED = """
[[policy]]
tools = ["scale"]
when = { replicas = 30 }
approvers = ["U0JONAS"]

[[policy]]
tools = ["scale"]
approvers = ["U0AIKO"]
"""


async def test_an_edit_does_not_reach_what_others_decide_about() -> None:
    desk = Desk([scale(30)], says("Scaled."))
    async with Trial(desk.agent(), policies=PARTED) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        await fills(jonas, modal, replicas="31")
        await trial.whisper(jonas, "falls under *another policy*")
        modal = await window(trial, jonas, card, "Edit and approve", "level")
        await fills(jonas, modal, level="high")
        await trial.message("Scaled.")
        assert [each[1:4:2] for each in desk.ran] == [(30, "high")]


async def test_the_card_shows_what_the_tool_said_after_a_long_edit_as_well() -> None:
    desk = Desk([query("SELECT 1")], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "sql")
        await fills(jonas, modal, sql="SELECT " + "1, " * 400 + "1")
        await trial.message("Done.")
        await trial.settled()
        shown = trial.now(card).shown
        assert "Result\n3 rows" in shown
        assert "Note: before this ran" not in shown


async def test_what_is_left_as_it_was_is_the_same_to_the_last_character() -> None:
    odd = 'a "b"\n\u202e\u00a0 <!here> é'
    desk = Desk([query(odd)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "sql")
        await fills(jonas, modal)
        await trial.message("Done.")
        assert desk.ran == [odd]
        assert "Changed by a person" not in trial.now(card).shown


@pytest.mark.parametrize(
    ("field", "entered", "fault"),
    [
        ("replicas", "many", "This is not a number"),
        ("replicas", "1.5", "must be a whole number"),
        ("tags", "[1", "This is not JSON"),
        ("tags", '{"a": 1}', "must be a list"),
        ("tags", "[NaN]", "This is not JSON"),
    ],
)
async def test_what_does_not_fit_the_tool_is_said_at_the_field(
    field: str, entered: str, fault: str
) -> None:
    desk = Desk([scale()])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        await fills(jonas, modal, **{field: entered})
        still = jonas.person.modal
        assert still is not None
        assert fault in "".join(still.errors.values())
        assert await refusals(trial) == [("U0JONAS", "unfit_arguments")]
        assert desk.ran == []
        assert trial.now(card).controls


async def test_an_edit_sent_after_the_decision_is_on_record_as_too_late() -> None:
    desk = Desk([scale()], says("Scaled."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        await trial.person("aiko").clicks(card, "Approve")
        await trial.message("Scaled.")
        await fills(jonas, modal, replicas="9")
        await trial.whisper(jonas, "was already approved by")
        assert await refusals(trial) == [("U0JONAS", "late")]


async def refusals(trial: Trial) -> list[tuple[str, str]]:
    return [(each.by, each.detail) for each in await trial.audit() if each.what == "refused"]


async def test_what_the_tool_needs_cannot_be_left_empty() -> None:
    async with Trial(Desk([scale()]).agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        with pytest.raises(FormIncomplete, match="replicas"):
            await fills(jonas, modal, replicas="")


async def test_a_store_that_is_away_is_said_in_the_window() -> None:
    desk = Desk([scale()])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        for link in trial._links:
            link.outage = True
        await fills(jonas, modal, replicas="2")
        still = jonas.person.modal
        assert still is not None
        assert "could not be checked" in "".join(still.errors.values())


async def test_where_two_are_needed_the_other_approves_what_was_edited() -> None:
    desk = Desk([scale(30)], says("Scaled."))
    async with Trial(desk.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas, aiko, sam = (trial.person(name) for name in ("jonas", "aiko", "sam"))
        await jonas.clicks(card, "Approve")
        await trial.slack.wait_for_message("1 of 2")
        modal = await window(trial, aiko, card, "Edit and approve", "replicas")
        await fills(aiko, modal, replicas="3")
        await trial.slack.wait_for_message("replicas: 30 → 3")
        await trial.settled()
        assert desk.ran == []
        await sam.clicks(card, "Approve", stale=True)
        await trial.whisper(sam, "changed meanwhile")
        assert desk.ran == []
        await jonas.clicks(card, "Approve")
        await trial.message("Scaled.")
        assert [each[1] for each in desk.ran] == [3]


async def test_an_edit_of_what_was_edited_meanwhile_does_not_count() -> None:
    desk = Desk([scale(30)])
    async with Trial(desk.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        jonas, aiko = trial.person("jonas"), trial.person("aiko")
        his = await window(trial, jonas, card, "Edit and approve", "replicas")
        hers = await window(trial, aiko, card, "Edit and approve", "replicas")
        await fills(aiko, hers, replicas="3")
        await trial.slack.wait_for_message("replicas: 30 → 3")
        await fills(jonas, his, replicas="4")
        await trial.whisper(jonas, "changed meanwhile")
        assert desk.ran == []


async def test_an_edit_survives_a_restart() -> None:
    desk = Desk([scale(30)], says("Scaled."))
    async with Trial(desk.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        aiko = trial.person("aiko")
        modal = await window(trial, aiko, card, "Edit and approve", "replicas")
        await fills(aiko, modal, replicas="3")
        await trial.slack.wait_for_message("replicas: 30 → 3")
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Scaled.")
        assert [each[1] for each in desk.ran] == [3]


async def test_who_decides_by_command_looks_first_at_what_somebody_changed() -> None:
    desk = Desk([scale(30)], says("Scaled."))
    async with Trial(desk.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        approval = card.controls[0].value
        aiko, jonas = trial.person("aiko"), trial.person("jonas")
        modal = await window(trial, aiko, card, "Edit and approve", "replicas")
        await fills(aiko, modal, replicas="9")
        await trial.card("1 of 2")
        assert "Look at them first" in await told(trial, jonas, f"/agent approve {approval}")
        assert desk.ran == []
        await jonas.types(f"/agent show {approval}")
        await trial.whisper(jonas, "replicas: 9")
        await trial.settled()
        assert "Recorded" in await told(trial, jonas, f"/agent approve {approval}")
        await trial.message("Scaled.")
