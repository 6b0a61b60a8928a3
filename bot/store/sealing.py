"""AES-256-GCM over what is stored, with keys that can be rotated."""

import base64
import binascii
import os
from collections.abc import Mapping
from typing import Self

from bot.store.codec import Unreadable

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
except ImportError as missing:  # pragma: no cover
    raise ImportError("encryption at rest needs `pip install cryptography`") from missing

NONCE = 12
"""Bytes; the tag adds 16."""


class AesSeal:
    """Closes with the newest key, opens with any. The id of the key stands in front, in clear."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Newest first; 32 bytes each, ids of at most 255 bytes."""
        self._newest = next(iter(keys)).encode()
        self._ciphers = {name.encode(): AESGCM(key) for name, key in keys.items()}

    @classmethod
    def from_text(cls, text: str) -> Self:
        """`id:base64key,…`, newest first. Raises `ValueError`, without a key in the message."""
        keys: dict[str, bytes] = {}
        for part in text.split(","):
            name, _, encoded = part.strip().partition(":")
            try:
                key = base64.b64decode(encoded, validate=True)
            except binascii.Error:
                raise ValueError(f"the encryption key {name!r} is not base64") from None
            if not name or len(name.encode()) > 255 or len(key) != 32:
                raise ValueError("an encryption key is `id:` and 32 bytes in base64")
            keys[name] = key
        return cls(keys)

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
