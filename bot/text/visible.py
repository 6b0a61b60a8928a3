r"""Text that shows what it holds: whatever a reader could not see is written as `\u{202e}`.

A long run of the same is written as a count, `\u{20*500}`, so that padding cannot push the rest out
of sight; marks that would pile up over the lines above are written by their numbers. `<` before
`!`, `@` or `#`, or at the head of a labelled link, is written as `\u{3c}`, so that no client takes
it for a mention or shows the label alone.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

_LONG = 16
"""So many equal spaces in a row are still shown as they are."""
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Letters and marks that look like nothing."""
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"))
_SUSPECT = r"[^ -~\w]|[\u115f\u1160\u3164\uffa0\U00013441\U00013442]"
"""Anything but printable ASCII and letters, and the letters that look like nothing."""
_LIVE = r"[!@#]|[A-Za-z][A-Za-z0-9+.-]*:[^\s<>|]*\|"
"""What after a `<` is a token of Slack's."""
_RUN = rf"(?P<same>{_SUSPECT})(?P=same)*"
_HIGH = 5
"""So many marks on one letter are more than any language writes."""
_STRETCH = re.compile(rf"[^ -~\w\s]{{{_HIGH},}}")
"""Where marks may pile up."""
_PIECE = re.compile(rf"{_STRETCH.pattern}|{_RUN}| {{{_LONG + 1},}}|<(?={_LIVE})|[\"\\]")
_RUNS = re.compile(_RUN, re.DOTALL)
_ORDINARY = frozenset("\n\t ")
_HARMLESS = re.compile(
    r"(?<=[^\w\s\ufe0f])\ufe0f|(?<=[0-9#*])\ufe0f\u20e3|(?<=[^\w\s])\u200d(?=[^\w\s])"
    r"|[\u00a0\u2000-\u200a\u202f\u3000]"
)
"""What makes one emoji of several signs, and spaces that are seen as such."""
_BLANK_LINES = re.compile(r"\n[ \t\n]*\n")
_AS_IT_IS = {char: char for char in '"\\\n\t '}
_AS_JSON = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t", "\r": r"\r", " ": " "}


def visible(text: str) -> str:
    """Text over several lines; line ends and tabs stay, but blank lines lose theirs."""
    text = _BLANK_LINES.sub(lambda gap: "\n" * gap[0].count("\n"), text)
    return _PIECE.sub(_IN_LINES, text)


def line(text: str) -> str:
    """The same on one line: every stretch of white space becomes a single space."""
    return visible(" ".join(text.split()))


def quoted(text: str, *, after_newline: str = "") -> str:
    r"""A string in quotes, as JSON writes it; the exact text can be read back.

    `after_newline` follows each `\n`, to go on in another line there."""
    return '"' + _PIECE.sub(_in_json(after_newline), text) + '"'


def unseen(text: str) -> int:
    """How many characters a reader cannot see, or cannot tell from a plain space; line ends and
    tabs do not count."""
    seen = Counter(text)
    return sum(seen[char] for char in seen.keys() - _ORDINARY if _is_unseen(char))


def is_veiled(text: str) -> bool:
    """Whether there is more in it than a reader sees where it stands as it is."""
    bare = _HARMLESS.sub("", text)
    return unseen(bare) > 0 or piled(bare) > 0


def piled(text: str) -> int:
    """How many marks stand in piles."""
    stretches = (match[0] for match in _STRETCH.finditer(text))
    return sum(len(part) for each in stretches for part, is_pile in _parted(each) if is_pile)


def _piecewise(common: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    """How a match of `_PIECE` is shown; `common` says it for what is ordinary unless repeated."""

    def same(run: str) -> str:
        char, count = run[0], len(run)
        if char == "<":
            return r"\u{3c}"
        if char in common and count <= _LONG:
            return common[char] * count
        if char not in common and not _is_unseen(char):
            return run
        return _numbered(run)

    def shown(run: str) -> str:
        if not _STRETCH.fullmatch(run):
            return same(run)
        parts = ((part, _numbered if is_pile else same) for part, is_pile in _parted(run))
        return "".join(how(each[0]) for part, how in parts for each in _RUNS.finditer(part))

    known = lru_cache(maxsize=1_024)(shown)

    def piece(match: re.Match[str]) -> str:
        run = match[0]
        return known(run) if len(run) <= _LONG else shown(run)

    return piece


def _numbered(run: str) -> str:
    """So many times the same character, by its number."""
    times = f"*{len(run)}" if len(run) > 1 else ""
    return f"\\u{{{ord(run[0]):x}{times}}}"


def _parted(stretch: str) -> Iterator[tuple[str, bool]]:
    """Its marks and what stands between them, and whether it is a pile."""
    for are_marks, chars in groupby(stretch, _is_mark):
        part = "".join(chars)
        yield part, are_marks and len(part) >= _HIGH


@lru_cache(maxsize=1_024)
def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


@lru_cache(maxsize=1_024)
def _is_unseen(char: str) -> bool:
    return (
        unicodedata.category(char) in _UNSEEN
        or char in _BLANK
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


_IN_LINES = _piecewise(_AS_IT_IS)


@lru_cache(maxsize=32)
def _in_json(after_newline: str) -> Callable[[re.Match[str]], str]:
    return _piecewise(_AS_JSON | {"\n": r"\n" + after_newline})
