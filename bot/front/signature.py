"""Whether a request comes from Slack: its signature over the raw bytes. Decisions only."""

import hmac
from collections.abc import Mapping

TIMESTAMP = "X-Slack-Request-Timestamp"
SIGNATURE = "X-Slack-Signature"
WINDOW = 300
"""Seconds a signature is good for, in both directions."""


def is_signed(headers: Mapping[str, str], body: bytes, *, secret: str, now: float) -> bool:
    """`now` in seconds since the epoch. Compared in constant time."""
    timestamp = headers.get(TIMESTAMP, "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(now - int(timestamp)) > WINDOW:
        return False
    given = headers.get(SIGNATURE, "").encode("utf-8", "surrogateescape")
    return hmac.compare_digest(sign(timestamp, body, secret=secret).encode(), given)


def sign(timestamp: str, body: bytes, *, secret: str) -> str:
    base = b"v0:" + timestamp.encode() + b":" + body
    return "v0=" + hmac.digest(secret.encode(), base, "sha256").hex()
