"""The difference of two JSON values, as JSON: small when little has changed.

["set", value]                          something else stands there now
["in", {key or index: patch}, gone, added]   parts of it changed, keys are gone, items were added
"""

from __future__ import annotations

from typing import Any

Patch = list[Any]


def difference(old: Any, new: Any) -> Patch | None:
    """What makes `new` of `old`; None when they are the same."""
    if is_same(old, new):
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return _of_dicts(old, new)
    if isinstance(old, list) and isinstance(new, list) and len(old) <= len(new):
        changed = {
            str(index): patch
            for index, (before, after) in enumerate(zip(old, new, strict=False))
            if (patch := difference(before, after)) is not None
        }
        return ["in", changed, [], new[len(old) :]]
    return ["set", new]


def _of_dicts(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    changed = {
        key: patch
        for key, value in new.items()
        if (patch := difference(old[key], value) if key in old else ["set", value]) is not None
    }
    return ["in", changed, [key for key in old if key not in new], []]


def patched(old: Any, patch: Patch | None) -> Any:
    """The value a patch makes of `old`, which stays as it is."""
    if patch is None:
        return old
    if patch[0] == "set":
        return patch[1]
    _, changed, gone, added = patch
    if isinstance(old, dict):
        kept = {key: value for key, value in old.items() if key not in gone}
        return kept | {key: patched(old.get(key), part) for key, part in changed.items()}
    items = list(old)
    for index, part in changed.items():
        items[int(index)] = patched(items[int(index)], part)
    return [*items, *added]


def is_same(one: Any, other: Any) -> bool:
    """Equal as JSON: `1`, `1.0` and `true` are different things."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)
