"""The small vocabulary Block Kit is described in: a rule says what is wrong with a value at a path.

A problem reads like Slack's: what is wrong, then a JSON pointer to where. Pure.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


class Rule(Protocol):
    def problems(self, value: Any, path: str) -> Iterator[str]:
        """What is wrong with this value; nothing when it is right."""
        ...


def problem(text: str, path: str) -> str:
    return f"{text} [json-pointer:{path}]"


def length(text: str) -> int:
    """UTF-16 units, the stricter of the two ways Slack may count."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Str:
    most: int = 3000
    least: int = 1
    among: tuple[str, ...] = ()

    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield problem("must be a string", path)
        elif length(value) > self.most:
            yield problem(f"must be less than {self.most + 1} characters", path)
        elif len(value) < self.least:
            yield problem(f"must be more than {self.least - 1} characters", path)
        elif self.among and value not in self.among:
            yield problem(f"must be one of {', '.join(self.among)}", path)


@dataclass(frozen=True, slots=True)
class Int:
    least: int = 0
    most: int = 2**53

    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield problem("must be an integer", path)
        elif not self.least <= value <= self.most:
            yield problem(f"must be between {self.least} and {self.most}", path)


@dataclass(frozen=True, slots=True)
class Flag:
    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield problem("must be a boolean", path)


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Rule
    least: int = 0
    most: int = 1000

    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield problem("must be an array", path)
            return
        if len(value) > self.most:
            yield problem(f"no more than {self.most} items allowed", path)
        if len(value) < self.least:
            yield problem(f"no less than {self.least} items allowed", path)
        for index, item in enumerate(value):
            yield from self.item.problems(item, f"{path}/{index}")


@dataclass(frozen=True, slots=True)
class Obj:
    required: Mapping[str, Rule] = field(default_factory=dict)
    optional: Mapping[str, Rule] = field(default_factory=dict)
    any_of: Sequence[str] = ()
    """At least one of these has to be there."""
    one_of: Sequence[str] = ()
    """Exactly one of these has to be there."""
    also: Callable[[Mapping[str, Any], str], Iterator[str]] | None = None
    """A rule between the fields, asked when each of them is right."""

    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield problem("must be an object", path)
            return
        found = [*self._fields(value, path), *self._presence(value, path)]
        yield from found
        if self.also and not found:
            yield from self.also(value, path)

    def _fields(self, value: Mapping[str, Any], path: str) -> Iterator[str]:
        for name in self.required:
            if name not in value:
                yield problem(f"missing required field: {name}", path)
        for name, held in value.items():
            rule = self.required.get(name) or self.optional.get(name)
            if rule:
                yield from rule.problems(held, f"{path}/{name}")
            elif name != "type":
                yield problem(f"invalid additional property: {name}", path)

    def _presence(self, value: Mapping[str, Any], path: str) -> Iterator[str]:
        if self.any_of and not any(name in value for name in self.any_of):
            yield problem(f"missing one of: {', '.join(self.any_of)}", path)
        if self.one_of and sum(name in value for name in self.one_of) != 1:
            yield problem(f"exactly one needed of: {', '.join(self.one_of)}", path)


@dataclass(frozen=True, slots=True)
class Typed:
    """An object whose `type` says which rule is its own."""

    variants: Mapping[str, Obj]

    def problems(self, value: Any, path: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield problem("must be an object", path)
        elif "type" not in value:
            yield problem("missing required field: type", path)
        elif not isinstance(value["type"], str) or value["type"] not in self.variants:
            allowed = ", ".join(self.variants)
            yield problem(f"unsupported type: {value['type']} (allowed: {allowed})", f"{path}/type")
        else:
            yield from self.variants[value["type"]].problems(value, path)

    def only(self, *names: str) -> "Typed":
        """The same with fewer types."""
        return Typed({name: self.variants[name] for name in names})


@dataclass(frozen=True, slots=True)
class Later:
    """A rule that is looked up when it is needed, for blocks inside blocks."""

    rule: Callable[[], Rule]

    def problems(self, value: Any, path: str) -> Iterator[str]:
        yield from self.rule().problems(value, path)
