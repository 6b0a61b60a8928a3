"""The arguments of a call as an approver reads them: every top-level name on a line of its own,
in the order in which the tool has its parameters.

A value is JSON with nothing invisible in it (see `bot.text.visible`), so what is shown is exactly
what runs; a text of several lines goes on behind a gutter. Values of hidden names, at any depth,
are left out and said to be.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bot.records import Approval, Call
from bot.text import Oddities, oddities, quoted, visible

HIDDEN = "(hidden)"
GUTTER = "  │ "
"""Before every further line of a text, so that none of it can pass for an argument."""
_UNREADABLE = "(not shown: some arguments are hidden, and these cannot be told apart)"
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,63}", re.ASCII)
_INLINE = 60
"""Longest list or object that is written on one line."""


@dataclass(frozen=True)
class Arguments:
    text: str
    """All of them; empty when there are none."""
    oddities: Oddities
    unknown: tuple[str, ...] = ()
    """Names that are no parameters of the tool."""
    defaults: tuple[str, ...] = ()
    """What the tool takes for those that were left out, each as it would stand among them."""


def given(approval: Approval) -> Arguments:
    """What would run, as far as it may be shown, and how that fits the tool."""
    request = approval.request
    return replace(
        in_force(approval),
        unknown=_unknown(approval.call, request.parameters),
        defaults=_defaults(approval.call, request.parameters, frozenset(request.hidden)),
    )


def in_force(approval: Approval) -> Arguments:
    """What would run, as far as it may be shown."""
    request = approval.request
    return arguments(approval.call, request.hidden, _parameters(request.parameters))


def arguments(
    call: Call, hidden: Collection[str] = (), parameters: Sequence[str] = ()
) -> Arguments:
    """Never fails: what is no JSON object is shown as it is."""
    return _rendered(call.arguments, frozenset(hidden), tuple(parameters))


@lru_cache(maxsize=16)
def _rendered(given: str, hidden: frozenset[str], parameters: tuple[str, ...]) -> Arguments:
    """Kept for a moment: card, window and check look at the same long arguments in turn."""
    try:
        value = _in_order(_parsed(given), parameters)
        text = _lines(value, hidden) if isinstance(value, dict) else _json(value, hidden)
        strings = "\n".join(_strings(value, hidden))
    except (ValueError, RecursionError):
        text = _UNREADABLE if hidden else visible(given)
        strings = "" if hidden else given
    return Arguments(text, oddities(strings))


def subject(approval: Approval) -> str:
    """What is asked in the agent's own words, where it is not the tool's name that says it; foreign
    text."""
    name = approval.request.headed_by
    if not name or name in approval.request.hidden:
        return ""
    try:
        value = _parsed(approval.call.arguments)
    except (ValueError, RecursionError):
        return ""
    said = value.get(name) if isinstance(value, dict) else None
    return said.strip() if isinstance(said, str) and not isinstance(said, _Literal) else ""


def difference(approval: Approval) -> str:
    """What somebody changed, name by name; empty when nothing, or when it cannot be told."""
    request, names = approval.request, frozenset(approval.request.hidden)
    parameters = _parameters(request.parameters)
    try:
        old = _in_order(_parsed(request.call.arguments), parameters)
        new = _in_order(_parsed(approval.call.arguments), parameters)
    except (ValueError, RecursionError):
        return ""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return ""
    return "\n".join(
        f"{_named(name)}: {_arrow(_side(name, old, names), _side(name, new, names))}"
        for name in {**old, **new}
        if (name in old, old.get(name)) != (name in new, new.get(name))
    )


def _arrow(before: str, after: str) -> str:
    flat = f"{before} → {after}"
    return flat if len(flat) <= _INLINE and "\n" not in flat else f"{before}\n  → {after}"


def _side(name: str, value: dict[str, Any], hidden: frozenset[str]) -> str:
    return _value(name, value[name], hidden, "  ") if name in value else "(left out)"


def _parameters(schema: str) -> tuple[str, ...]:
    """The names in a tool's JSON schema, in its order."""
    value = json.loads(schema) if schema else {}
    return tuple(value.get("properties", {}))


def _unknown(call: Call, schema: str) -> tuple[str, ...]:
    tool: dict[str, Any] = json.loads(schema) if schema else {"additionalProperties": True}
    if tool.get("additionalProperties", False) is not False:
        return ()
    try:
        value = _parsed(call.arguments)
    except (ValueError, RecursionError):
        return ()
    names = value if isinstance(value, dict) else {}
    return tuple(name for name in names if name not in tool.get("properties", {}))


def _defaults(call: Call, schema: str, hidden: frozenset[str]) -> tuple[str, ...]:
    properties = json.loads(schema).get("properties", {}) if schema else {}
    try:
        value = _parsed(call.arguments)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(value, dict) or "" in value:
        return ()
    left_out = {
        name: each["default"]
        for name, each in properties.items()
        if isinstance(each, Mapping) and "default" in each and name not in value
    }
    return tuple(_lines({name: each}, hidden) for name, each in left_out.items())


def _in_order(value: Any, parameters: Sequence[str]) -> Any:
    """What the tool does not know comes last."""
    if not isinstance(value, Mapping):
        return value
    known = [name for name in parameters if name in value]
    return {name: value[name] for name in [*known, *value]}


class _Literal(str):
    """A number exactly as it was written."""

    __slots__ = ()


def _parsed(text: str) -> Any:
    return json.loads(
        text,
        parse_int=_Literal,
        parse_float=_Literal,
        parse_constant=_Literal,
        object_pairs_hook=_without_duplicates,
    )


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name occurs twice")
    return value


def _lines(value: dict[str, Any], hidden: frozenset[str]) -> str:
    return "\n".join(
        f"{_named(name)}: {_value(name, item, hidden)}" for name, item in value.items()
    )


def _named(name: str) -> str:
    return name if _NAME.fullmatch(name) else quoted(name)


def _value(name: str, item: Any, hidden: frozenset[str], indent: str = "") -> str:
    return HIDDEN if name in hidden else _json(item, hidden, indent)


def _json(value: Any, hidden: frozenset[str], indent: str = "") -> str:
    match value:
        case _Literal():
            return str(value)
        case str():
            return quoted(value, after_newline=f"\n{indent}{GUTTER}")
        case list():
            inner = indent + "  "
            return _bracketed("[]", [_json(item, hidden, inner) for item in value], indent)
        case dict():
            inner = indent + "  "
            members = [
                f"{quoted(name)}: {_value(name, item, hidden, inner)}"
                for name, item in value.items()
            ]
            return _bracketed("{}", members, indent)
        case _:
            return json.dumps(value)


def _bracketed(brackets: str, members: list[str], indent: str) -> str:
    flat = f"{brackets[0]}{', '.join(members)}{brackets[1]}"
    if len(flat) <= _INLINE and "\n" not in flat:
        return flat
    body = f",\n{indent}  ".join(members)
    return f"{brackets[0]}\n{indent}  {body}\n{indent}{brackets[1]}"


def _strings(value: Any, hidden: frozenset[str]) -> Iterator[str]:
    """Every name and text in it that is shown."""
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item, hidden)
        case dict():
            for name, item in value.items():
                yield name
                if name not in hidden:
                    yield from _strings(item, hidden)
        case _:
            pass
