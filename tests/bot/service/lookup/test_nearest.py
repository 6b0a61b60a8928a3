"""What somebody may have meant by an id that leads nowhere."""

from bot.service.lookup.nearest import Known, completed, nearest

RUNS = [
    Known("run_3f9a2b1c4d5e6f70", "restart payments · Ops"),
    Known("run_3f9a77777777aaaa", "look at the logs · Ops"),
    Known("run_00112233445566ff", "deploy search · Ops"),
]


def ids(wanted: str) -> list[str]:
    return [each.id for each in nearest(wanted, RUNS)]


def test_a_beginning_is_completed_when_it_is_the_only_one() -> None:
    assert completed("run_0011", RUNS) == completed("0011", RUNS) == RUNS[2].id
    assert completed("3f9a", RUNS) == ""
    assert completed("001", RUNS) == completed("run_", RUNS) == completed("", RUNS) == ""


def test_a_slip_of_the_finger_finds_what_was_meant_first() -> None:
    assert ids("run_3f9a2b1c4d5e6f7O")[0] == RUNS[0].id
    assert ids("RUN_3F9A2")[0] == RUNS[0].id


def test_words_find_what_they_are_about() -> None:
    assert ids("payments") == ids("paymnts") == [RUNS[0].id]
    assert ids("search")[0] == RUNS[2].id


def test_what_is_like_nothing_finds_nothing() -> None:
    assert ids("x" * 3_000) == ids("zzz") == []
