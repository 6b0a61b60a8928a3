"""The arguments of a call: read once, strictly; what is shown is what is approved and what runs.

Text that two readers could understand differently never reaches two readers. Of a key that stands
twice in an object the last counts, and the tool gets the text without the others. NaN, Infinity and
half a character have no reading at all: they are never shown as something they might not be, and
they never run.
"""

from __future__ import annotations

import hashlib
import json
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


MAX_DEPTH = 200
"""Of objects and lists inside each other; what is deeper cannot be written everywhere."""


class ArgumentsError(ValueError):
    """The text is not one unambiguous JSON object."""


class _TwiceError(Exception):
    """A key stands twice in an object."""


class AmbiguousArgumentsError(ArgumentsError):
    """A lenient reader would accept the text, but not every reader would read the same."""


def parse(text: str) -> dict[str, Any]:
    """The arguments as an object; an empty text means no arguments."""
    if not text.strip():
        return {}
    try:
        value = _STRICT.decode(text)
    except ArgumentsError:
        raise
    except (ValueError, RecursionError) as error:
        raise ArgumentsError(f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ArgumentsError("expected a JSON object")
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise ArgumentsError("nested too deeply")
    if "\\u" in text and not _is_unicode(value):
        raise AmbiguousArgumentsError("half a character")
    return value


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [
        part
        for one in level
        for part in (one.values() if isinstance(one, dict) else one)
        if isinstance(part, dict | list)
    ]:
        depth += 1
    return depth


def _is_unicode(value: Any) -> bool:
    """Whether no text in it ends in the middle of a character, which not every reader takes."""
    try:
        canonical(value).encode()
    except UnicodeEncodeError:
        return False
    return True


def unambiguous(text: str) -> str:
    """The text, or, where it gives a key twice, the canonical text of what it is read as."""
    try:
        _SINGLE.decode(text)
    except _TwiceError:
        with suppress(ArgumentsError):
            return canonical(parse(text))
    except (ValueError, RecursionError):
        return text
    return text


def canonical(value: Any) -> str:
    """The one JSON text of a value: keys sorted, no spaces, UTF-8."""
    return _CANONICAL.encode(value)


def sha256(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value, in hex."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def digest(tool: str, arguments: Mapping[str, Any]) -> str:
    """What a decision is bound to: the tool and the arguments it will get."""
    return sha256({"tool": tool, "arguments": dict(arguments)})


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _TwiceError
    return result


def _no_constant(name: str) -> Any:
    raise AmbiguousArgumentsError(f"{name} is not JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise AmbiguousArgumentsError(f"{text} is too large")
    return value


_STRICT = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)
_SINGLE = json.JSONDecoder(object_pairs_hook=_unique_keys)
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)
