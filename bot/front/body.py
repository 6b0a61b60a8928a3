"""The object in the body of a request: JSON, or a form with JSON in it. Decisions only."""

import json
from typing import Any

MOST_FIELDS = 100


class Unreadable(ValueError):
    """Signed, but not what Slack sends."""


def read_body(raw: bytes, content_type: str) -> dict[str, Any]:
    """Raises `Unreadable`."""
    try:
        if content_type == "application/json" or raw.startswith(b"{"):
            return _object(raw.decode("utf-8"))
        form = _form(raw)
    except (ValueError, RecursionError):
        raise Unreadable from None
    return _object(form["payload"]) if "payload" in form else form


def _form(raw: bytes) -> dict[str, Any]:
    """Raises `ValueError`."""
    if raw.count(b"&") >= MOST_FIELDS:
        raise ValueError("too many fields")
    fields = (field.partition(b"=") for field in raw.split(b"&") if field)
    return {_plain(name): _plain(value) for name, _, value in fields}


def _plain(part: bytes) -> str:
    """Without escapes. The JSON of a click has a thousand; urllib looks at each, which takes as
    long as storing the click. But for the sign in front they are Python's, so its codec takes all
    at once. Raises `ValueError`."""
    escaped = part.replace(b"\\", rb"\x5c").replace(b"+", b" ").replace(b"%", rb"\x")
    return escaped.decode("unicode_escape").encode("latin-1").decode("utf-8")


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable from None
    if not isinstance(value, dict):
        raise Unreadable
    return value
