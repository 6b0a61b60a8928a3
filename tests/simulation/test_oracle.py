"""The oracle: it is content with a good history and rejects every bad one."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.ports import Message
from bot.records import Approval, CardDue, Decision, MessageRef, Said
from tests.bot.cards.samples import card_of
from tests.bot.store.rig import a_call, a_place, a_request, a_run
from tests.simulation import history as h
from tests.simulation import oracle

PLACE = a_place()
RUN = a_run(PLACE, status="done").model_copy(update={"asked_ts": PLACE.thread, "ask": "m1"})
CALL = a_call(RUN).model_copy(update={"arguments": '{"work":"w1"}'})
REQUEST = a_request(RUN, CALL)
YES = Decision(verdict="approved", by="UA", at=1.0)
CARD = MessageRef(channel=PLACE.channel, ts="7.1")
DONE = Approval(request=REQUEST, status="done", decisions=(YES,), card=CARD, version=3)
STARTED = DONE.model_copy(update={"status": "started", "version": 2})
EFFECT = h.Effect("w1", CALL.key, True, False, CALL.digest, STARTED)
CLICK = h.Click("UA", "url1", REQUEST.id, "approve", PLACE, 1.0, acknowledged=True)
MESSAGE = h.Said(PLACE.thread, "UREQ", PLACE, 0.0, "m1", acknowledged=True)


def an_end(*approvals: Approval, **changes: object) -> h.End:
    end = h.End(
        approvals=approvals,
        runs=(RUN,),
        shown=shown(*approvals),
        texts={PLACE: ("Done: m1",)},
    )
    return replace(end, **changes)  # type: ignore[arg-type]


def shown(*approvals: Approval) -> dict[MessageRef, Message]:
    return {a.card: card_of(a) for a in approvals if a.card}


def a_history(**changes: object) -> h.History:
    history = h.History(effects=[EFFECT], said=[MESSAGE], clicks=[CLICK])
    return replace(history, **changes)  # type: ignore[arg-type]


def judged(history: h.History, end: h.End) -> list[str]:
    found = list(oracle.broken(history, end, may_decide={"UA", "UB"}))
    return found + list(oracle.unsettled(history, end))


def stands(status: str, **changes: object) -> Approval:
    return DONE.model_copy(update={"status": status, **changes})


def effect(**changes: object) -> h.Effect:
    return replace(EFFECT, **changes)  # type: ignore[arg-type]


def run_as(status: str) -> dict[str, object]:
    return {"runs": (RUN.model_copy(update={"status": status}),)}


def test_a_good_history_is_a_good_one() -> None:
    assert judged(a_history(), an_end(DONE)) == []


def bad_effects() -> Iterator[tuple[str, h.History, h.End]]:
    yield "took effect 2 times", a_history(effects=[EFFECT, EFFECT]), an_end(DONE)
    again = effect(key=f"{RUN.id}:c2:1")
    yield "1 at most were wanted", a_history(effects=[EFFECT, again]), an_end(DONE)
    yield "without an approval", a_history(effects=[effect(approval=None)]), an_end(DONE)
    yield "other arguments", a_history(effects=[effect(digest="e" * 64)]), an_end(DONE)
    waiting = effect(approval=stands("waiting"))
    yield "was waiting", a_history(effects=[waiting]), an_end(DONE)
    alone = effect(approval=STARTED.model_copy(update={"decisions": ()}))
    yield "too few approvals", a_history(effects=[alone]), an_end(DONE)
    stranger = STARTED.model_copy(update={"decisions": (YES.model_copy(update={"by": "UX"}),)})
    yield "too few approvals", a_history(effects=[effect(approval=stranger)]), an_end(DONE)
    for status in ("rejected", "expired", "cancelled", "undeliverable"):
        yield f"is now {status}", a_history(), an_end(stands(status))


def bad_words() -> Iterator[tuple[str, h.History, h.End]]:
    stranger = YES.model_copy(update={"by": "UX"})
    yield "word of UX counted", a_history(), an_end(stands("done", decisions=(YES, stranger)))
    late = YES.model_copy(update={"at": REQUEST.expires_at})
    yield "after its time", a_history(), an_end(stands("done", decisions=(late,)))
    yield "counted 2 times", a_history(), an_end(stands("done", decisions=(YES, YES)))
    yield "UX settled a doubt", a_history(), an_end(stands("done", ended_by="UX"))
    yield "was started 2 times", a_history(), an_end(DONE, runs=(RUN, RUN))
    yield "boom", a_history(mishaps=["boom"]), an_end(DONE)


def bad_ends() -> Iterator[tuple[str, h.History, h.End]]:
    for status in ("approved", "started"):
        yield f"is {status} for ever", a_history(effects=[]), an_end(stands(status))
    yield "runs in nobody's hands", a_history(), an_end(DONE, **run_as("running"))
    yield "waits for nobody", a_history(), an_end(DONE, **run_as("waiting"))
    open_one = stands("waiting", decisions=())
    yield "can still be decided", a_history(effects=[], clicks=[]), an_end(open_one)
    forgotten = an_end(open_one, now=REQUEST.expires_at + 60, **run_as("waiting"))
    yield "its time has run out", a_history(effects=[], clicks=[]), forgotten
    yield "was never said", a_history(), an_end(DONE, texts={})
    yield "is not known", a_history(), an_end(stands("done", card=None))
    yield "was never posted", a_history(), an_end(DONE, shown={})
    old = {CARD: card_of(STARTED)}
    yield "shows something else", a_history(), an_end(DONE, shown=old)
    stray = MessageRef(channel=PLACE.channel, ts="7.2")
    both = {CARD: card_of(DONE), stray: card_of(open_one)}
    yield "keeps its buttons", a_history(), an_end(DONE, shown=both)
    answers = {CARD.model_copy(update={"ts": ts}): Message(text="Done: m1") for ts in ("8", "9")}
    yield "was said 2 times", a_history(), an_end(DONE, shown=shown(DONE) | answers)
    due = str(CardDue(approval=REQUEST.id))
    yield "left lying", a_history(), an_end(DONE, undelivered=(due,))
    said = Said(user="UREQ", text="m2", ts="9.5")
    yield "left unread", a_history(), an_end(DONE, inboxes=((PLACE, said),))
    again = stands("superseded", ended_by="UB")
    yield "nobody is asked", a_history(), an_end(again, **run_as("waiting"))
    yield "belongs to no run", a_history(said=[]), an_end(DONE, runs=())
    lost = replace(MESSAGE, ts="9.5", text="m2")
    yield "acknowledged and lost", a_history(said=[MESSAGE, lost]), an_end(DONE)
    late = replace(CLICK, user="UB", address="url2", at=5.0)
    yield "was not answered", a_history(clicks=[CLICK, late]), an_end(DONE)
    early = h.Told("UB", 4.0, taken=True)
    yield "was not answered", a_history(clicks=[CLICK, late], told=[early]), an_end(DONE)
    one = h.Told("UB", 6.0, taken=True)
    twice = a_history(clicks=[CLICK, late, late], told=[one])
    yield "was not answered", twice, an_end(DONE)


@pytest.mark.parametrize(("fault", "history", "end"), [*bad_effects(), *bad_words(), *bad_ends()])
def test_a_bad_history_is_rejected(fault: str, history: h.History, end: h.End) -> None:
    assert any(fault in found for found in judged(history, end))


def test_a_late_click_that_was_answered_is_fine() -> None:
    late = replace(CLICK, user="UB", address="url2", at=5.0)
    history = a_history(clicks=[CLICK, late], told=[h.Told("UB", 5.5, taken=True)])
    assert judged(history, an_end(DONE)) == []


def test_another_attempt_may_take_effect_again() -> None:
    first = stands("superseded", ended_by="UB")
    call = CALL.model_copy(update={"attempt": 2})
    request = REQUEST.model_copy(update={"id": "ap_again", "call": call})
    second = DONE.model_copy(
        update={"request": request, "card": CARD.model_copy(update={"ts": "8"})}
    )
    again = effect(key=call.key)
    assert judged(a_history(effects=[EFFECT, again]), an_end(first, second)) == []


def test_a_message_may_be_kept_while_something_waits() -> None:
    doubt = stands("in_doubt")
    kept = ((PLACE, Said(user="UREQ", text="m2", ts="9.5")),)
    assert judged(a_history(), an_end(doubt, inboxes=kept, **run_as("waiting"))) == []


def test_a_click_taken_to_the_grave_of_a_slow_process_is_counted_apart() -> None:
    late = replace(CLICK, user="UB", at=5.0, excused=True)
    assert judged(a_history(clicks=[CLICK, late]), an_end(DONE)) == []
