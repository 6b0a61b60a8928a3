"""What people type after the slash command."""

import pytest

from bot.service.inbound.subcommands import (
    Ask,
    CancelRun,
    Decide,
    Delegate,
    EndDelegation,
    Help,
    ListPending,
    ListRuns,
    Show,
    ShowDelegations,
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
        ("show", Help("`show` needs the id of a run or an approval", "show")),
        ("cancel\u00a0run_1", CancelRun("run_1")),
        ("approve abc", Decide("abc", "approved")),
        ("reject abc", Decide("abc", "rejected")),
        ("reject abc  not during  the freeze", Decide("abc", "rejected", "not during  the freeze")),
        ("reject", Help("`reject` needs the id of an approval", "reject")),
        ("ask restart payments\nin prod", Ask("restart payments\nin prod")),
        ("ask", Help("`ask` needs what you want", "ask")),
        ("frobnicate", Help("I do not know 'frobnicate'")),
        ("aprove abc", Help("I do not know 'aprove', perhaps you mean `approve`")),
        ("list 2", ListRuns(1)),
        ("list page 3", ListRuns(2)),
        ("pending PAGE  2", ListPending(1)),
        ("status 2", Status(page=1)),
        ("list 0", ListRuns(0)),
        ("list something", ListRuns(0)),
        ("show \u201crun_1\u201d", Show("run_1")),
        ("\u2018approve\u2019 \u00ababc\u00bb", Decide("abc", "approved")),
        ("delegate", ShowDelegations()),
        ("delegate OFF", EndDelegation()),
        ("delegate <@U2|jo> until friday", Delegate("U2", "<@U2|jo>", "until friday")),
        ("delegate to <@U2>  for 3 days", Delegate("U2", "to <@U2>", "for 3 days")),
        ("delegate U0JONAS", Delegate("U0JONAS", "U0JONAS", "")),
        ("delegate @jonas until friday", Delegate("", "@jonas", "until friday")),
        ("delegate <@U2", Delegate("", "<@U2", "")),
    ],
)
def test_parse(text: str, expected: Subcommand) -> None:
    assert parse(text) == expected
