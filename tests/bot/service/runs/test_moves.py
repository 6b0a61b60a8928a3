"""The rules of a thread on their own: no store, no event loop."""

import pytest

from bot.ports import Thread
from bot.records import Approval, Asked, Cancelled, Decided, Lapsed, Place, Run, RunStatus, Said
from bot.service.runs.moves import CallOff, Defer, Move, Rest, Resume, Start, TakeAnswer, next_move
from tests.bot.cards.samples import approval

HELLO = Said(user="U1", text="restart payments", ts="1.1")
MORE = Said(user="U2", text="and search", ts="1.2")
DECIDED = Decided(approval="a1")
LAPSED = Lapsed(approval="a1")
STOP = Cancelled(run="r1", by="U1")
OLD_STOP = Cancelled(run="r0", by="U1")


def run(status: RunStatus, heard: int = 0) -> Run:
    return Run(
        id="r1",
        place=Place(channel="C1", thread="1.1"),
        requester="U1",
        agent="Ops",
        ask="restart payments",
        asked_ts="1.1",
        status=status,
        started_at=0,
        updated_at=0,
        heard=heard,
    )


RUNNING, WAITING, DONE = run("running"), run("waiting"), run("done")


@pytest.mark.parametrize(
    ("thread", "expected"),
    [
        (Thread(), Rest()),
        (Thread([(1, HELLO)]), Start(1, HELLO)),
        (Thread([(1, HELLO), (2, MORE)]), Start(1, HELLO)),
        (Thread([(1, DECIDED), (2, HELLO)], DONE), Start(2, HELLO)),
        (Thread([(1, DECIDED), (2, LAPSED), (3, STOP)], DONE), Rest((1, 2, 3))),
        (Thread([(1, HELLO)], RUNNING), Start(1, HELLO, again=RUNNING)),
        (Thread([], RUNNING, state="{}"), Resume(RUNNING, ())),
        (Thread([(2, MORE)], RUNNING, state="{}"), Resume(RUNNING, ())),
        (Thread([(1, HELLO), (2, STOP)], RUNNING), CallOff(RUNNING, "U1", (1, 2))),
        (Thread([(2, DECIDED)], WAITING, state="{}"), Resume(WAITING, (2,))),
        (
            Thread([(1, DECIDED), (2, MORE), (3, HELLO)], WAITING, state="{}"),
            Resume(WAITING, (1,), added=((3, HELLO),)),
        ),
        (Thread([(2, MORE), (3, LAPSED)], WAITING, state="{}"), Resume(WAITING, (3,))),
        (Thread([(2, DECIDED), (3, STOP)], WAITING, state="{}"), CallOff(WAITING, "U1", (2, 3))),
        (Thread([(3, STOP)], RUNNING, state="{}"), CallOff(RUNNING, "U1", (3,))),
        (Thread([(3, OLD_STOP)], WAITING, state="{}"), Rest((3,))),
        (Thread([], WAITING, state="{}"), Rest()),
        (Thread([(2, MORE)], WAITING, state="{}"), Defer(WAITING, (), ("U2",), upto=2)),
        (Thread([(2, MORE)], run("waiting", heard=2), state="{}"), Rest()),
    ],
)
def test_next_move(thread: Thread, expected: Move) -> None:
    assert next_move(thread) == expected


def questions(*at: float) -> dict[str, Approval]:
    """What `HELLO`'s author was asked about, and when."""
    asked = [(f"c{n}", Asked(by="U2", at=when, text="?")) for n, when in enumerate(at)]
    return {name: approval(request={"id": name}, remarks=(each,)) for name, each in asked}


@pytest.mark.parametrize(
    ("at", "answered"), [([0.5], "c0"), ([1.0, 0.5], "c0"), ([0.5, 1.0], "c1"), ([1.0, 2.0], "c0")]
)
def test_what_somebody_writes_answers_the_last_question_they_had_been_asked(
    at: list[float], answered: str
) -> None:
    known = questions(*at)
    thread = Thread([(2, HELLO)], WAITING, state="{}", approvals=known)
    assert next_move(thread) == TakeAnswer(2, HELLO, known[answered])


def test_what_somebody_wrote_before_they_were_asked_is_no_answer() -> None:
    thread = Thread([(2, HELLO)], WAITING, state="{}", approvals=questions(2.0))
    assert next_move(thread) == Defer(WAITING, (), ("U1",), upto=2)
