r"""Text that shows what it holds: whatever a reader could not see is written as `\u{202e}`.

A long run of the same is written as a count, `\u{20*500}`, so that padding cannot push the rest out
of sight. `<` before `!`, `@` or `#` is written as `\u{3c}`, so that no client takes it for a
mention.
"""

import re
import unicodedata
from collections.abc import Callable

_LONG = 16
"""So many equal spaces in a row are still shown as they are."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"))
_PIECE = re.compile(
    r"(?P<same>[^!-~])(?P=same)*"  # a run of anything but printable ASCII
    r"|<(?=[!@#])"
    r"|[\"\\]"
)
_SHORT = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t", "\r": r"\r"}


def visible(text: str) -> str:
    """Text over several lines; line ends and tabs stay."""
    return _PIECE.sub(_piecewise(lambda char: char), text)


def line(text: str) -> str:
    """The same on one line: every stretch of white space becomes a single space."""
    return visible(" ".join(text.split()))


def quoted(text: str) -> str:
    r"""A string in quotes on one line, as JSON writes it; the exact text can be read back."""
    return '"' + _PIECE.sub(_piecewise(lambda char: _SHORT.get(char, char)), text) + '"'


def is_unseen(char: str) -> bool:
    """Whether a reader cannot tell this character, or cannot tell it from a plain space."""
    if char == " ":
        return False
    return (
        unicodedata.category(char) in _UNSEEN
        or char in _BLANK
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def _piecewise(plain: Callable[[str], str]) -> Callable[[re.Match[str]], str]:
    def piece(match: re.Match[str]) -> str:
        run = match[0]
        char, count = run[0], len(run)
        if char == "<":
            return r"\u{3c}"
        if char in "\n\t " or char in _SHORT:
            return plain(char) * count if count <= _LONG else f"\\u{{{ord(char):x}*{count}}}"
        if not is_unseen(char):
            return run
        return f"\\u{{{ord(char):x}}}" if count == 1 else f"\\u{{{ord(char):x}*{count}}}"

    return piece
