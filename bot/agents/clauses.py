"""From a text to clauses: a verb, and the services, environments and numbers said with it.

A clause without a verb continues the one before it, so that "restart payments and search in
staging" is one wish for two services.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.agents.vocabulary import (
    BOTH,
    DEEDS,
    DOUBTS,
    ENVIRONMENTS,
    EVERYTHING,
    FILLER,
    NEGATIONS,
    NUMBERS,
    PRONOUNS,
    QUESTIONS,
    TALK,
    Verb,
)

Catalog = Mapping[str, Sequence[str]]
"""The environments each service runs in."""


@dataclass
class Clause:
    """A verb, and what was said about it."""

    verb: Verb
    stated: bool = True
    """False where no verb was found: a service's name alone asks how it is."""
    services: list[tuple[str, str]] = field(default_factory=list)
    """Name and environment; the environment is empty where none was named."""
    envs: list[str] = field(default_factory=list)
    number: int | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    """Of the strangers those that stand among services, as one of them would."""
    negated: bool = False
    doubt: str = ""
    """What to say about a part of it that is beyond us."""
    all: bool = False


def clauses(text: str, catalog: Catalog, earlier: Sequence[Clause] = ()) -> list[Clause]:
    """The clauses of a text; a pronoun stands for what was named last, there or `earlier`."""
    clauses: list[Clause] = []
    for part in _parts(plain(text)):
        verb, rest = _verb(part)
        if verb is not None or not clauses:
            clauses.append(Clause(verb or "status", stated=verb is not None))
        clause = clauses[-1]
        clause.doubt = clause.doubt or _doubt(part, clause.verb, catalog)
        strangers = len(clause.strangers)
        _read(rest, clause, catalog, negated=re.search(NEGATIONS, part) is not None)
        if words(rest) == clause.strangers[strangers:][:1]:
            clause.listed += words(rest)
        if not clause.services and PRONOUNS & set(words(part)):
            meant = next((c for c in reversed([*earlier, *clauses]) if c.services), clause)
            clause.services += meant.services
            if meant in clauses and not meant.stated:
                clauses.remove(meant)
    return clauses


def plain(text: str) -> str:
    """Lower case, straight quotes, no mentions and no decoration."""
    text = re.sub(r"<[@#!][^>]*>", " ", text.lower().replace("\u2019", "'"))
    return re.sub(r"[`*\"\u201c\u201d()<>]", " ", text)


def _parts(text: str) -> list[str]:
    pieces = re.split(
        r"[.?!;,\n]+(?:\s|$)|\bthen\b|\band\b(?! on\b)|&|\bplus\b|\bas well as\b", text
    )
    return [piece.strip() for piece in pieces if piece.strip()]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_][\w-]*", plain(text))


def _verb(part: str) -> tuple[Verb | None, str]:
    """The verb of a part, and the part without it."""
    for phrases in (QUESTIONS, DEEDS, TALK):
        found = [
            (match, verb)
            for verb, pattern in phrases.items()
            if (match := re.search(rf"(?<![\w-])(?:{pattern})(?![\w-])", part))
        ]
        if found:
            match, verb = min(found, key=lambda hit: hit[0].start())
            rest = part if phrases is QUESTIONS else part[: match.start()] + part[match.end() :]
            return verb, rest
    return None, part


def _doubt(part: str, verb: Verb, catalog: Catalog) -> str:
    names = "|".join(map(re.escape, [*catalog, *ENVIRONMENTS]))
    numbers = "|".join([r"\d+", *NUMBERS])
    for pattern, verbs, answer in DOUBTS:
        if verb in verbs:
            wanted = pattern.replace("{names}", names).replace("{numbers}", numbers)
            if re.search(rf"(?<![\w-])(?:{wanted})(?![\w-])", part):
                return answer
    return ""


def _read(part: str, clause: Clause, catalog: Catalog, *, negated: bool) -> None:
    """Add what a part says to its clause."""
    clause.negated = clause.negated or negated
    part, names = _names(part, catalog)
    found = words(part)
    envs = [ENVIRONMENTS[word] for word in found if word in ENVIRONMENTS]
    if BOTH & set(found):
        envs = ["prod", "staging"]
    clause.envs += envs
    number = _number(found)
    clause.number = number if clause.number is None else clause.number
    clause.all = clause.all or bool(EVERYTHING & set(found))
    for name in names or [name for name, _ in clause.services[-1:] if envs]:
        clause.services += [(name, env) for env in envs or [""]]
        if number is not None:
            clause.numbers[name] = number
    known = FILLER | EVERYTHING | BOTH | set(ENVIRONMENTS) | set(NUMBERS)
    clause.strangers += [w for w in found if w not in known and not re.fullmatch(r"x?\d+x?", w)]


def _names(part: str, catalog: Catalog) -> tuple[str, list[str]]:
    """The services a part names, in order, and the part without them."""
    places: list[tuple[int, str]] = []
    for name in sorted(catalog, key=len, reverse=True):
        pattern = re.escape(name).replace(r"\-", r"[-_ ]")
        for match in re.finditer(rf"(?<![\w-]){pattern}(?:'s)?(?![\w-])", part):
            places.append((match.start(), name))
            part = part[: match.start()] + " " * len(match.group()) + part[match.end() :]
    return part, [name for _, name in sorted(places)]


def _number(found: Sequence[str]) -> int | None:
    for word in found:
        if match := re.fullmatch(r"x?(\d{1,6})x?", word):
            return int(match.group(1))
        if word in NUMBERS:
            return NUMBERS[word]
    return None
