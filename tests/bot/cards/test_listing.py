"""Lists of runs and approvals, and single ones in detail."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import cards
from bot.audit import GENESIS, linked
from bot.cards.arguments import arguments as rendered
from bot.cards.ids import turning_of
from bot.records import Approval, AuditEntry, Run
from tests.bot.cards.samples import approval, approved, box, problems, run, shown, texts

STARTED = "<!date^1^{date_short_pretty} {time}|1970-01-01 00:00 UTC>"

LINKS = {"run1": "https://x.slack.com/p1?a=1&b=2", "tok3n": "https://x.slack.com/p2"}


def listed(*runs: Run, page: int = 0) -> cards.Page[Run]:
    return cards.Page.of(runs, page)


def waiting(*approvals: Approval) -> cards.Page[Approval]:
    return cards.Page.of(approvals, 0)


def test_a_list_prints_the_ids_the_commands_take_and_leads_to_the_thread() -> None:
    text = shown(cards.run_list("list", listed(run(), run(id="run2", status="done")), LINKS))
    assert text.splitlines()[1:3] == [
        f"`restart payments` *waiting for approval*, asked by <@U1> {STARTED}",
        "`run1` · <https://x.slack.com/p1?a=1&amp;b=2|open>",
    ]
    assert text.splitlines()[4] == "`run2`"


def test_what_waits_is_listed_with_its_arguments_and_who_decides() -> None:
    made = approval(rule={"required": 2}, decisions=approved("U2"))
    text = shown(cards.pending_list(waiting(made), LINKS, command="/ops"))
    assert '`restart` `env: "prod", service: "payments"` asked by <@U1>, until <!date^' in text
    assert "Up to full members of <#C1> (but not whoever asked). 1 of 2 approvals so far" in text
    assert "`tok3n` · <https://x.slack.com/p2|open>" in text
    assert "`/ops approve ID`" in text


def test_an_empty_list_says_so() -> None:
    assert cards.run_list("list", listed()).text == "Nothing has been asked of me yet."
    assert cards.pending_list(waiting()).text == "Nothing waits for a decision."


def test_a_long_list_is_turned_page_by_page() -> None:
    runs = [run(id=f"run{n}", ask="x" * 500) for n in range(45)]
    first, last = (cards.run_list("list", listed(*runs, page=page)) for page in (0, 99))
    assert problems(first) == problems(last) == []
    assert "Page 1 of 5, 45 in all; `/agent list 2` shows another." in shown(first)
    assert [each["action_id"] for each in first.blocks[-1]["elements"]] == ["turn:list:2"]
    assert "`run9`" in shown(first)
    assert "`run10`" not in shown(first)
    assert [each["action_id"] for each in last.blocks[-1]["elements"]] == ["turn:list:4"]
    assert "`run44`" in shown(last)
    assert turning_of("turn:list:2") == "list page 2"


def test_a_run_in_detail_shows_its_calls_and_how_it_ended() -> None:
    made = run(status="failed", note="The model could not be reached.", tokens=1234)
    text = shown(cards.run_details(made, [approval("done", decisions=approved("U2"))], LINKS))
    assert "*failed*" in text
    assert "Ended with: `The model could not be reached.`" in text
    assert "1,234 tokens" in text
    assert "`restart` Approved by <@U2>. It ran." in text
    assert '`env: "prod", service: "payments"`' in text


def test_the_status_of_a_run_says_for_whom_it_waits() -> None:
    text = shown(cards.run_status(run(), [approval()]))
    assert "`restart` Waiting until <!date^1790000000^" in text


def test_the_whole_of_long_arguments_can_be_read_in_parts() -> None:
    made = approval(arguments={"sql": "SELECT 1;\n" * 4_000, "z": "<@U9>"})
    first, *pages = cards.approval_details(made)
    assert "`tok3n`" in shown(first)
    assert len(pages) > 2
    assert "".join(box(page) for page in pages) == rendered(made.call).text
    assert pages[0].text == f"Arguments of `restart`, part 1 of {len(pages)}"
    assert all(problems(page) == [] for page in (first, *pages))
    assert len(cards.approval_details(approval(arguments={}))) == 1


@given(st.text(st.characters(codec=None)))
def test_any_text_makes_a_valid_list_that_mentions_nobody_else(odd: str) -> None:
    made = approval(
        arguments={odd: odd}, call={"tool": odd}, request={"id": odd, "requester": f"!{odd}"}
    )
    head = run(ask=odd, agent=odd, note=odd, requester=f"!{odd}", id=odd)
    for message in (
        cards.run_list("list", listed(head)),
        cards.pending_list(waiting(made)),
        cards.run_status(head, [made]),
        cards.run_details(head, [made]),
        *cards.approval_details(made),
    ):
        assert problems(message) == []
        for text in [message.text, *texts(list(message.blocks))]:
            assert not re.search(r"<[!@#](?!date\^|C1>)", text)


@pytest.mark.parametrize("letter", ["x", "審", "&", "😀"])
def test_slack_takes_every_list_however_much_its_letters_take(letter: str) -> None:
    odd = letter * 900
    made = approval(arguments={"x": odd}, call={"tool": odd}, decisions=approved("U2", "U3"))
    head = run(ask=odd, agent=odd, note=odd)
    page = cards.Page((made,) * cards.PER_PAGE, 0, 30)
    pending = cards.pending_list(page, LINKS)
    assert shown(pending).count("`tok3n`") == cards.PER_PAGE
    for message in (
        pending,
        cards.run_list("list", cards.Page((head,) * cards.PER_PAGE, 0, 30), LINKS),
        cards.run_status(head, [made] * 30, LINKS),
        cards.run_details(head, [made] * 30, LINKS),
    ):
        assert problems(message) == []


def test_of_more_calls_than_a_message_holds_the_number_is_told() -> None:
    text = shown(cards.run_details(run(), [approval(arguments={"x": "審" * 200})] * 30))
    told = text.count("`tok3n`")
    assert 3 < told < 20
    assert f"… and {30 - told} more." in text


def test_a_long_story_is_told_in_as_many_messages_as_it_takes() -> None:
    entry = AuditEntry(id="e", at=1, what="rejected", by="U3", tool="審" * 60, detail="審" * 200)
    story = [linked(entry, after=n, prev=GENESIS) for n in range(40)]
    details = cards.run_details(run(), [approval(arguments={"x": "x" * 200})] * 10)
    told = cards.with_steps(details, run(), story)
    assert [problems(each) for each in told] == [[]] * len(told)
    numbers = re.findall(r"^(\d+)\. <!date", "\n".join(map(shown, told)), re.MULTILINE)
    assert numbers == [str(n) for n in range(1, 41)]
    together = cards.with_steps(cards.run_details(run(), [approval()]), run(), story[:1])
    assert len(together) == 1


def test_what_a_command_lacks_is_told_without_everything_else() -> None:
    told = cards.help_text("/ops", wrong="`reject` needs the id of an approval", about="reject")
    assert told.text.splitlines() == [
        "`reject` needs the id of an approval.",
        "`/ops reject ID [reason]` reject, and say why",
        "`/ops pending` lists the ids.",
    ]
