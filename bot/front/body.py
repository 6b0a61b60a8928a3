"""The object in the body of a request: JSON, or a form with JSON in it. Decisions only."""

import json
from typing import Any
from urllib.parse import parse_qsl

MOST_FIELDS = 100


class Unreadable(ValueError):
    """Signed, but not what Slack sends."""


def read_body(raw: bytes, content_type: str) -> dict[str, Any]:
    """Raises `Unreadable`."""
    try:
        text = raw.decode("utf-8")
        if content_type == "application/json" or text.startswith("{"):
            return _object(text)
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except (ValueError, RecursionError):
        raise Unreadable from None
    form = dict(pairs)
    return _object(form["payload"]) if "payload" in form else dict(form)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable from None
    if not isinstance(value, dict):
        raise Unreadable
    return value
