"""Nothing that is shown hides anything."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.text import Oddities, is_veiled, line, oddities, quoted, visible

ANYTHING = st.text(st.characters(codec=None))
"""Lone surrogates included."""

_PIECE = re.compile(r'\\u\{([0-9a-f]+)(?:\*(\d+))?\}|\\(["\\ntr])|([^\\"])', re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


def read_back(shown: str) -> str:
    """The text a reader of `quoted` must conclude from it."""
    assert shown[0] == shown[-1] == '"'
    inner = shown[1:-1]
    pieces = list(_PIECE.finditer(inner))
    assert "".join(piece[0] for piece in pieces) == inner
    return "".join(
        chr(int(piece[1], 16)) * int(piece[2] or 1)
        if piece[1]
        else _PLAIN[piece[3]]
        if piece[3]
        else piece[4]
        for piece in pieces
    )


@given(ANYTHING)
@example("\\u{202e}\u202e")
@example("a" + " " * 500 + "\n" * 500 + "500")
@example("\ud800\udc00")
def test_the_exact_text_can_be_read_back_from_what_is_shown(text: str) -> None:
    assert read_back(quoted(text)) == text


@given(ANYTHING)
@example("<!here> <@U1> <#C1>")
def test_nothing_that_is_shown_is_invisible_or_a_mention(text: str) -> None:
    for shown in (visible(text), quoted(text), line(text)):
        assert not re.search(r"<[!@#]", shown)
        shown.encode("utf-8")
        for char in shown:
            assert char in " \n\t" or unicodedata.category(char)[0] not in "CZ"
    assert "\n" not in quoted(text)
    assert "\n" not in line(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("user\u202etxt.exe", r"user\u{202e}txt.exe"),
        ("a\u200bb", r"a\u{200b}b"),
        ("a\u00a0b", r"a\u{a0}b"),
        ("a\u3164b\u2800c", r"a\u{3164}b\u{2800}c"),
        ("\x1b[2J", r"\u{1b}[2J"),
        ("a\u2028b", r"a\u{2028}b"),
        ("tag\U000e0041", r"tag\u{e0041}"),
        ("a" + "\u200b" * 300, r"a\u{200b*300}"),
        ("rm" + " " * 40 + "-rf", r"rm\u{20*40}-rf"),
        ("<!here>", r"\u{3c}!here>"),
        ("<https://evil|https://ok>", r"\u{3c}https://evil|https://ok>"),
        ("a <b|c> <https://ok>", "a <b|c> <https://ok>"),
        ("déjà vu 日本 🎉 <b>", "déjà vu 日本 🎉 <b>"),
        ("two\nlines\tand", "two\nlines\tand"),
    ],
)
def test_odd_characters_are_written_by_number(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_five_hundred_blank_lines_do_not_push_the_rest_away() -> None:
    assert visible("ls" + "\n" * 500 + "rm") == r"ls\u{a*500}rm"
    assert visible("ls" + "\n \t" * 499 + "\n  rm") == r"ls\u{a*500}  rm"


@pytest.mark.parametrize(
    "text", ["restart payments", "grüße 日本 🎉", "naïve e\u0301", "a\nb\tc", ""]
)
def test_ordinary_text_is_not_warned_of(text: str) -> None:
    assert not oddities(text)


def test_what_looks_like_something_else_is_named() -> None:
    assert oddities("a\u200bb\u202e") == Oddities(unseen=2)
    assert oddities("p\u0430ypal").mixed == ("p\u0430ypal",)
    assert oddities("\ufb01le").folded == (("\ufb01le", "file"),)
    assert oddities("\uff58").folded == (("\uff58", "x"),)
    assert oddities("\u09ea0").folded == (("\u09ea0", "40"),)
    assert oddities("\ua4d1rod").mixed == ("\ua4d1rod",)
    assert oddities("\U00016fe4").unseen == oddities("\U00013441").unseen == 1
    assert oddities('["\u05d0", 100, 5]').turns
    found = oddities("see https://\u0430\u0440\u0440\u04cf\u0435.com/x")
    assert oddities("\u044f" * 60 + ".com").hosts == ()
    assert found.hosts == (("\u0430\u0440\u0440\u04cf\u0435.com", "xn--80ak6aa92e.com"),)


@given(ANYTHING)
def test_looking_for_oddities_never_fails(text: str) -> None:
    found = oddities(text)
    assert bool(found) or not any(unicodedata.category(c) in ("Cf", "Co", "Cs") for c in text)


SEEN = ["two\nlines\tand a tab", "❤️ 👩\u200d💻 🏳️\u200d🌈 1️⃣", "5\u00a0%", "審\u3000査", "e\u0301"]
VEILED = [
    "a\u202eb",
    "a\u200bb",
    "pay\u200dpal",
    "x\ufe0fy",
    "😀\ufe0f\ufe0f",
    "\r",
    "e" + "\u0301" * 9,
]


@pytest.mark.parametrize(
    ("text", "veiled"), [*((t, False) for t in SEEN), *((t, True) for t in VEILED)]
)
def test_a_text_is_veiled_when_a_reader_sees_less_than_there_is(text: str, veiled: bool) -> None:
    assert is_veiled(text) is veiled
