r"""Text that shows what it holds: whatever a reader could not see is written as `\u{202e}`.

A long run of the same is written as a count, `\u{20*500}`, so that padding cannot push the rest out
of sight. `<` before `!`, `@` or `#`, or at the head of a labelled link, is written as `\u{3c}`, so
that no client takes it for a mention or shows the label alone.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

_LONG = 16
"""So many equal spaces in a row are still shown as they are."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"))
_SUSPECT = r"[^ -~\w]|[\u115f\u1160\u3164\uffa0]"
"""Anything but printable ASCII and letters, and the letters that look like nothing."""
_LIVE = r"[!@#]|[A-Za-z][A-Za-z0-9+.-]*:[^\s<>|]*\|"
"""What after a `<` is a token of Slack's."""
_PIECE = re.compile(rf"(?P<same>{_SUSPECT})(?P=same)*| {{{_LONG + 1},}}|<(?={_LIVE})|[\"\\]")
_BLANK_LINES = re.compile(r"\n[ \t\n]*\n")
_AS_IT_IS = {char: char for char in '"\\\n\t '}
_AS_JSON = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t", "\r": r"\r", " ": " "}


def visible(text: str) -> str:
    """Text over several lines; line ends and tabs stay, but blank lines lose theirs."""
    text = _BLANK_LINES.sub(lambda gap: "\n" * gap[0].count("\n"), text)
    return _PIECE.sub(_piecewise(_AS_IT_IS), text)


def line(text: str) -> str:
    """The same on one line: every stretch of white space becomes a single space."""
    return visible(" ".join(text.split()))


def quoted(text: str, *, after_newline: str = "") -> str:
    r"""A string in quotes, as JSON writes it; the exact text can be read back.

    `after_newline` follows each `\n`, to go on in another line there."""
    common = _AS_JSON | {"\n": r"\n" + after_newline}
    return '"' + _PIECE.sub(_piecewise(common), text) + '"'


def unseen(text: str) -> int:
    """How many characters a reader cannot see, or cannot tell from a plain space; line ends and
    tabs do not count."""
    return sum(_is_unseen(char) for char in re.findall(_SUSPECT, text) if char not in "\n\t")


def _piecewise(common: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    """How a match of `_PIECE` is shown; `common` says it for what is ordinary unless repeated."""

    def piece(match: re.Match[str]) -> str:
        run = match[0]
        char, count = run[0], len(run)
        if char == "<":
            return r"\u{3c}"
        if char in common and count <= _LONG:
            return common[char] * count
        if char not in common and not _is_unseen(char):
            return run
        times = f"*{count}" if count > 1 else ""
        return f"\\u{{{ord(char):x}{times}}}"

    return piece


@lru_cache(maxsize=1_024)
def _is_unseen(char: str) -> bool:
    return (
        unicodedata.category(char) in _UNSEEN
        or char in _BLANK
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )
