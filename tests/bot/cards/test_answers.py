"""What somebody is told in private."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import cards
from bot.ports import Message
from bot.records import Decision
from tests.bot.cards.samples import approval, approved, problems, run

OWN = "You have approved this already."


@pytest.mark.parametrize(
    ("made", "by", "words"),
    [
        (
            approval("started", decisions=approved("U2")),
            "U3",
            "`restart` was already approved by <@U2>. It is running.",
        ),
        (
            approval("rejected", decisions=(Decision(verdict="rejected", by="U2", at=1),)),
            "U3",
            "`restart` was already rejected by <@U2>. It did not run.",
        ),
        (
            approval("cancelled", ended_by="U1"),
            "U3",
            "`restart` was already called off by <@U1>. It did not run.",
        ),
        (
            approval("expired"),
            "U3",
            "Too late for `restart`. Nobody decided in time. It did not run.",
        ),
        (
            approval("done", decisions=approved("U2", "U3")),
            "U3",
            f"{OWN} `restart`: Approved by <@U2>, <@U3>. It ran.",
        ),
        (
            approval(decisions=approved("U3"), rule={"required": 2}),
            "U3",
            f"{OWN} 1 of 2 approvals so far: <@U3>. Somebody else has to decide as well.",
        ),
    ],
)
def test_a_late_click_is_told_what_happened(made: object, by: str, words: str) -> None:
    assert cards.late(made, by).text == words  # type: ignore[arg-type]


def test_a_click_after_the_deadline_is_told_when_it_was() -> None:
    answer = cards.late(approval(), "U3").text
    assert answer.startswith("Too late: the time for `restart` ran out at <!date^1790000000^")
    assert answer.endswith("It does not run.")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (cards.refused(approval(), "You may not."), "`restart`: You may not."),
        (cards.not_recorded(), "nothing has changed"),
        (cards.not_recorded(maybe=True), "it may have been"),
        (cards.unknown_approval(), "Nothing was run"),
        (cards.recorded(approval("approved", decisions=approved("U2"))), "Approved by <@U2>"),
        (cards.not_in_doubt(approval("done", decisions=approved("U2"))), "settled already"),
        (cards.not_found("run9`<!x>"), "`run9'\\u{3c}!x&gt;`, and nothing else"),
        (
            cards.not_found("x", [("run1", "<@U2>")]),
            "mean one of these?\n• `run1` `\\u{3c}@U2&gt;`",
        ),
        (cards.not_found("x", [], [("run1", "a")]), "among others (`/agent list`"),
        (cards.a_run(run(), []), "Nothing of it waits"),
        (cards.a_run(run(), [approval()]), "• `tok3n` `restart`"),
        (cards.undeliverable(approval(), "is_archived"), "in <#C1> (it is archived)"),
        (cards.undeliverable(approval(), "odd_code"), "(Slack answered `odd_code`)"),
        (cards.cannot_start("not_in_channel"), "(I am not a member). Invite me with `/invite`"),
        (cards.cancelling(run()), "Run `run1` is being called off"),
        (cards.over_already(run()), "Run `run1` is over already"),
        (cards.may_not_cancel(run()), "Only <@U1>, who asked for it"),
        (cards.asked("https://x.slack.com/p1"), "<https://x.slack.com/p1|see the thread>"),
        (cards.asked(""), "Started."),
        (cards.note(""), "(nothing to say)"),
    ],
)
def test_every_answer_is_specific_and_deliverable(answer: Message, words: str) -> None:
    assert words in answer.text
    assert problems(answer) == []


def test_help_names_every_command_under_the_name_it_has_here() -> None:
    text = cards.help_text("/ops").text
    for command in [
        "ask",
        "status",
        "list",
        "pending",
        "show",
        "cancel",
        "approve",
        "reject",
        "audit",
        "help",
    ]:
        assert f"`/ops {command}" in text


def test_a_command_that_is_not_understood_is_told_which_word() -> None:
    text = cards.help_text(wrong="I do not know '<!here>'").text
    assert text.startswith(r"I do not know '\u{3c}!here&gt;'.")
    assert "`/agent list`" in text


@given(st.text(st.characters(codec=None)))
def test_foreign_text_in_an_answer_mentions_nobody(odd: str) -> None:
    for answer in (
        cards.not_found(odd, command="/agent"),
        cards.help_text(wrong=odd),
        cards.undeliverable(approval(call={"tool": odd}), odd),
        cards.may_not_cancel(run(id=odd, requester=f"!{odd}")),
    ):
        assert problems(answer) == []
        assert "<!" not in answer.text
        assert "<@" not in answer.text
