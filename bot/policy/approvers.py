"""Who may decide about a request: one answer for buttons, commands, shortcuts and modals alike.

Closed by default: whoever is not named may not, and what could not be looked up is not a yes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.policy.naming import requester_may, who_decides
from bot.policy.reference import CHANNEL, REQUESTER, is_group, is_person
from bot.policy.unreadable import FOREVER
from bot.records import Audience, Person, Place, Request, Rule

Reason = Literal["own_request", "not_named", "guest", "stranger", "bot", "deactivated", "no_right"]


@dataclass(frozen=True)
class Allowed:
    """This person may decide."""

    behalf: str = ""
    """In whose place, when they have no say of their own."""


@dataclass(frozen=True)
class Refused:
    """This person may not."""

    reason: Reason
    words: str
    """For that person, as Slack mrkdwn."""


@dataclass(frozen=True)
class Unknown:
    """It could not be checked; that is not a no, and never a yes."""

    unchecked: tuple[str, ...]
    """Ids of the channels and user groups that could not be read."""
    words: str


@dataclass(frozen=True)
class Lookups:
    """What must be looked up before somebody's word can be judged."""

    channels: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Facts:
    """What was found out. An id that is missing could not be read."""

    channels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """User ids of everybody in a channel."""
    groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """User ids of everybody in a user group."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """Slack's code for each that could not be read, by its id."""


@dataclass(frozen=True)
class Decidable:
    """Somebody could approve."""


@dataclass(frozen=True)
class Undecidable:
    """Nobody ever could: the request must not be made."""

    words: str
    """Why, and what to write into `bot.toml`; Slack mrkdwn."""


NOTHING = Facts()
_OWN = "You asked for this yourself; somebody else has to decide."
_NEVER: Mapping[str, str] = {
    "guest": "Guests cannot decide; a full member of this workspace has to.",
    "stranger": "People of other organisations cannot decide here.",
    "bot": "Apps and bots cannot decide; a person has to.",
    "deactivated": "This account is deactivated, so its word does not count.",
}
FOREIGN = Refused("stranger", _NEVER["stranger"])
"""For whoever Slack says is of another organisation in the very click."""


def may_decide(
    request: Request | Audience,
    person: Person,
    facts: Facts = NOTHING,
    away: Sequence[Person] = (),
) -> Allowed | Refused | Unknown:
    """Whether this person's word counts on this request: by their own right, or else in the place
    of the first of those `away` whose right it is."""
    own = _by_own_right(request, person, facts)
    if isinstance(own, Allowed):
        return own
    others = [stands_in(request, person, each, facts) for each in away]
    allowed = next((each for each in others if isinstance(each, Allowed)), None)
    unknown = next((each for each in (own, *others) if isinstance(each, Unknown)), None)
    return allowed or unknown or own


def stands_in(
    request: Request | Audience, person: Person, away: Person, facts: Facts = NOTHING
) -> Allowed | Refused | Unknown:
    """Whether this person's word counts in the place of somebody who is away: they must be a full
    member who has not asked for this, and the other one must still be allowed to decide. Whatever
    rights the other one has been given by somebody else do not pass on."""
    if person.kind != "member":
        return Refused(person.kind, _NEVER[person.kind])
    if person.id == request.requester:
        return Refused("own_request", _OWN)
    match _by_own_right(request, away, facts):
        case Allowed():
            return Allowed(behalf=away.id)
        case Unknown() as unknown:
            return unknown
        case Refused():
            words = f"You decide for <@{away.id}>, who could not decide this one either."
            return Refused("no_right", words)


def _by_own_right(
    request: Request | Audience, person: Person, facts: Facts
) -> Allowed | Refused | Unknown:
    rule, own = request.rule, person.id == request.requester
    if own and person.kind == "guest" and _is_put_to_the_requester(request):
        return Allowed()
    if person.kind != "member":
        return Refused(person.kind, _NEVER[person.kind])
    if own and not requester_may(rule):
        return Refused("own_request", _OWN)
    if person.id in rule.approvers or (own and _is_named_by_asking(request)):
        return Allowed()
    needed = facts_needed(request, person.id)
    read = {**facts.channels, **facts.groups}
    wanted = sorted(needed.channels | needed.groups)
    if any(person.id in read[each] for each in wanted if each in read):
        return Allowed()
    if unread := tuple(each for each in wanted if each not in read):
        return Unknown(unread, _unchecked(needed, unread, facts.failed))
    who = who_decides(rule, request.place, requester=request.requester)
    return Refused("not_named", f"You cannot decide this one. It is up to {who}.")


def facts_needed(request: Request | Audience, user: str) -> Lookups:
    """What `may_decide` must know about this user; nothing when the answer is clear without."""
    rule, own = request.rule, user == request.requester
    if own and (not requester_may(rule) or _is_named_by_asking(request)):
        return Lookups()
    if user in rule.approvers:
        return Lookups()
    in_channel = CHANNEL in rule.approvers and not request.place.is_direct
    return Lookups(
        channels=frozenset({request.place.channel} if in_channel else ()),
        groups=frozenset(each for each in rule.approvers if is_group(each)),
    )


def is_decidable(rule: Rule, place: Place, requester: str) -> Decidable | Undecidable:
    """Whether anybody at all could approve what this requester asks for here."""
    if any(is_group(each) for each in rule.approvers):
        return Decidable()
    if CHANNEL in rule.approvers and not place.is_direct:
        return Decidable()
    people = {each for each in rule.approvers if is_person(each)}
    if (place.is_direct and CHANNEL in rule.approvers) or REQUESTER in rule.approvers:
        people.add(requester)
    if not requester_may(rule):
        people.discard(requester)
    if len(people) >= rule.required:
        return Decidable()
    return Undecidable(_nobody(rule, place, len(people)))


def _is_put_to_the_requester(request: Request | Audience) -> bool:
    """Whether it is a question to whoever asked: nothing is approved by the answer."""
    is_question = isinstance(request, Request) and request.inquiry is not None
    return is_question and REQUESTER in request.rule.approvers


def _is_named_by_asking(request: Request | Audience) -> bool:
    """Whether the rule covers the requester as such; in a direct message they are the channel."""
    rule = request.rule
    return REQUESTER in rule.approvers or (CHANNEL in rule.approvers and request.place.is_direct)


def _unchecked(needed: Lookups, unread: tuple[str, ...], failed: Mapping[str, str]) -> str:
    for group in unread:
        if (code := failed.get(group, "")) in FOREVER:
            why = FOREVER[code].format(group)
            return (
                f"It cannot be checked whether you may decide: {why}. Nothing was changed; "
                "whoever runs me has to correct `bot.toml`."
            )
    what = "who is in this channel" if needed.channels & set(unread) else "who is in the user group"
    return (
        f"Slack did not say {what}, so it cannot be checked whether you may decide. "
        "Nothing was changed; please try again in a moment."
    )


def _nobody(rule: Rule, place: Place, people: int) -> str:
    if place.is_direct:
        why = "In a direct message there is nobody else who could approve this"
    elif people:
        why = f"This needs {rule.required} people to approve it, and only {people} could"
    else:
        why = "Nobody may approve this: the only approver is the person who asked"
    return (
        f"{why}, so nothing was run. Ask in a channel, or name an approver in `bot.toml`: "
        'a `[[policy]]` with `approvers = ["U…"]` (a user id) or `["S…"]` (a user group).'
    )
