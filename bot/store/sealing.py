"""AES-256-GCM over what is stored, with keys that can be rotated."""

import os
from collections.abc import Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bot.store.codec import Unreadable

NONCE = 12
"""Bytes; the tag adds 16."""


class AesSeal:
    """Closes with the newest key, opens with any. The id of the key stands in front, in clear."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Newest first; 32 bytes each, ids of at most 255 bytes."""
        self._newest = next(iter(keys)).encode()
        self._ciphers = {name.encode(): AESGCM(key) for name, key in keys.items()}

    def close(self, data: bytes, place: str) -> bytes:
        nonce = os.urandom(NONCE)
        sealed = self._ciphers[self._newest].encrypt(nonce, data, place.encode())
        return bytes([len(self._newest)]) + self._newest + nonce + sealed

    def open(self, data: bytes, place: str) -> bytes:
        start = 1 + data[0] if data else 1
        cipher = self._ciphers.get(data[1:start])
        if cipher is None:
            raise Unreadable("its encryption key is not given")
        nonce, sealed = data[start : start + NONCE], data[start + NONCE :]
        try:
            return cipher.decrypt(nonce, sealed, place.encode())
        except (InvalidTag, ValueError):
            raise Unreadable("it was changed, or belongs elsewhere") from None
