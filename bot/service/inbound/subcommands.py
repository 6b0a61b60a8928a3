"""What a person can type after the slash command, and what it means.

Rule: every decision about the wording of a command is made here, and nothing else is done here.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from bot.records import Verdict


@dataclass(frozen=True)
class Help:
    """Show what can be typed; `wrong` is the word that was not understood, or what is missing."""

    wrong: str = ""
    about: str = ""
    """The one command it is about."""


@dataclass(frozen=True)
class Status:
    """How one run stands, or what is going on at all."""

    run: str = ""
    page: int = 0


@dataclass(frozen=True)
class ListRuns:
    """The latest runs."""

    page: int = 0
    """Counts from 0; in what people type, from 1."""


@dataclass(frozen=True)
class ListPending:
    """What waits for a decision."""

    page: int = 0


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


@dataclass(frozen=True)
class ShowDelegations:
    """Who decides for whom."""


@dataclass(frozen=True)
class EndDelegation:
    """Decide alone again."""


@dataclass(frozen=True)
class Delegate:
    """Let somebody decide for a while."""

    to: str
    """User id; empty when it is not clear who is meant by what was `given`."""
    given: str
    when: str


Lookup = Help | Status | ListRuns | ListPending | ShowAudit | ShowDelegations
"""What changes nothing."""
Deed = CancelRun | Decide | Ask | Delegate | EndDelegation
Subcommand = Lookup | Show | Deed

_NEEDS: dict[str, str] = {
    "show": "the id of a run or an approval",
    "audit": "the id of a run",
    "cancel": "the id of a run",
    "approve": "the id of an approval",
    "reject": "the id of an approval",
    "ask": "what you want",
}
_WORDS = (*_NEEDS, "status", "list", "pending", "delegate", "help")
_PAGE = re.compile(r"(?:page )?(\d{1,4})", re.ASCII | re.IGNORECASE)
_PERSON = re.compile(r"(?:to )?(?:<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|([UW][A-Z0-9]{5,}))(?=\s|$)")
_QUOTES = "`'\"\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb\u2039\u203a"
_OFF = ("off", "stop", "end", "nobody")


def parse(text: str) -> Subcommand:
    """Case, spaces and quotes do not matter; a missing or unknown word leads to help that names
    it."""
    word, rest = _split(text)
    word = word.lower().strip(_QUOTES)
    if word in _NEEDS:
        return _with_argument(word, rest) if rest else lacking(word)
    page = _page(rest)
    match word:
        case "" | "help":
            return Help()
        case "status":
            return Status(page=page) if page is not None else Status(_bare(rest))
        case "list":
            return ListRuns(page or 0)
        case "pending":
            return ListPending(page or 0)
        case "delegate":
            return _delegation(rest)
        case _:
            near = get_close_matches(word, _WORDS, n=1)
            meant = f", perhaps you mean `{near[0]}`" if near else ""
            return Help(f"I do not know {word[:40]!r}{meant}")


def lacking(word: str) -> Help:
    """For a command without what it needs."""
    return Help(f"`{word}` needs {_NEEDS[word]}", word)


def _with_argument(word: str, rest: str) -> Subcommand:
    first, more = _split(rest)
    subject = _bare(first)
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


def _delegation(rest: str) -> Subcommand:
    if not rest:
        return ShowDelegations()
    if _bare(rest).lower() in _OFF:
        return EndDelegation()
    if person := _PERSON.match(rest):
        return Delegate(person[1] or person[2], person[0], rest[person.end() :].strip())
    first, more = _split(rest)
    return Delegate("", first, more)


def _page(text: str) -> int | None:
    match = _PAGE.fullmatch(" ".join(text.split()))
    return max(int(match[1]) - 1, 0) if match else None


def _bare(word: str) -> str:
    """Without the quotes somebody copied along."""
    return word.strip().strip(_QUOTES)


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest; every kind of space parts them."""
    first, *rest = re.split(r"\s+", text.strip(), maxsplit=1)
    return first, rest[0] if rest else ""
