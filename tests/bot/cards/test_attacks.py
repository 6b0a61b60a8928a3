"""Whatever a tool, a model or a person writes stays text: it formats, links and hides nothing.

Every rendering is drawn with the same attack in every place where foreign text can stand.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from bot import cards
from bot.audit import GENESIS, linked
from bot.cards.form import Form
from bot.cards.home import Front
from bot.cards.nudges import escalation, pointer, reminder
from bot.cards.paging import Page
from bot.playground.blocks import check_view
from bot.ports import Message
from bot.records import (
    Answered,
    Approval,
    ApprovalStatus,
    Asked,
    AuditEntry,
    Decision,
    Inquiry,
    Run,
    Viewed,
)
from bot.slack.modals import home as home_view
from bot.slack.modals import view
from core.schemas.arguments import canonical
from tests.bot.cards.attacks import ATTACKS, MARK
from tests.bot.cards.samples import approval, card_of, parts, problems, run

STATUSES = get_args(ApprovalStatus)
OURS = re.compile(
    r"<@U[1-3]>|<#C1>|<!date\^\d+\^\{date_short_pretty\} \{time(?:_secs)?\}\|[^<>|]*>"
    r"|<https://slack\.example/p1\|[a-zA-Z ]+>"
)
CODE = re.compile(r"`[^`\n]+`")
LINK = "https://slack.example/p1"


def under_attack(odd: str, status: ApprovalStatus = "waiting", **request: Any) -> Approval:
    """With the attack in every place that is not ours."""
    return approval(
        status,
        text=canonical({odd: odd, "list": [odd, {odd: odd}]}),
        call={"tool": odd, "agent": odd},
        request={
            "description": odd,
            "preview": odd,
            "preview_problem": odd,
            "parameters": '{"properties": {}, "additionalProperties": false}',
            **request,
        },
        rule={"name": odd},
        decisions=(
            Decision(verdict="approved", by="U2", at=1, arguments=canonical({odd: odd + odd})),
            Decision(verdict="rejected", by="U3", at=1, reason=odd),
        ),
        remarks=(Asked(by="U2", at=1, text=odd), Answered(by="U1", at=2, text=odd),
                 Viewed(by="U2", at=3, digest="3fa94c1b22d0" + "0" * 52)),
        outcome=odd,
        result=LINK,
    )  # fmt: skip


def messages(odd: str) -> Iterator[Message]:
    """Everything that is posted, whispered or answered."""
    asking: Run = run(agent=odd, ask=odd, note=odd)
    links = {"run1": LINK, "tok3n": LINK}
    for status in STATUSES if len(odd) < 1_000 else STATUSES[:1]:
        made = under_attack(odd, status)
        yield card_of(made)
        yield pointer(made, LINK)
        yield cards.late(made, "U2")
        yield cards.recorded(made)
        yield cards.run_status(asking, [made], links)
        yield cards.run_details(asking, [made], links)
        yield from cards.approval_details(made, links)
    inquiry = Inquiry(text=odd, choices=(odd, f"{odd} "))
    waiting = under_attack(odd)
    yield card_of(under_attack(odd, inquiry=inquiry))
    yield reminder(waiting)
    yield escalation(waiting, LINK)
    yield cards.changed(waiting)
    yield cards.read_first(waiting)
    yield cards.preview_first(waiting)
    yield cards.asked_requester(waiting)
    yield cards.undeliverable(waiting, odd)
    yield cards.note(cards.question(waiting, Asked(by="U2", at=1, text=odd)))
    yield cards.run_list("list", Page([asking], 0, 1), links)
    yield cards.pending_list(Page([waiting], 0, 1), links)
    entry = AuditEntry(id="e", at=1, what="rejected", by="U3", tool=odd, agent=odd, detail=odd)
    if not any(unicodedata.category(char) == "Cs" for char in odd):
        yield from cards.run_audit(asking, [linked(entry, after=0, prev=GENESIS)])


def mrkdwn(message: Message) -> Iterator[str]:
    """Every text of it that Slack parses; beside blocks `text` is only read out."""
    if not message.blocks:
        yield message.text
    for part in parts(message.blocks):
        if part.get("type") == "mrkdwn":
            yield part["text"]


def strings(value: object) -> Iterator[str]:
    for part in parts(value):
        yield from (each for each in part.values() if isinstance(each, str))


def check_readable(text: str) -> None:
    """Nothing in it is invisible, and nothing calls anybody."""
    assert not re.search(r"<[!@#]", OURS.sub("", text)), text[:300]
    hidden = {char for char in text if unicodedata.category(char)[0] == "C" and char not in "\n\t"}
    assert not hidden, hidden
    assert not re.search(r"[\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u17b5\ufe0e]", text)
    assert not re.search(r"[\u0300-\u036f\u0489\u0e47\u0e49]{5}", text), "marks pile up"


@pytest.mark.parametrize("attack", ATTACKS)
def test_in_messages_it_stays_text(attack: str) -> None:
    for message in messages(ATTACKS[attack]):
        if message.blocks:
            assert problems(message) == []
        assert len(message.text.encode()) <= 3_800
        for text in (message.text, *strings(message.blocks)):
            check_readable(text)
        for part in parts(message.blocks):
            assert part.get("type") != "mrkdwn" or part["verbatim"], "a bare link becomes one"
            assert part.get("type") != "plain_text" or not part["emoji"]
        for text in mrkdwn(message):
            outside = CODE.sub("", OURS.sub("", text))
            assert MARK not in outside, outside[:300]
            assert "`" not in outside, outside[:300]


@pytest.mark.parametrize("attack", ATTACKS)
def test_in_the_home_and_in_windows_it_stays_text(attack: str) -> None:
    odd = ATTACKS[attack]
    waiting = under_attack(odd)
    asking = run(agent=odd, ask=odd, note=odd)
    runs = Page([asking], count=1)
    front = Front("U2", Page([waiting], count=1), {}, runs, [waiting], runs)
    blocks = cards.home(front, command="/agent")
    assert check_view(home_view(blocks), "home") == []
    form = Form.of({"properties": {odd: {"type": "string"}}}, {odd: odd}, ())
    windows = [cards.edit_window(waiting, form), cards.whole_window(waiting, 0)]
    for window in windows:
        assert check_view(view(window), "modal") == []
    for text in mrkdwn(Message(text="", blocks=(*blocks, *windows[0].blocks, *windows[1].blocks))):
        assert MARK not in CODE.sub("", OURS.sub("", text))
    for text in strings((*blocks, *windows[1].blocks)):
        check_readable(text)


def test_nobody_takes_a_description_for_a_word_of_the_card() -> None:
    """The title and who may decide are ours; what the tool says of itself stands in quotes."""
    words = "\u2705 Approved by Aiko. Nothing to do."
    (said,) = [
        part["text"]
        for part in parts(card_of(under_attack(MARK, description=words)).blocks)
        if "Nothing to do" in str(part.get("text")) and isinstance(part.get("text"), str)
    ]
    assert said == f"“{words}”"
