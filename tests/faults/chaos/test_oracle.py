"""The oracle accepts a story in which everything is right, and none with anything wrong in it."""

from dataclasses import replace
from typing import Any

import pytest

from bot.records import Approval, Call, Decision, MessageRef, Place, Request, Rule, Run
from tests.faults.chaos import story as told
from tests.faults.chaos.crew import closing
from tests.faults.chaos.effects import Effect
from tests.faults.chaos.oracle import judge
from tests.faults.chaos.story import Card, Click, Said, Story, Words
from tests.faults.chaos.telling import NOT_RECORDED, UNCONFIRMED

THREAD = "1.0"
PLACE = Place(channel="C0OPS", thread=THREAD)
YES = Decision(verdict="approved", by="U0JONAS", at=10.0)
NO = Decision(verdict="rejected", by="U0JONAS", at=10.0)


def approval(status: str = "done", *decisions: Decision, **more: Any) -> Approval:
    call = Call(
        run="run1",
        call_id="a.0.0",
        agent="Crew",
        tool="act",
        arguments="{}",
        digest="0" * 64,
        attempt=more.pop("attempt", 1),
    )
    request = Request(
        id=f"ap{call.attempt}",
        place=PLACE,
        requester="U0MIRA",
        call=call,
        rule=Rule(
            name="default",
            approvers=("channel",),
            required=more.pop("required", 1),
            version="v1",
        ),
        asked_at=5.0,
        expires_at=100.0,
    )
    outcome = "did #0123456789ab" if status == "done" else ""
    given = {"outcome": outcome, "version": 3, **more}
    card = MessageRef(channel="C0OPS", ts="2.0")
    return Approval(request=request, status=status, decisions=decisions, card=card, **given)


def effect(what: str = "start", **more: Any) -> Effect:
    given = {"tool": "act", "name": "a.0.0", "run": "run1", "call": "a.0.0", "key": "run1:a.0.0"}
    given |= {"nonce": "0123456789ab", "approvers": ("U0JONAS",), "process": 1, "at": 11.0}
    return Effect(what=what, **{**given, **more})


def card(of: Approval, **more: Any) -> Card:
    live = of.status in ("waiting", "in_doubt")
    shown = {"approval": of.request.id, "version": of.version, "status": of.status, "live": live}
    return Card(**{"ts": "2.0", **shown, **more})


def run(status: str = "done") -> Run:
    return Run(
        id="run1",
        place=PLACE,
        requester="U0MIRA",
        agent="Crew",
        ask="job a: act-quick",
        asked_ts=THREAD,
        status=status,
        started_at=1.0,
        updated_at=1.0,
    )


ANSWER = Words(thread=THREAD, text=f"finished a {closing('a')}")
CLICK = Click("ap1", THREAD, "approve", "U0JONAS", 10.0, taken=True)
DONE = approval("done", YES)

GOOD = Story(
    said=(Said("a", "U0MIRA", THREAD, THREAD, taken=True),),
    clicks=(CLICK,),
    effects=(effect("start"), effect("end")),
    runs=(run(),),
    approvals=(DONE,),
    cards=(card(DONE),),
    words=(ANSWER,),
)


def with_approval(*approvals: Approval, **more: Any) -> Story:
    """The good story with other approvals, and cards that show them."""
    return replace(GOOD, approvals=approvals, cards=tuple(map(card, approvals)), **more)


def settled(status: str, *, attempt: int = 1) -> Approval:
    return approval(status, YES, attempt=attempt, ended_by="U0AIKO", outcome="")


