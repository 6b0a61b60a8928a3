"""What a reader should be warned of: characters that hide, and letters that look like others."""

import re
import unicodedata
from dataclasses import dataclass

from bot.text.visible import piled, unseen

# Bounded, so that looking through a megabyte takes no longer for being one word.
_WORD = re.compile(r"[^\W_]{1,100}")
_HOST = re.compile(r"(?<![\w.-])(?:[\w-]{1,63}\.){1,9}[^\W\d_]{2,63}")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
_BESIDE_OTHERS = _EAST_ASIAN | {"THAI", "LAO", "KHMER", "MYANMAR", "MODIFIER"}
"""Scripts that stand in one word with others in ordinary text."""


@dataclass(frozen=True)
class Oddities:
    """Empty when there is nothing to warn of."""

    unseen: int = 0
    """How many characters a reader cannot see."""
    piled: int = 0
    """How many marks stand on one another."""
    mixed: tuple[str, ...] = ()
    """Words with letters of several scripts, which may look alike."""
    folded: tuple[tuple[str, str], ...] = ()
    """Words in unusual letters or digits, and what they read as."""
    hosts: tuple[tuple[str, str], ...] = ()
    """Host names in other letters, and what is really looked up (punycode)."""
    turns: bool = False
    """Whether a part is read from right to left, and may draw what is beside it along."""

    def __bool__(self) -> bool:
        return self != Oddities()


def oddities(text: str) -> Oddities:
    if text.isascii() and text.isprintable():
        return Oddities()
    words = [word for word in dict.fromkeys(_WORD.findall(text)) if not word.isascii()]
    hosts = [host for host in dict.fromkeys(_HOST.findall(text)) if not host.isascii()]
    return Oddities(
        unseen=unseen(text),
        piled=piled(text),
        mixed=tuple(word for word in words if len(_scripts(word)) > 1),
        folded=tuple((word, plain) for word in words if (plain := _folded(word)) != word),
        hosts=tuple((host, real) for host in hosts if (real := _punycode(host))),
        turns=_RIGHT_TO_LEFT.search(text) is not None,
    )


def _scripts(word: str) -> set[str]:
    """Those of letters that are not another form of some letter."""
    letters = (c for c in word if c.isalpha() and unicodedata.normalize("NFKC", c) == c)
    names = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    return names - _BESIDE_OTHERS - {""}


def _folded(word: str) -> str:
    """NFKC, unless it only composes accents, with the digits that programs take others for."""
    composed = unicodedata.normalize("NFC", word)
    plain = "".join(map(_digit, unicodedata.normalize("NFKC", word)))
    return word if plain == composed else plain


def _digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() else char


def _punycode(host: str) -> str:
    """Empty when it is no host name at all."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
