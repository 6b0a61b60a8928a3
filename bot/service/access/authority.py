"""Finds out what the rule about approvers needs to know, and then asks it."""

import asyncio
from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.policy import (
    Allowed,
    Facts,
    Lookups,
    Refused,
    Unknown,
    facts_needed,
    may_decide,
    stands_in,
)
from bot.ports import Directory, DirectoryError
from bot.records import Audience, Decision, Person, Request
from bot.service.access.delegates import Delegates


@dataclass(frozen=True)
class Concern:
    """An audience somebody is in: by their own right, or in the place of somebody away."""

    audience: Audience
    behalf: str = ""


class Authority:
    """The one way to learn whether somebody's word counts: buttons, commands and modals use it."""

    def __init__(self, directory: Directory, delegates: Delegates) -> None:
        self._directory = directory
        self._delegates = delegates

    def within(self, seconds: float) -> Self:
        """The same, by what was looked up no longer ago than that."""
        return type(self)(self._directory.within(seconds), self._delegates)

    async def judge(
        self, request: Request, user: str, *, spoken: Collection[str] = ()
    ) -> Allowed | Refused | Unknown:
        """Closed by default: what cannot be looked up is no yes. Of several they could decide for,
        those who have `spoken` come last. Raises `NotRecorded`."""
        own = await self._by_own_right(request, user)
        if isinstance(own, Allowed):
            return own
        away = await self._delegates.away(user)
        if not away:
            return own
        return await self._judge(request, user, sorted(away, key=lambda each: each in spoken))

    async def could_still(
        self, request: Request, decision: Decision
    ) -> Allowed | Refused | Unknown:
        """Whether somebody could say now what they have said, in the same person's place."""
        if not decision.behalf:
            return await self._by_own_right(request, decision.by)
        needed = [facts_needed(request, decision.behalf)]
        try:
            people, facts = await self._look_up([decision.by, decision.behalf], needed)
        except DirectoryError:
            return _unchecked(decision.by)
        return stands_in(request, people[0], people[1], facts)

    async def concerned(self, audiences: Collection[Audience], user: str) -> list[Concern]:
        """Those whose approvals wait for this person's word; each channel and group is looked up
        once.

        Raises `DirectoryError` when it is not known who this is, and `NotRecorded`."""
        users = [user, *await self._delegates.away(user)]
        kinds = [_kind(each, users) for each in audiences]
        alike = dict(zip(kinds, audiences, strict=True))
        (person, *away), facts = await self._look_up(
            users, [facts_needed(each, who) for each in alike.values() for who in users]
        )
        judged = {
            kind: may_decide(each, person, facts, _silent(away, each))
            for kind, each in alike.items()
            if user not in each.agreed
        }
        found = ((each, judged.get(kind)) for kind, each in zip(kinds, audiences, strict=True))
        return [
            Concern(each, verdict.behalf) for each, verdict in found if isinstance(verdict, Allowed)
        ]

    async def ever_concerned(self, audiences: Collection[Audience], user: str) -> list[Concern]:
        """The same, also where their word is not waited for any more."""
        silent = {each: each.model_copy(update={"agreed": ()}) for each in audiences}
        found = await self.concerned(set(silent.values()), user)
        behalf = {each.audience: each.behalf for each in found}
        return [Concern(each, behalf[bare]) for each, bare in silent.items() if bare in behalf]

    async def _by_own_right(self, request: Request, user: str) -> Allowed | Refused | Unknown:
        return await self._judge(request, user, ())

    async def _judge(
        self, request: Request, user: str, away: Sequence[str]
    ) -> Allowed | Refused | Unknown:
        needed = [facts_needed(request, each) for each in (user, *away)]
        try:
            people, facts = await self._look_up([user, *away], needed)
        except DirectoryError:
            return _unchecked(user)
        return may_decide(request, people[0], facts, people[1:])

    async def facts(self, request: Request) -> Facts:
        """What there is to know about everybody this request names."""
        return await self._facts(facts_needed(request, ""))

    async def _look_up(
        self, users: Sequence[str], needed: Sequence[Lookups]
    ) -> tuple[list[Person], Facts]:
        """Everything at once. Raises `DirectoryError` when it is not known who somebody is."""
        wanted = Lookups(
            frozenset().union(*(each.channels for each in needed)),
            frozenset().union(*(each.groups for each in needed)),
        )
        if wanted == Lookups():
            return await self._people(users), Facts()
        people, facts = await asyncio.gather(self._people(users), self._facts(wanted))
        return people, facts

    async def _people(self, users: Sequence[str]) -> list[Person]:
        """Raises `DirectoryError`."""
        first, *others = users
        if not others:  # Mostly; it waits for nothing then that is known.
            return [await self._directory.person(first)]
        return await asyncio.gather(*map(self._directory.person, users))

    async def _facts(self, wanted: Lookups) -> Facts:
        (channels, closed), (groups, failed) = await asyncio.gather(
            _known({each: self._directory.members(each) for each in wanted.channels}),
            _known({each: self._directory.group(each) for each in wanted.groups}),
        )
        return Facts(channels, groups, closed | failed)


def _kind(audience: Audience, asking: Collection[str]) -> tuple[str, str]:
    """The same for audiences that are judged alike: whose wish it was matters only to themselves,
    and to whoever decides for them."""
    return audience.kind, audience.requester if audience.requester in asking else ""


def _silent(away: Sequence[Person], audience: Audience) -> list[Person]:
    """Those whose word it still waits for."""
    return [each for each in away if each.id not in audience.agreed]


def _unchecked(user: str) -> Unknown:
    return Unknown(
        (user,),
        "Slack did not say who you are, so it cannot be checked whether you may decide. "
        "Nothing was changed; please try again in a moment.",
    )


async def _known(
    lookups: Mapping[str, Awaitable[frozenset[str]]],
) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """What could be read, and why the rest could not."""
    found = await asyncio.gather(*lookups.values(), return_exceptions=True)
    answers: dict[str, frozenset[str]] = {}
    failed: dict[str, str] = {}
    for name, answer in zip(lookups, found, strict=True):
        if isinstance(answer, frozenset):
            answers[name] = answer
        elif isinstance(answer, DirectoryError):
            failed[name] = str(answer)
        else:
            raise answer
    return answers, failed
