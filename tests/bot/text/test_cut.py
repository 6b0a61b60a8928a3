"""Long text: head, tail, and how much lies between."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.text import clip, cut, pieces, size, units, visible
from bot.text.length import Measure, fitting

TEXT = st.text(max_size=200).map(visible)


@given(TEXT, st.integers(10, 60))
def test_head_hidden_and_tail_are_the_whole_text(text: str, limit: int) -> None:
    shown = cut(text, limit)
    assert text.startswith(shown.head)
    assert text.endswith(shown.tail)
    assert len(shown.head) + shown.hidden + len(shown.tail) == len(text)
    assert size(shown.head) + size(shown.tail) <= limit
    assert (shown.hidden == 0) == (size(text) <= limit) or shown.head + shown.tail == text


@given(TEXT, st.integers(30, 60))
def test_a_written_out_character_is_never_cut_in_two(text: str, limit: int) -> None:
    shown = cut(text, limit)
    assert not re.search(r"\\(u(\{[0-9a-f*]*)?)?$", shown.head) or not shown.hidden or "\\" in text
    for part in (shown.head, shown.tail, clip(text, limit)):
        assert part.count("\\u{") <= part.count("}")


def test_the_number_of_hidden_characters_is_told_between_head_and_tail() -> None:
    shown = str(cut("a" * 3_000 + "b" * 3_000, 3_000))
    assert shown == "a" * 2_000 + "\n… 3,000 characters hidden …\n" + "b" * 1_000


def test_short_text_is_shown_whole() -> None:
    assert str(cut("short", 5)) == "short"
    assert clip("short", 5) == "short"
    assert clip("longer", 5) == "long…"


def test_what_a_letter_takes_depends_on_how_it_is_counted() -> None:
    assert (units("aé語🎉"), size("aé語🎉")) == (5, 10)
    assert clip("🎉" * 10, 9) == "🎉" * 4 + "…"
    shown = cut("🎉" * 10, 18)
    assert (shown.head, shown.hidden, shown.tail) == ("🎉" * 3, 6, "🎉")


@given(st.text(max_size=60), st.sampled_from([units, size]), st.integers(-1, 90))
def test_as_many_characters_fit_as_can(text: str, measure: Measure, limit: int) -> None:
    count = fitting(text, limit, measure)
    assert measure(text[:count]) <= max(limit, 0)
    assert count == len(text) or measure(text[: count + 1]) > limit


@given(TEXT, st.integers(30, 60))
def test_pieces_are_the_whole_text_and_none_is_too_long(text: str, limit: int) -> None:
    parts = pieces(text, limit)
    assert "".join(parts) == text
    assert all(size(part) <= limit for part in parts)


def test_pieces_end_with_a_line_where_they_can() -> None:
    assert pieces("one line\nanother\nthird", 18) == ["one line\nanother\n", "third"]
