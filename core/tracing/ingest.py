"""What OpenAI's trace server takes: valid JSON, few names in `usage`, fields of bounded size."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

MAX_FIELD_BYTES = 100_000
"""The longest `input` or `output` of a span, as JSON."""
SMALL = 64
"""Bytes of what is not worth cutting."""
CUT = "... [truncated]"
REASONING = frozenset({"reasoning", "reasoning_content", "thinking", "thinking_blocks"})
"""What a model thought to itself: fields of its messages, and types of their parts."""
_DROPPED: Any = object()


def valid(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload as JSON can say it; what it cannot say is left out."""
    try:
        json.dumps(payload, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        repaired: dict[str, Any] = _json(payload, ())
        return repaired
    return payload


def accepted(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload as the server takes it: the very same one when nothing is to be changed."""
    data = payload.get("span_data")
    if not isinstance(data, dict):
        return payload
    made = dict(data)
    generation = data.get("type") == "generation"
    if "usage" in data and (usage := data["usage"]) is not None:
        made["usage"] = _usage(usage) if generation else None
        if made["usage"] is None:
            del made["usage"]
    for name in ("input", "output"):
        if data.get(name) is not None:
            value = _without_reasoning(data[name]) if generation else data[name]
            made[name] = shortened(value, MAX_FIELD_BYTES)
    return payload if made == data else {**payload, "span_data": made}


def shortened(value: Any, limit: int) -> Any:
    """The value with its long texts cut, and its first entries left out, to fit `limit` bytes."""
    value = _json(value, ())
    if value is _DROPPED:
        return None
    return _fitted(value, limit)


def size_of(value: Any) -> int:
    """How many bytes a value takes as JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode(errors="replace"))


def _fitted(value: Any, limit: int) -> Any:
    size = size_of(value)
    if size <= limit:
        return value
    if isinstance(value, str):
        return _cut_text(value, limit)
    if isinstance(value, dict):
        keys = sum(size_of(key) + 2 for key in value)
        made = _shared(list(value.values()), limit - keys)
        pairs = list(zip(value, made, strict=True))
        return dict(_last([(size_of(k) + size_of(v) + 2, (k, v)) for k, v in pairs], limit))
    if isinstance(value, list):
        items = _shared(value, limit - len(value))
        return _last([(size_of(item) + 1, item) for item in items], limit)
    return None


def _shared(values: list[Any], room: int) -> list[Any]:
    """The values in `room` bytes: what is small stays, the others share what is left."""
    sizes = [size_of(value) for value in values]
    left = room - 2 - sum(size for size in sizes if size <= SMALL)
    whole = sum(size for size in sizes if size > SMALL)
    return [
        value if size <= SMALL else _fitted(value, max(size * left // whole, 0))
        for value, size in zip(values, sizes, strict=True)
    ]


def _last(entries: list[tuple[int, Any]], limit: int) -> list[Any]:
    """The last entries that fit together; sizes are in bytes."""
    room, kept = limit - 2, 0
    for size, _ in reversed(entries):
        room -= size
        if room < 0:
            break
        kept += 1
    return [entry for _, entry in entries[len(entries) - kept :]]


def _cut_text(text: str, limit: int) -> str:
    room = limit - size_of(CUT)
    if room < 0:
        return ""
    low, high = 0, min(len(text), room)
    while low < high:
        middle = (low + high + 1) // 2
        fits = size_of(text[:middle]) - 2 <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low] + CUT


def _usage(usage: Any) -> dict[str, Any] | None:
    """The two counts the server knows; everything else goes into the details."""
    if not isinstance(usage, Mapping):
        return None
    names = ("input_tokens", "output_tokens")
    counts = {name: usage.get(name) for name in names}
    if not all(_is_count(count) for count in counts.values()):
        return None
    given = usage.get("details")
    details = dict(given) if isinstance(given, Mapping) else {}
    details |= {k: v for k, v in usage.items() if k not in (*names, "details") and v is not None}
    kept = _json(details, ())
    return {**counts, "details": kept} if kept else counts


def _is_count(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _without_reasoning(messages: Any) -> Any:
    if isinstance(messages, str) or not isinstance(messages, Sequence):
        return messages
    return [_spoken(m) for m in messages if not _is_thought(m)]


def _is_thought(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") in REASONING


def _spoken(message: Any) -> Any:
    if not isinstance(message, Mapping) or message.get("role") != "assistant":
        return dict(message) if isinstance(message, Mapping) else message
    kept = {key: value for key, value in message.items() if key not in REASONING}
    content = kept.get("content")
    if isinstance(content, list | tuple):
        kept["content"] = [part for part in content if not _is_thought(part)]
    return kept


def _json(value: Any, around: tuple[int, ...]) -> Any:
    """The value as JSON; `around` are the ids of what it is in, so that no cycle goes on."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, float):
        return value if math.isfinite(value) else _DROPPED
    if id(value) in around:
        return _DROPPED
    inside = (*around, id(value))
    if isinstance(value, Mapping):
        pairs = [(_key(key), _json(item, inside)) for key, item in value.items()]
        return {key: item for key, item in pairs if key is not None and item is not _DROPPED}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        items = [_json(item, inside) for item in value]
        return [item for item in items if item is not _DROPPED]
    return _DROPPED


def _key(key: Any) -> str | None:
    if isinstance(key, str):
        return str(_json(key, ()))
    known = key is None or isinstance(key, int) or (isinstance(key, float) and math.isfinite(key))
    return json.dumps(key) if known else None