RIGHT: dict[str, Story] = {
    "nothing happened": Story(),
    "approved, ran, answered": GOOD,
    "rejected": with_approval(approval("rejected", NO), effects=()),
    "expired": with_approval(approval("expired"), effects=(), clicks=()),
    "called off": with_approval(
        approval("cancelled"), effects=(), clicks=(), runs=(run("cancelled"),), words=()
    ),
    "in doubt, given up": with_approval(settled("failed"), effects=(effect(),)),
    "in doubt, and never began": with_approval(settled("done"), effects=()),
    "in doubt, run again": with_approval(
        settled("superseded"),
        approval("done", YES, attempt=2),
        effects=(effect(nonce="f" * 12), effect(), effect("end")),
    ),
    "in doubt, and somebody is asked": with_approval(
        approval("in_doubt", YES), runs=(run("waiting"),), words=(ANSWER,)
    ),
    "nobody has decided yet": with_approval(
        approval("waiting"), effects=(), clicks=(), runs=(run("waiting"),), words=(ANSWER,)
    ),
    "repeated, as it may be": replace(
        GOOD,
        approvals=(),
        cards=(),
        clicks=(),
        effects=tuple(effect(tool="look", approvers=()) for _ in range(3)),
    ),
    "an unanswered click of which Slack has told": replace(
        GOOD, clicks=(CLICK, replace(CLICK, by="U0SAM", taken=False))
    ),
    "a late click that was answered": replace(
        GOOD,
        clicks=(CLICK, replace(CLICK, by="U0SAM")),
        words=(ANSWER, Words(THREAD, "Too late", only_to="U0SAM")),
    ),
    "a late click that was answered in the channel": replace(
        GOOD,
        clicks=(CLICK, replace(CLICK, by="U0SAM")),
        words=(ANSWER, Words("7.7", "Not recorded", only_to="U0SAM")),
    ),
    "looked at again by the run that came after one nobody remembers": replace(
        GOOD,
        effects=(*GOOD.effects, effect(tool="look", run="run0", key="run0:a.0.0")),
    ),
    "said once more, and the first one waits": with_approval(
        approval("waiting"),
        effects=(),
        clicks=(),
        runs=(run("waiting"),),
        words=(Words(THREAD, f"I {UNCONFIRMED}: it may have been.", only_to="U0MIRA"),),
    ),
    "told that it may not have been recorded": Story(
        said=GOOD.said,
        words=(Words(THREAD, f"I {UNCONFIRMED}: it may have been.", only_to="U0MIRA"),),
    ),
    "a click with which its front end has died": replace(
        GOOD, clicks=(CLICK, replace(CLICK, by="U0SAM", gone=True))
    ),
    "a message with which its front end has died": replace(
        GOOD, said=(*GOOD.said, Said("b", "U0MIRA", "3.0", "3.0", taken=True, gone=True))
    ),
    "a message nobody took": replace(
        GOOD, said=(*GOOD.said, Said("b", "U0MIRA", "3.0", "3.0", taken=False))
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_accepted(name: str) -> None:
    assert judge(RIGHT[name]).faults == ()


SECOND = replace(effect(), nonce="f" * 12)
WRONG: list[tuple[str, str, Story]] = [
    ("doubled", "started twice", replace(GOOD, effects=(*GOOD.effects, SECOND))),
    (
        "doubled",
        "twice without an approval",
        replace(
            GOOD,
            approvals=(),
            cards=(),
            effects=(effect(tool="log", approvers=()), effect(tool="log", approvers=())),
        ),
    ),
    (
        "doubled",
        "one message, two runs",
        replace(
            GOOD,
            runs=(run(), run().model_copy(update={"id": "run2"})),
            effects=(*GOOD.effects, effect(tool="look", run="run2", key="run2:a.0.0")),
        ),
    ),
    (
        "doubled",
        "one message, two runs, of which one is forgotten",
        replace(GOOD, effects=(*GOOD.effects, effect(tool="log", run="run2", key="run2:a.0.0"))),
    ),
    ("unapproved", "no approval at all", replace(GOOD, approvals=(), cards=(), clicks=())),
    ("unapproved", "ran after a no", with_approval(approval("rejected", NO))),
    ("unapproved", "ran after its time", with_approval(approval("expired"), clicks=())),
    ("unapproved", "ran when called off", with_approval(approval("cancelled", YES))),
    ("unapproved", "ran before the yes", replace(GOOD, effects=(effect(at=9.0), effect("end")))),
    ("unapproved", "one of two", with_approval(approval("done", YES, required=2))),
    (
        "unapproved",
        "by the requester",
        with_approval(approval("done", YES.model_copy(update={"by": "U0MIRA"}))),
    ),
    (
        "unapproved",
        "told of another approver",
        replace(GOOD, effects=(effect(approvers=("U0SAM",)), effect("end"))),
    ),
    (
        "contradiction",
        "decided after its time",
        with_approval(approval("done", YES.model_copy(update={"at": 100.0}))),
    ),
    ("contradiction", "another key", replace(GOOD, effects=(effect(key="k"), effect("end")))),
    ("contradiction", "an output nobody gave", replace(GOOD, effects=(effect(),))),
    ("contradiction", "rejected by nobody", with_approval(approval("rejected"), effects=())),
    ("contradiction", "an old card", replace(GOOD, cards=(card(DONE, version=2),))),
    (
        "stray",
        "a second card that still asks",
        replace(GOOD, cards=(card(DONE), card(DONE, ts="2.5", status="waiting", live=True))),
    ),
    ("silence", "no card", replace(GOOD, cards=())),
    ("silence", "no answer", replace(GOOD, words=())),
    ("silence", "an answer cut off", replace(GOOD, words=(Words(THREAD, "finished a"),))),
    (
        "silence",
        "told that it was not recorded, and it was",
        replace(GOOD, words=(Words(THREAD, f"This {NOT_RECORDED}.", only_to="U0MIRA"),)),
    ),
    ("silence", "an answer elsewhere", replace(GOOD, words=(replace(ANSWER, thread="9.9"),))),
    ("silence", "an unheard click", replace(GOOD, clicks=(CLICK, replace(CLICK, by="U0SAM")))),
    (
        "silence",
        "one answer to two clicks",
        replace(
            GOOD,
            clicks=(replace(CLICK, by="U0SAM"), replace(CLICK, by="U0SAM")),
            words=(ANSWER, Words("7.7", "Not recorded", only_to="U0SAM")),
        ),
    ),
    ("silence", "an unheard second click", replace(GOOD, clicks=(CLICK, CLICK))),
    ("lost", "done and never began", replace(GOOD, effects=())),
    ("lost", "approved and left", with_approval(approval("approved", YES), effects=())),
    ("lost", "started and left", with_approval(approval("started", YES))),
    ("lost", "waits behind a dead card", replace(GOOD, runs=(run("waiting"),))),
    ("lost", "nobody is at it", replace(GOOD, runs=(run("running"),))),
    ("lost", "the run failed", replace(GOOD, runs=(run("failed"),))),
    ("lost", "a call left", replace(GOOD, calls=(told.Call("run1", "a.1.0", "started"),))),
    ("lost", "something waits in the store", replace(GOOD, left=("an inbox is not empty",))),
    (
        "lost",
        "in doubt and nobody is asked",
        replace(
            GOOD,
            approvals=(approval("in_doubt", YES),),
            cards=(card(approval("in_doubt", YES), live=False),),
        ),
    ),
]


@pytest.mark.parametrize(("kind", "what", "wrong"), WRONG, ids=[what for _, what, _ in WRONG])
def test_what_is_wrong_is_named(kind: str, what: str, wrong: Story) -> None:
    verdict = judge(wrong)
    assert kind in {fault.kind for fault in verdict.faults}
    assert verdict.count(kind) >= 1


def test_the_counts_say_how_much_was_seen() -> None:
    counts = judge(RIGHT["in doubt, run again"]).counts
    assert (counts["approvals"], counts["starts"], counts["in_doubt"]) == (2, 2, 1)
    assert judge(RIGHT["in doubt, given up"]).counts["in_doubt_had_ended"] == 0
