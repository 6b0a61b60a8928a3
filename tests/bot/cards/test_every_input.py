"""Whatever a model sends: Slack takes the cards, and shown and hidden parts are the arguments.

`CARD_EXAMPLES=10000` tries as many inputs as that.
"""

import json
import os
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.cards import whole_text, whole_window
from bot.cards.whole import pages
from bot.cards.windows import edit_window
from bot.playground.blocks import check_view
from bot.policy import Policies
from bot.records import Approval, Place, Run
from bot.service.inbound.edits import form_of
from bot.service.runs.requests import ToolFacts, grouped, request_for
from bot.slack.modals import view
from bot.text import cut
from core.ledger import LedgerCall
from core.schemas.arguments import canonical, digest
from tests.bot.cards.reading import read_back
from tests.bot.cards.samples import box, card_of, problems

EXAMPLES = int(os.environ.get("CARD_EXAMPLES", "8"))
SHOWN, GLIMPSE = 3_000, 1_200


class Long(str):
    """A text many times over, which is reported briefly."""

    __slots__ = ("_times",)

    def __new__(cls, text: str, times: int) -> "Long":
        made = super().__new__(cls, text * times)
        made._times = times
        return made

    def __repr__(self) -> str:
        return f"{str(self)[: len(self) // self._times]!r} * {self._times}"


SOME = st.text(max_size=40)
TEXT = SOME | st.builds(Long, st.text(max_size=9), st.integers(1, 900))
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
    max_leaves=12,
)
ARGUMENTS = st.dictionaries(TEXT, JSON, max_size=5)
RUN = Run(
    id="run1", place=Place(channel="C1", thread="1.1"), requester="U1", agent="Ops", ask="?",
    asked_ts="1.1", status="running", started_at=1, updated_at=1,
)  # fmt: skip


def cards_of(calls: list[dict[str, Any]], tool: str, facts: ToolFacts) -> list[Approval]:
    """The approvals of one response with these calls."""
    requests = [
        request_for(
            LedgerCall("run1", f"call_{number}", 1, tool, "Ops", canonical(given),
                       digest(tool, given), "at_most_once", needs_approval=True),
            run=RUN, policies=Policies.of(), now=1_700_000_000.0, tool=facts,
        )
        for number, given in enumerate(calls)
    ]  # fmt: skip
    return [Approval(request=each) for each in grouped(requests)]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    made=st.lists(ARGUMENTS, min_size=1, max_size=3),
    count=st.integers(1, 60),
    tool=TEXT.filter(bool),
    words=TEXT,
)
@example(made=[{"": "\ud7ff\ue000"}], count=1, tool="\u202e", words="<!channel>")
@example(made=[{"x": "=\\u{41}"}], count=60, tool="t", words="")
@example(made=[{"a b": {"": [[], {}, [{}]]}}], count=2, tool="t", words="\n" * 900)
def test_slack_takes_it_and_nothing_is_lost(
    made: list[dict[str, Any]], count: int, tool: str, words: str
) -> None:
    calls = (made * count)[:count]
    schema = json.dumps({"type": "object", "properties": {name: {} for name in calls[0]}})
    facts = ToolFacts(
        description=words,
        preview=words,
        preview_problem=words,
        parameters=schema,
        headed_by=next(iter(calls[0]), ""),
    )
    seen: set[str] = set()
    for approval in cards_of(calls, tool, facts):
        assert len(approval.request.together) == (count if count > 1 else 0)
        if approval.call.arguments in seen:
            continue
        seen.add(approval.call.arguments)
        card = card_of(approval)
        assert problems(card) == []
        whole = whole_text(approval)
        shown = cut(whole, GLIMPSE if cut(whole, SHOWN).hidden else SHOWN)
        middle = whole[len(shown.head) : len(whole) - len(shown.tail)]
        assert len(middle) == shown.hidden
        if whole:
            assert box(card) == str(shown)
        parts = pages(approval)
        assert whole == "".join("".join(page) for page in parts)
        assert read_back(whole) == json.loads(approval.call.arguments)
        check_windows(approval, len(parts))


def check_windows(approval: Approval, count: int) -> None:
    """Slack takes every page, of which there are `count`, and the form."""
    for page in range(min(3, count)):
        assert check_view(view(whole_window(approval, page)), "modal") == []
    form = form_of(approval)
    assert form is not None
    assert check_view(view(edit_window(approval, form)), "modal") == []
    untouched = {f"arg:{n}": each.shown for n, each in enumerate(form.fields)}
    values, faults = form.read(untouched)
    assert faults == {}
    assert values == json.loads(approval.call.arguments)
