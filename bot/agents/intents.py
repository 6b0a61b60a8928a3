"""From what was said to what is wanted: the rules of the scripted model, free of any effect.

Whatever is not understood without doubt becomes words, never an action.
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.agents.clauses import Catalog, Clause, clauses, plain, words
from bot.agents.services import MAX_REPLICAS
from bot.agents.vocabulary import ENVIRONMENTS, FILLER, OTHER_ENVIRONMENTS, YES


@dataclass(frozen=True)
class Act:
    """A tool to call."""

    tool: str
    arguments: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Say:
    """Something to answer at once, as Markdown."""

    text: str


Intent = Act | Say


HELP = """I look after a small fleet of services. You can ask me, in your own words:

- *what's running?* or *how is search doing?*
- *restart payments in staging*
- *scale checkout to 5*
- *delete the old-reports service*

Reading is free. Whatever changes something waits for a teammate's approval first. \
Without an environment I take **prod**. \
I am a scripted stand-in for a model: I know these few things and nothing else."""


def understand(text: str, catalog: Catalog, *, before: str = "") -> list[Intent]:
    """What this message asks for; `before` is the same person's previous message, which a bare
    "yes" or "staging" completes."""
    found = words(text)
    if before and found and set(found) <= YES:
        return _unique(_intents(_corrected(before, catalog), catalog))
    if before and found and set(found) <= set(ENVIRONMENTS) | {"in", "the", "please"}:
        return _unique(_intents(f"{before} in {found[-1]}", catalog))
    return _unique(_intents(text, catalog, before)) or [Say(_at_a_loss(text))]


def _intents(text: str, catalog: Catalog, before: str = "") -> Iterator[Intent]:
    earlier = clauses(before, catalog) if before else []
    for clause in clauses(text, catalog, earlier):
        yield from _wishes(clause, catalog)


def _unique(intents: Iterator[Intent]) -> list[Intent]:
    found: list[Intent] = []
    for intent in intents:
        if intent not in found:
            found.append(intent)
    return found


def _wishes(clause: Clause, catalog: Catalog) -> Iterator[Intent]:
    """What follows from a clause."""
    match clause.verb:
        case "help":
            yield Say(HELP)
        case "thanks":
            if not clause.services:
                yield Say("You're welcome.")
        case "cancel":
            yield Say("All right. A run that still waits is called off with `cancel` and its id.")
        case "list" if not clause.services:
            yield Act("list_services")
        case _:
            yield from _about_services(clause, catalog)


def _about_services(clause: Clause, catalog: Catalog) -> Iterator[Intent]:
    asks = clause.verb in ("status", "list")
    if not asks and (clause.negated or clause.doubt):
        yield Say("All right, I leave things as they are." if clause.negated else clause.doubt)
        return
    if stranger := _stranger(clause, catalog):
        yield stranger
        if clause.all and not clause.services:
            return
    named = _named(clause, catalog)
    if clause.verb == "delete" and clause.all and not clause.services:
        yield Say("I delete services one at a time: name the one that should go.")
    elif named:
        if not (stranger or clause.stated) and clause.strangers:
            said = " ".join(clause.strangers[:3])
            yield Say(f"I do not understand *{said}*, so I only look.")
        for name, env in named:
            yield _about(clause, name, env, catalog)
    elif not stranger and not asks:
        yield Say(f"Which service should I {clause.verb}? There are {_listed(catalog)}.")
    elif not stranger and clause.stated and not clause.strangers:
        yield Act("list_services")


def _named(clause: Clause, catalog: Catalog) -> list[tuple[str, str]]:
    """Services with the environment that was meant for them, as far as one was named."""
    if clause.all and not clause.services:
        return [
            (n, e)
            for n, envs in catalog.items()
            for e in envs
            if e in clause.envs or not clause.envs
        ]
    only = clause.envs[0] if len(set(clause.envs)) == 1 else ""
    return list(dict.fromkeys((name, env or only) for name, env in clause.services))


def _about(clause: Clause, name: str, env: str, catalog: Catalog) -> Intent:
    envs = catalog[name]
    place = {"service": name, "env": env or ("prod" if "prod" in envs else envs[0])}
    if env and env not in envs:
        return Say(f"**{name}** does not run in {env}, only in {' and '.join(envs)}.")
    match clause.verb:
        case "restart":
            return Act("restart_service", place)
        case "delete" if not env and len(envs) > 1:
            return Say(f"**{name}** runs in {' and '.join(envs)}. Which of them should I delete?")
        case "delete":
            return Act("delete_service", place)
        case "stop":
            return Act("scale_service", {**place, "replicas": 0})
        case "scale":
            return _scale(name, place, clause.numbers.get(name, clause.number))
        case _:
            return Act("service_status", {"service": name, "env": env or None})


def _scale(name: str, place: Mapping[str, str], replicas: int | None) -> Intent:
    if replicas is None:
        return Say(
            f"How many replicas should **{name}** have? Say for example *scale {name} to 3*."
        )
    if replicas > MAX_REPLICAS:
        return Say(f"{replicas} replicas are too many; {MAX_REPLICAS} are possible.")
    return Act("scale_service", {**place, "replicas": replicas})


def _stranger(clause: Clause, catalog: Catalog) -> Say | None:
    """What to say about a word that names nothing we know."""
    for word in clause.strangers:
        if word in OTHER_ENVIRONMENTS:
            clause.services.clear()
            return Say(f"There is no environment **{word}**, only prod and staging.")
        if meant := _nearest(word, catalog):
            return Say(f"I know no service **{word}**. Did you mean **{meant}**?")
        if word in clause.listed and clause.services:
            return Say(f"I know no service **{word}**.")
    if clause.strangers and clause.verb not in ("status", "list") and not clause.services:
        word = clause.strangers[0]
        return Say(f"I know no service **{word}**. There are {_listed(catalog)}.")
    return None


def _nearest(word: str, catalog: Catalog) -> str | None:
    near = difflib.get_close_matches(word, catalog, n=1, cutoff=0.72)
    return near[0] if near else None


def _corrected(text: str, catalog: Catalog) -> str:
    """The text with every misspelt service put right."""
    known = FILLER | set(ENVIRONMENTS) | {word for name in catalog for word in name.split("-")}

    def right(match: re.Match[str]) -> str:
        word = match.group()
        return word if word in known else _nearest(word, catalog) or word

    return re.sub(r"[a-z0-9][a-z0-9_-]*", right, plain(text))


def _listed(catalog: Catalog) -> str:
    return ", ".join(sorted(catalog)) or "none at all"


def _at_a_loss(text: str) -> str:
    return f"I did not understand that.\n\n{HELP}" if text.strip() else HELP
