"""zlib with a dictionary: what records, states and conversations have in common is not kept again.

`dictionary.txt` holds examples of what is kept, without what differs, the most frequent last. It
must never change: whatever was written with it is read with it. Another one would need another
first byte in `codec`.
"""

import zlib
from importlib.resources import files

LARGE = 16_384
"""Bytes from which speed counts more than size."""
_DICTIONARY = (files("bot.store") / "dictionary.txt").read_bytes()


def _knowing(level: int, memory: int) -> "zlib._Compress":
    return zlib.compressobj(level, memLevel=memory, zdict=_DICTIONARY)


_SMALL, _LARGE = _knowing(6, 6), _knowing(4, 8)
"""Copies start with the dictionary already learnt, which takes as long as a short text."""


def compressed(data: bytes) -> bytes:
    compressor = (_SMALL if len(data) < LARGE else _LARGE).copy()
    return compressor.compress(data) + compressor.flush()


def expanded(data: bytes) -> bytes:
    """Also of what was compressed without the dictionary. Raises `zlib.error`."""
    reader = zlib.decompressobj(zdict=_DICTIONARY)
    text = reader.decompress(data)
    if not reader.eof:
        raise zlib.error("it is cut off")
    return text
