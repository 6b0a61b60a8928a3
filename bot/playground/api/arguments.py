"""The arguments of one call, whichever way they travelled: query, form or JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.playground.errors import Refused
from bot.playground.workspace import Json

_TRUE = (True, "true", "True", "1", 1)
PAGE = 999
"""Items of a list in one answer, at most."""


@dataclass(frozen=True, slots=True)
class Arguments:
    values: Mapping[str, Any]

    def given(self, name: str) -> bool:
        return self.values.get(name) is not None

    def text(self, name: str) -> str | None:
        """A string argument; numbers pass, as forms cannot tell them apart."""
        value = self.values.get(name)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        raise Refused("invalid_arguments", problems=[f"must be a string [json-pointer:/{name}]"])

    def required(self, name: str) -> str:
        value = self.text(name)
        if not value:
            raise Refused(
                "invalid_arguments", problems=[f"missing required field: {name} [json-pointer:/]"]
            )
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.values.get(name)
        return default if value is None else value in _TRUE

    def number(self, name: str, default: int) -> int:
        try:
            return int(self.values.get(name) or default)
        except (TypeError, ValueError):
            raise Refused("invalid_arguments") from None

    def moment(self, name: str, default: str) -> float:
        """A ts as seconds since 1970."""
        try:
            return float(self.text(name) or default)
        except ValueError:
            raise Refused(f"invalid_ts_{name}") from None

    def names(self, name: str) -> list[str]:
        """A list that may come as JSON or separated by commas."""
        value = self.values.get(name)
        if isinstance(value, list):
            return [str(v) for v in value]
        return [part for part in str(value or "").split(",") if part]

    def json(self, name: str) -> Any:
        """A structured argument, which forms carry as JSON text."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError:
            code = "invalid_blocks_format" if name == "blocks" else "invalid_arguments"
            raise Refused(code) from None

    def object(self, name: str) -> Json | None:
        value = self.json(name)
        if value is not None and not isinstance(value, dict):
            raise Refused(
                "invalid_arguments", problems=[f"must be an object [json-pointer:/{name}]"]
            )
        return value

    def array(self, name: str) -> list[Any] | None:
        value = self.json(name)
        if value is not None and not isinstance(value, list):
            code = "invalid_blocks_format" if name == "blocks" else "invalid_arguments"
            raise Refused(code, problems=[f"must be an array [json-pointer:/{name}]"])
        return value


def paged(items: list[Any], arguments: Arguments, *, default: int = 100) -> tuple[list[Any], Json]:
    """One page and the `response_metadata` that leads to the next."""
    limit = arguments.number("limit", default)
    if not 1 <= limit <= PAGE:
        raise Refused("invalid_limit")
    cursor = arguments.text("cursor") or ""
    try:
        start = int(cursor.removeprefix("next:")) if cursor else 0
    except ValueError:
        raise Refused("invalid_cursor") from None
    end = start + limit
    following = f"next:{end}" if end < len(items) else ""
    return items[start:end], {"response_metadata": {"next_cursor": following}}
