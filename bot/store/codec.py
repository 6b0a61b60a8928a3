"""Text to bytes and back: the shortest stay readable, all others are compressed, and with keys
everything is sealed against reading and against being moved to another key.

The first byte says which: 1 is zlib, 2 is sealed (with the former inside); anything else is plain.
"""

import zlib
from dataclasses import dataclass
from typing import Protocol

from bot.store.compression import compressed, expanded

ZLIB = b"\x01"
SEALED = b"\x02"
COMPRESS_FROM = 64
"""Bytes."""


class Unreadable(Exception):
    """The bytes are damaged, foreign, or sealed with a key that is not given."""


class Seal(Protocol):
    """Encryption at rest. `place` is the name of the key: what is sealed for one opens nowhere
    else."""

    def close(self, data: bytes, place: str) -> bytes: ...

    def open(self, data: bytes, place: str) -> bytes:
        """Raises `Unreadable`."""
        ...


@dataclass(frozen=True)
class Codec:
    seal: Seal | None = None

    def encode(self, text: str, place: str) -> bytes:
        data = text.encode("utf-8", "surrogatepass")
        if len(data) >= COMPRESS_FROM or data[:1] in (ZLIB, SEALED):
            data = ZLIB + compressed(data)
        if self.seal is None:
            return data
        return SEALED + self.seal.close(data, place)

    def decode(self, data: bytes, place: str) -> str:
        """Raises `Unreadable`."""
        if data[:1] == SEALED:
            if self.seal is None:
                raise Unreadable("it is encrypted, and no key is given")
            data = self.seal.open(data[1:], place)
        try:
            if data[:1] == ZLIB:
                data = expanded(data[1:])
            return data.decode("utf-8", "surrogatepass")
        except (zlib.error, UnicodeDecodeError):
            raise Unreadable("it is damaged") from None
