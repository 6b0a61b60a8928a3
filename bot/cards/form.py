"""A field for each argument of a call, made from the tool's JSON schema, and what comes back.

What is left as it was keeps its value exactly; only what is changed is read anew.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from bot.cards import blocks as b
from bot.text import is_veiled, size, units

LONGEST = 3_000
"""UTF-16 units of a value that can still be edited in a field."""
MOST = 90
"""Fields in one window."""
ROOM = 60_000
"""Bytes of their values together; a window as a whole takes 250 kB, written as JSON."""
Kind = Literal["text", "choice", "json"]
_ABSENT = object()
_NUMBER = "a number"


class Unfit(ValueError):
    """What was entered is no value; the text says why."""


@dataclass(frozen=True)
class Field:
    """One argument."""

    name: str
    schema: Mapping[str, Any]
    kind: Kind
    value: Any
    """What the agent asked for; `_ABSENT` when it left it out."""
    shown: str
    """The value as it stands in the field."""
    choices: tuple[Any, ...] = ()
    hint: str = ""

    def block(self, number: int, *, needed: bool) -> b.Block:
        """`needed`: the tool wants a value."""
        if self.kind == "choice":
            options = [(_text(each), str(n)) for n, each in enumerate(self.choices)]
            element = b.select(options, self.shown)
        else:
            wide = self.kind == "json" and self.hint != _NUMBER
            long = wide or len(self.shown) > 60 or "\n" in self.shown
            element = b.text_field(self.shown, lines=long)
        hint = f"As {self.hint}." if self.hint else ""
        name, label = f"arg:{number}", self.name or "(no name)"
        filled = self.shown.strip() != "" and not _takes_null(self.schema)
        return b.labelled(label, element, name=name, optional=not (needed and filled), hint=hint)

    def read(self, entered: str) -> Any:
        """The value that was entered. Raises `Unfit`."""
        if entered == self.shown:
            return self.value
        if self.kind == "choice":
            return self._chosen(entered)
        if self.kind == "text" and (entered or not _takes_null(self.schema)):
            return entered
        if not entered:
            return None if _takes_null(self.schema) else _ABSENT
        try:
            return json.loads(entered, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise Unfit(f"This is not {self.hint or 'JSON'}") from None

    def _chosen(self, entered: str) -> Any:
        if not entered:
            return None if _takes_null(self.schema) else _ABSENT
        if not (entered.isdigit() and int(entered) < len(self.choices)):
            raise Unfit("Choose one of those on offer")
        return self.choices[int(entered)]


@dataclass(frozen=True)
class Form:
    fields: tuple[Field, ...]
    kept: Mapping[str, Any]
    """Arguments that stay as they are: hidden, too long for a field, or not to be seen in one."""
    required: frozenset[str] = frozenset()
    """Names of those the tool wants a value for."""

    @classmethod
    def of(
        cls, schema: Mapping[str, Any], given: Mapping[str, Any], hidden: Collection[str]
    ) -> Self:
        properties: Mapping[str, Any] = schema.get("properties") or {}
        names = frozenset(hidden)
        fields: list[Field] = []
        room = ROOM
        kept: dict[str, Any] = {}
        for name in [*properties, *(each for each in given if each not in properties)]:
            value = given.get(name, _ABSENT)
            field = _field(name, _resolved(properties.get(name), schema), value)
            taken = size(field.shown)
            if _may_show(field, names) and len(fields) < MOST and taken <= room:
                fields.append(field)
                room -= taken
            elif name in given:
                kept[name] = value
        return cls(tuple(fields), kept, frozenset(schema.get("required") or ()))

    def blocks(self) -> Iterator[b.Block]:
        for number, field in enumerate(self.fields):
            yield field.block(number, needed=field.name in self.required)
        if self.kept:
            names = ", ".join(self.kept)
            why = "Left as it is: hidden, too long, or not to be seen in a field"
            yield b.context(b.plain(f"{why}. {names}"))

    def read(self, entered: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
        """The arguments, and what is wrong with which field, by the names of their blocks."""
        values, wrong = dict(self.kept), {}
        for number, field in enumerate(self.fields):
            try:
                value = field.read(entered.get(f"arg:{number}", ""))
            except Unfit as error:
                wrong[f"arg:{number}"] = str(error)
                continue
            if value is not _ABSENT:
                values[field.name] = value
        return values, wrong


def _field(name: str, schema: Mapping[str, Any], value: Any) -> Field:
    kinds = _kinds(schema)
    choices = _choices(schema)
    if choices and len(choices) <= 100:
        at = [str(n) for n, each in enumerate(choices) if _same(each, value)]
        return Field(name, schema, "choice", value, at[0] if at else "", choices)
    if (
        kinds
        and kinds <= {"string", "null"}
        and (isinstance(value, str) or value in (None, _ABSENT))
    ):
        return Field(name, schema, "text", value, value if isinstance(value, str) else "")
    hint = _NUMBER if kinds and kinds <= {"integer", "number", "null"} else "JSON"
    empty = value is _ABSENT or (value is None and _takes_null(schema))
    shown = "" if empty else json.dumps(value, ensure_ascii=False)
    return Field(name, schema, "json", value, shown, hint=hint)


def _may_show(field: Field, hidden: frozenset[str]) -> bool:
    if field.name in hidden or units(field.shown) > LONGEST or is_veiled(field.shown):
        return False
    return not (hidden and _holds(field.value, hidden))


def _holds(value: Any, names: frozenset[str]) -> bool:
    """Whether one of these names occurs somewhere in it."""
    match value:
        case dict():
            return any(name in names or _holds(item, names) for name, item in value.items())
        case list():
            return any(_holds(item, names) for item in value)
        case _:
            return False


def _choices(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    if isinstance(schema.get("enum"), list):
        return tuple(schema["enum"])
    if _kinds(schema) == {"boolean"}:
        return (True, False)
    return ()


def _kinds(schema: Mapping[str, Any]) -> set[str]:
    """The JSON types it takes; empty when it does not say."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return {kind}
    if isinstance(kind, list):
        return {each for each in kind if isinstance(each, str)}
    found: set[str] = set()
    for each in schema.get("anyOf") or []:
        kinds = _kinds(each) if isinstance(each, Mapping) else set()
        if not kinds:
            return set()
        found |= kinds
    return found


def _takes_null(schema: Mapping[str, Any]) -> bool:
    return "null" in _kinds(schema) or None in (schema.get("enum") or [])


def _resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference within the schema stands for."""
    if not isinstance(schema, Mapping):
        return {}
    target: Any = root
    ref = schema.get("$ref")
    if not isinstance(ref, str):
        return schema
    for token in ref.removeprefix("#/").split("/"):
        target = target.get(token) if isinstance(target, Mapping) else None
    return target if isinstance(target, Mapping) else {}


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
