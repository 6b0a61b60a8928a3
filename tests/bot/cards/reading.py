"""Reads back what a card shows, the way a careful person would."""

import json
import re
from typing import Any

_GUTTER = re.compile(r"\n *  │ ")
_STRING = re.compile(r'"(?:[^"\\]|\\u\{[0-9a-f]+(?:\*\d+)?\}|\\.)*"', re.DOTALL)
_PART = re.compile(r"\\u\{([0-9a-f]+)(?:\*(\d+))?\}|\\(.)|([^\\]+)", re.DOTALL)
_ENTRY = re.compile(r"\n(?=[^ \]}])")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}


def read_back(shown: str) -> Any:
    """The value that was rendered as this text."""
    if not shown:
        return {}
    strings: list[str] = []

    def number(match: re.Match[str]) -> str:
        strings.append(_text(match[0][1:-1]))
        return f'"{len(strings) - 1}"'

    text = _STRING.sub(number, _GUTTER.sub("", shown))
    body = ",".join(_member(entry) for entry in _ENTRY.split(text))
    return _filled(json.loads("{" + body + "}"), strings)


def _member(entry: str) -> str:
    name, _, value = entry.partition(": ")
    return f"{name if name.startswith(chr(34)) else json.dumps('=' + name)}: {value}"


def _filled(value: Any, strings: list[str]) -> Any:
    match value:
        case str():
            return value[1:] if value.startswith("=") else strings[int(value)]
        case list():
            return [_filled(each, strings) for each in value]
        case dict():
            return {_filled(name, strings): _filled(each, strings) for name, each in value.items()}
        case _:
            return value


def _text(quoted: str) -> str:
    return "".join(_part(match) for match in _PART.finditer(quoted))


def _part(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16)) * int(match[2] or 1)
    if match[3]:
        return _PLAIN.get(match[3], match[3])
    return match[4]
