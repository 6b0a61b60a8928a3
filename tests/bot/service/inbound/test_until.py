"""Until when somebody decides for somebody else, as people write it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.inbound.until import read_until, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = datetime(2026, 11, 27, 15, 0, tzinfo=BERLIN)


def until(text: str, now: datetime = FRIDAY) -> str:
    return (
        f"{datetime.fromtimestamp(read_until(text, now.timestamp(), BERLIN), BERLIN):%a %d %H:%M}"
    )


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("until friday", "Sat 05 00:00"),
        ("Until  FRI.", "Sat 05 00:00"),
        ("until monday", "Tue 01 00:00"),
        ("until monday 17:30", "Mon 30 17:30"),
        ("until 2026-12-05", "Sun 06 00:00"),
        ("until today", "Sat 28 00:00"),
        ("until tomorrow 9:00", "Sat 28 09:00"),
        ("until tomorrow at 9 am", "Sat 28 09:00"),
        ("until 12 am", "Sat 28 00:00"),
        ("until 5pm", "Fri 27 17:00"),
        ("until 9:00", "Sat 28 09:00"),
        ("for 3 days", "Mon 30 15:00"),
        ("for a week", "Fri 04 15:00"),
        ("for 90m", "Fri 27 16:30"),
        ("\u201cuntil friday\u201d", "Sat 05 00:00"),
    ],
)
def test_what_is_written_is_meant_by_the_clock_where_the_person_is(text: str, when: str) -> None:
    assert until(text) == when


def test_a_length_of_time_is_not_stretched_when_the_clocks_change() -> None:
    before = datetime(2026, 10, 24, 12, 0, tzinfo=BERLIN)
    assert until("for 1 day", before) == "Sun 25 11:00"
    assert until("until tomorrow 12:00", before) == "Sun 25 12:00"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Say until when, as `until friday`"),
        ("soon", "Write it as `until friday`, `until 2026-12-05`"),
        ("until yesterday", "I do not know the day `yesterday`"),
        ("until 2026-13-01", "There is no day `2026-13-01`"),
        ("until 2026-11-01", "over already"),
        ("until 2027-06-01", "90 days at most"),
        ("until 9999-12-31", "90 days at most"),
        ("for 400 days", "90 days at most"),
        ("for 3 parsecs", "minutes, hours, days or weeks"),
        ("until tomorrow 25:00", "0:00 to 23:59"),
        ("until 13 pm", "the hour is 1 to 12"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_what_to_write(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        until(text)


@given(st.text(max_size=60) | st.from_regex(r"(until|for) [\w:. -]{0,20}"))
def test_any_text_is_a_time_to_come_or_an_error_for_people(text: str) -> None:
    now = FRIDAY.timestamp()
    try:
        when = read_until(text, now, UTC)
    except ValueError as error:
        words = str(error)
    else:
        words = "." * (now < when <= now + 90 * 86_400)
    assert words.endswith(".")


@pytest.mark.parametrize("name", ["Mars/Phobos", "", "../../etc/passwd", "a\0b"])
def test_a_zone_that_is_not_known_is_none(name: str) -> None:
    assert zone_of(name) is None
    assert zone_of("Europe/Berlin") == BERLIN
