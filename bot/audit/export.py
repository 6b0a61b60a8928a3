"""The audit as a file: JSON Lines or CSV, written piece by piece, and closed by a line that says
how far it goes.

A spreadsheet must not take a cell for a formula: those that begin like one, with or without spaces
before it, get an apostrophe, and so do those that begin with one.
"""

import csv
import io
import json
from collections.abc import Sequence
from typing import Literal

from bot.audit.chain import FIELDS, GENESIS, Link, written

Format = Literal["jsonl", "csv"]
FORMATS: tuple[Format, ...] = ("jsonl", "csv")
END = "end"
"""Stands in place of a number, at the last line."""
_FORMULA = (*"=+-@", *"\uff1d\uff0b\uff0d\uff20", "\t", "\r", "\n", "'")
"""Full-width signs count as well: in some countries a spreadsheet takes them for the same."""


def heading(kind: Format) -> str:
    """What stands before the first entry."""
    return _row(FIELDS) if kind == "csv" else ""


def entry(link: Link, kind: Format) -> str:
    """One entry as it is written, line ends included."""
    if kind == "jsonl":
        return f"{written(link)}\n"
    return _row([guarded(str(link.fields[name])) for name in FIELDS])


def ending(first: Link | None, last: Link | None, kind: Format) -> str:
    """The closing line: from which to which number it goes, and the hash of the last."""
    span = f"{first.seq}-{last.seq}" if first is not None and last is not None else "0-0"
    closing = {"seq": END, "detail": span, "hash": last.hash if last is not None else GENESIS}
    if kind == "jsonl":
        return f"{json.dumps(closing, separators=(',', ':'))}\n"
    return _row([closing.get(name, "") for name in FIELDS])


def exported(links: Sequence[Link], kind: Format) -> str:
    """A whole file."""
    entries = "".join(entry(link, kind) for link in links)
    first, last = (links[0], links[-1]) if links else (None, None)
    return heading(kind) + entries + ending(first, last, kind)


def guarded(cell: str) -> str:
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell


def unguarded(cell: str) -> str:
    return cell.removeprefix("'")


def _row(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
