"""What a reader should be warned of: characters that hide, and letters that look like others."""

import re
import unicodedata
from dataclasses import dataclass

from bot.text.visible import piled, unseen

# Bounded, so that looking through a megabyte takes no longer for being one word.
_WORD = re.compile(r"[^\W_]{2,100}")
_HOST = re.compile(r"(?<![\w.-])(?:[\w-]{1,63}\.){1,9}[^\W\d_]{2,63}")
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
"""Scripts with letters that cannot be told apart."""


@dataclass(frozen=True)
class Oddities:
    """Empty when there is nothing to warn of."""

    unseen: int = 0
    """How many characters a reader cannot see."""
    piled: int = 0
    """How many marks stand on one another."""
    mixed: tuple[str, ...] = ()
    """Words with letters of several scripts that look alike."""
    folded: tuple[tuple[str, str], ...] = ()
    """Words in unusual letter forms, and what they read as (NFKC)."""
    hosts: tuple[tuple[str, str], ...] = ()
    """Host names in other letters, and what is really looked up (punycode)."""

    def __bool__(self) -> bool:
        return bool(self.unseen or self.piled or self.mixed or self.folded or self.hosts)


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
    )


def _scripts(word: str) -> set[str]:
    names = (unicodedata.name(char, "").partition(" ")[0] for char in word if char.isalpha())
    return {name for name in names if name in _ALIKE}


def _folded(word: str) -> str:
    """NFKC, unless it only composes accents."""
    composed = unicodedata.normalize("NFC", word)
    plain = unicodedata.normalize("NFKC", word)
    return word if plain == composed else plain


def _punycode(host: str) -> str:
    """Empty when it is no host name at all."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
