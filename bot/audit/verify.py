"""Whether an exported audit is whole: nothing but the file is needed.

Every byte counts. What is wrong is named by the number of the entry: one that was changed, is
missing, is there twice, or stands elsewhere than it was written.
"""

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from bot.audit.chain import FIELDS, Link, link_of
from bot.audit.export import END, Format, ending, entry, heading, unguarded
from bot.text import line

_SPAN = re.compile(r"(\d{1,15})-(\d{1,15})", re.ASCII)
_MOST = 20
"""Missing numbers that are named one by one."""


@dataclass(frozen=True)
class Verdict:
    faults: tuple[str, ...]
    """One line each; none when the file is whole."""
    entries: int
    last: str
    """Hash of the last entry: the same as in the store, unless the end was cut off and closed
    anew."""


@dataclass(frozen=True)
class _Row:
    """One record of the file; `link` is `None` when it cannot be read."""

    line: int
    text: str
    fields: Mapping[str, object]
    link: Link | None


def verify(data: bytes) -> Verdict:
    """Check a file in either format."""
    text = data.decode("utf-8", "surrogateescape")
    kind: Format = "jsonl" if text[:1] == "{" else "csv"
    rows = list(_json_rows(text) if kind == "jsonl" else _csv_rows(text))
    closing = rows.pop() if rows and rows[-1].fields.get("seq") == END else None
    links = [row.link for row in rows if row.link is not None]
    faults = [*_heading(text, kind), *_rows(rows, kind), *_order(links), *_ties(links)]
    faults += _end(closing, links, kind)
    last = links[-1].hash if links else ""
    return Verdict(tuple(dict.fromkeys(faults)), len(rows), last)


def _heading(text: str, kind: Format) -> Iterator[str]:
    if not text.startswith(heading(kind)):
        yield "line 1: the names of the columns are not as they were written"


def _rows(rows: Sequence[_Row], kind: Format) -> Iterator[str]:
    """Each by itself: does it say what its hash was made of, to the byte?"""
    for row in rows:
        if row.link is None:
            yield f"line {row.line}: an entry was changed so that it cannot be read any more"
        elif not row.link.is_sound or entry(row.link, kind) != row.text:
            yield f"{_named(row.link)} was changed"


def _order(links: Sequence[Link]) -> Iterator[str]:
    """The numbers go up one by one."""
    seen: set[int] = set()
    highest = 0
    for link in links:
        if link.seq in seen:
            yield f"{_named(link)} is there twice"
        elif link.seq < highest:
            yield f"{_named(link)} stands after entry {highest}: it was moved"
        seen.add(link.seq)
        highest = max(highest, link.seq)
    if seen:
        yield from _missing(sorted(seen))


def _missing(numbers: Sequence[int]) -> Iterator[str]:
    for before, after in pairwise(numbers):
        gone = after - before - 1
        if gone > _MOST:
            yield f"entries {before + 1} to {after - 1} are missing"
        else:
            yield from (f"entry {number} is missing" for number in range(before + 1, after))


def _ties(links: Sequence[Link]) -> Iterator[str]:
    """Each follows the one before; only where neither is at fault by itself."""
    known = {link.seq: link for link in links if link.is_sound}
    for link in known.values():
        before = known.get(link.seq - 1)
        if before is not None and link.prev != before.hash:
            yield f"{_named(before)} was put in the place of another one"


def _end(closing: _Row | None, links: Sequence[Link], kind: Format) -> Iterator[str]:
    if closing is None:
        yield "the closing line is missing: entries may have been cut off at the end"
        return
    if closing.text == ending(links[0] if links else None, links[-1] if links else None, kind):
        return
    numbers = sorted(link.seq for link in links) or [0]
    claim = _SPAN.fullmatch(str(closing.fields.get("detail")))
    first, last = (int(claim[1]), int(claim[2])) if claim else (numbers[0], numbers[-1])
    gone = [*_missing((first - 1, numbers[0])), *_missing((numbers[-1], last + 1))]
    yield from gone or ["the closing line does not fit the entries"]


def _json_rows(text: str) -> Iterator[_Row]:
    for number, row in enumerate(_lines(text), 1):
        yield _row(number, row, _json_fields(row))


def _lines(text: str) -> Iterator[str]:
    """Parted by line feeds alone; other marks that part lines stand in texts as well."""
    *whole, rest = text.split("\n")
    yield from (f"{line}\n" for line in whole)
    if rest:
        yield rest


def _json_fields(line: str) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _csv_rows(text: str) -> Iterator[_Row]:
    """A record can span several lines; its text is what the reader took for it."""
    taken: list[str] = []

    def lines() -> Iterator[str]:
        for row in io.StringIO(text, newline=""):
            taken.append(row)
            yield row

    number = 1
    csv.field_size_limit(sys.maxsize)
    try:
        for cells in csv.reader(lines(), strict=True):
            raw, start = "".join(taken), number
            number += len(taken)
            taken.clear()
            if start > 1:
                cleared = [unguarded(cell) for cell in cells]
                yield _row(start, raw, dict(zip(FIELDS, cleared, strict=False)))
    except csv.Error:
        yield _Row(number, "".join(taken), {}, None)


def _row(number: int, text: str, fields: Mapping[str, object]) -> _Row:
    if fields.get("seq") == END:
        return _Row(number, text, fields, None)
    try:
        return _Row(number, text, fields, link_of(fields))
    except ValueError:
        return _Row(number, text, fields, None)


def _named(link: Link) -> str:
    said = link.entry
    try:
        when = f"{datetime.fromtimestamp(said.at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, ValueError, OSError):
        when = "at no time there is"
    about = " ".join(
        part for part in (said.what, said.tool, f"by {said.by}" * bool(said.by)) if part
    )
    return f"entry {link.seq} ({line(about)}, {when})"
