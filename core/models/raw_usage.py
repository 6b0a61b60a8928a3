"""What a provider says of its tokens in its own words; kept when `preserve_raw_usage` is set."""

from __future__ import annotations

import json
from typing import Any

from core.transcript.raw_items import plain

ATTACHED = "engine_raw_usage"


def snapshot(usage: Any) -> dict[str, Any] | None:
    """A copy as JSON of the fields that are set; None for what is no JSON object."""
    try:
        copied = json.loads(json.dumps(plain(usage), allow_nan=False))
    except (TypeError, ValueError):
        return None
    return copied if isinstance(copied, dict) else None


def attach(response: Any, usage: Any) -> None:
    """Keep a copy with the provider's response, for who reads the stream."""
    setattr(response, ATTACHED, snapshot(usage))


def attached(response: Any) -> dict[str, Any] | None:
    """The copy that is kept with a response."""
    return snapshot(getattr(response, ATTACHED, None))
