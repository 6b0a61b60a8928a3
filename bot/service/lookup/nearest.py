"""What somebody may have meant by an id that leads nowhere. Decisions only."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_ALIKE = 0.7
_BEGINNING = 4
"""Characters from which on a beginning says something."""
MOST = 5


@dataclass(frozen=True)
class Known:
    """Something that can be named."""

    id: str
    label: str
    """What it is about, as people know it."""


def completed(wanted: str, known: Sequence[Known]) -> str:
    """The only id that begins so; empty when there is none, or several."""
    found = [each.id for each in known if _begins(wanted, each.id)]
    return found[0] if len(found) == 1 else ""


def nearest(wanted: str, known: Sequence[Known]) -> list[Known]:
    """The best first: ids that begin so, what is about these words, and what looks alike."""
    marks = [(_mark(wanted.lower(), each), each) for each in known]
    ranked = sorted((each for each in marks if each[0] >= _ALIKE), key=lambda each: -each[0])
    return [each for _, each in ranked[:MOST]]


def _begins(wanted: str, identity: str) -> bool:
    named = wanted.removeprefix("run_")
    return len(named) >= _BEGINNING and identity.removeprefix("run_").startswith(named)


def _mark(wanted: str, known: Known) -> float:
    if _begins(wanted, known.id.lower()):
        return 2.0
    if len(wanted) >= _BEGINNING and wanted in known.label.lower():
        return 1.5
    # What is far longer than any id is like none of them, and slow to compare.
    if len(wanted) > 2 * len(known.id):
        return 0.0
    names = (known.id.lower(), *known.label.lower().split())
    return max(SequenceMatcher(None, wanted, each).ratio() for each in names)
