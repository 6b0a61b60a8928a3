"""What people are shown of a tool's output."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from bot.records import Approval

LIMIT = 300
_TELLING = 4
"""Characters of a hidden value from which on it is looked for; shorter ones say nothing."""
_NOTE = "Note: before this ran, a person changed its arguments to "
"""How the engine begins what it tells the model then; no store knows `core.outputs.edit_note`."""


def outcome(output: str, approval: Approval | None = None) -> str:
    """On one line, `LIMIT` characters at most, without the values of arguments that are hidden;
    that somebody changed the arguments stands on the card anyway."""
    said = output.partition("\n\n")[2] if output.startswith(_NOTE) else output
    for secret in _secrets(approval) if approval is not None and output else ():
        said = said.replace(secret, "(hidden)")
    line = " ".join(said[: LIMIT * 4].split())
    return line if len(line) <= LIMIT else line[: LIMIT - 1].rstrip() + "…"


def _secrets(approval: Approval) -> list[str]:
    """Longest first: one may hold another."""
    names = approval.request.hidden
    if not names:
        return []
    found: set[str] = set()
    for arguments in {approval.request.call.arguments, approval.call.arguments}:
        try:
            found |= set(_below(json.loads(arguments), names, is_hidden=False))
        except (ValueError, RecursionError):
            continue
    return sorted((each for each in found if len(each) >= _TELLING), key=len, reverse=True)


def _below(value: Any, names: Collection[str], *, is_hidden: bool) -> Iterator[str]:
    """The texts and numbers in it that stand under one of these names."""
    match value:
        case dict():
            for name, item in value.items():
                yield from _below(item, names, is_hidden=is_hidden or name in names)
        case list():
            for item in value:
                yield from _below(item, names, is_hidden=is_hidden)
        case str() | int() | float() if is_hidden and not isinstance(value, bool):
            yield str(value)
        case _:
            return
