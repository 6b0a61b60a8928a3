"""Reading Slack's JSON without trusting its shape. Decisions only."""

from collections.abc import Iterator, Mapping
from typing import Any

Payload = Mapping[str, Any]


def text(payload: Payload, *path: str) -> str:
    """The string at this path, or an empty one; half a character in it, which could be neither
    stored nor sent, is replaced."""
    value = part(payload, *path[:-1]).get(path[-1])
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def part(payload: Payload, *path: str) -> Payload:
    """The object at this path, or an empty one."""
    for name in path:
        value = payload.get(name)
        payload = value if isinstance(value, dict) else {}
    return payload


def parts(payload: Payload, name: str) -> Iterator[Payload]:
    """The objects of the list under this name."""
    values = payload.get(name)
    for value in values if isinstance(values, list) else []:
        if isinstance(value, dict):
            yield value


def first(payload: Payload, name: str) -> Payload:
    """The first object of the list under this name, or an empty one."""
    values = payload.get(name)
    value = values[0] if isinstance(values, list) and values else {}
    return value if isinstance(value, dict) else {}
