"""What the scripted model says about what came back."""

import pytest

from bot.agents.replies import Outcome, reply
from bot.service.runs.verdicts import CONFIRMED, GIVEN_UP, NOBODY_KNOWS
from core.outputs.edit_note import noted

PLACE = {"service": "payments", "env": "staging"}


def about(output: str, tool: str = "restart_service") -> str:
    return reply([Outcome(tool, PLACE, output)])


def test_a_deed_that_was_done() -> None:
    said = about("payments in staging was restarted (restart 1). Now all is well")
    assert said == "Done. **payments** in staging was restarted (restart 1). Now all is well."


def test_a_deed_that_somebody_has_changed_was_done_as_well() -> None:
    output = noted('{"service":"payments"}', "payments in staging was scaled. Now all is well")
    said = about(output, "scale_service")
    assert said == "Done. **payments** in staging was scaled. Now all is well."


def test_of_a_deed_that_somebody_has_changed_and_that_failed_the_reason_is_told() -> None:
    said = about(noted('{"service":"paymnts"}', "It did not work: there is no service paymnts."))
    assert said == (
        "**payments** in staging was not restarted.\n\n"
        "> It did not work: there is no service paymnts."
    )


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        ("Tool execution was not approved.", "Somebody said no"),
        ("Rejected by <@U2>: change freeze", "Somebody said no"),
        ("Nobody answered in time; the approval expired.", "Nobody decided in time"),
        ("The run was cancelled.", "This was called off"),
        ("The call may have run; its outcome is unknown.", "It is not certain whether"),
        (GIVEN_UP, "It is not certain whether"),
        (NOBODY_KNOWS, "It is not certain whether"),
        (CONFIRMED, "A person has checked: **payments** in staging was restarted."),
        ("It did not work: there is no service payments.", "**payments** in staging was not"),
    ],
)
def test_what_else_came_of_it_is_told_with_the_reason(output: str, verdict: str) -> None:
    said = about(output)
    assert said.startswith(verdict)
    assert f"> {output}" in said


def test_an_empty_output_is_told_too() -> None:
    assert about("") == "**payments** in staging was not restarted."


def test_a_list_becomes_bullets() -> None:
    said = about("payments in prod: fine\nsearch in prod: slow", "list_services")
    assert said == "- **payments** in prod: fine\n- **search** in prod: slow"


def test_everything_that_came_back_is_told() -> None:
    outcomes = [
        Outcome("restart_service", PLACE, "payments in staging was restarted"),
        Outcome("delete_service", PLACE, "Tool execution was not approved."),
    ]
    done, _, refused = reply(outcomes).partition("\n\n")
    assert done.startswith("Done.")
    assert "was not deleted" in refused
