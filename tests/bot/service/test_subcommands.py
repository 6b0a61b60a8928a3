"""What people type after the slash command."""

import pytest

from bot.service.subcommands import (
    Ask,
    CancelRun,
    Decide,
    Help,
    ListPending,
    ListRuns,
    Show,
    Status,
    Subcommand,
    parse,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Help()),
        ("  ", Help()),
        ("help", Help()),
        ("status", Status()),
        ("STATUS  `run_1` ", Status("run_1")),
        ("list", ListRuns()),
        ("pending", ListPending()),
        ("show run_1", Show("run_1")),
        ("show", Help("`show` needs the id of a run")),
        ("cancel\u00a0run_1", CancelRun("run_1")),
        ("approve abc", Decide("abc", "approved")),
        ("reject abc", Decide("abc", "rejected")),
        ("reject abc  not during  the freeze", Decide("abc", "rejected", "not during  the freeze")),
        ("reject", Help("`reject` needs the id of an approval")),
        ("ask restart payments\nin prod", Ask("restart payments\nin prod")),
        ("ask", Help("`ask` needs what you want")),
        ("frobnicate", Help("I do not know 'frobnicate'")),
    ],
)
def test_parse(text: str, expected: Subcommand) -> None:
    assert parse(text) == expected
