"""What a person can type after the slash command, and what it means.

Rule: every decision about the wording of a command is made here, and nothing else is done here.
"""

import re
from dataclasses import dataclass

from bot.records import Verdict


@dataclass(frozen=True)
class Help:
    """Show what can be typed; `wrong` is the word that was not understood, or what is missing."""

    wrong: str = ""


@dataclass(frozen=True)
class Status:
    """How one run stands, or what is going on at all."""

    run: str = ""


@dataclass(frozen=True)
class ListRuns:
    """The latest runs."""


@dataclass(frozen=True)
class ListPending:
    """What waits for a decision."""


@dataclass(frozen=True)
class Show:
    """Everything about one run."""

    run: str


@dataclass(frozen=True)
class ShowAudit:
    """What the audit has about one run."""

    run: str


@dataclass(frozen=True)
class CancelRun:
    """Call a run off."""

    run: str


@dataclass(frozen=True)
class Decide:
    """Approve or reject without the card."""

    approval: str
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True)
class Ask:
    """Start a run in a new thread."""

    text: str


Subcommand = Help | Status | ListRuns | ListPending | Show | ShowAudit | CancelRun | Decide | Ask

_NEEDS: dict[str, str] = {
    "show": "the id of a run",
    "audit": "the id of a run",
    "cancel": "the id of a run",
    "approve": "the id of an approval",
    "reject": "the id of an approval",
    "ask": "what you want",
}


def parse(text: str) -> Subcommand:
    """Case and spaces do not matter; a missing or unknown word leads to help that names it."""
    word, rest = _split(text)
    word = word.lower()
    if word in _NEEDS:
        return _with_argument(word, rest) if rest else Help(f"`{word}` needs {_NEEDS[word]}")
    match word:
        case "" | "help":
            return Help()
        case "status":
            return Status(rest.strip("`"))
        case "list":
            return ListRuns()
        case "pending":
            return ListPending()
        case _:
            return Help(f"I do not know {word[:40]!r}")


def _with_argument(word: str, rest: str) -> Subcommand:
    first, more = _split(rest)
    subject = first.strip("`")
    match word:
        case "show":
            return Show(subject)
        case "audit":
            return ShowAudit(subject)
        case "cancel":
            return CancelRun(subject)
        case "approve":
            return Decide(subject, "approved")
        case "reject":
            return Decide(subject, "rejected", more)
        case _:
            return Ask(rest)


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest; every kind of space parts them."""
    first, *rest = re.split(r"\s+", text.strip(), maxsplit=1)
    return first, rest[0] if rest else ""
