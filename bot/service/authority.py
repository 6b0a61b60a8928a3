"""Finds out what the rule about approvers needs to know, and then asks it."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence

from bot.policy import Allowed, Facts, Refused, Unknown, facts_needed, may_decide
from bot.ports import Directory, DirectoryError
from bot.records import Request, Waiting


class Authority:
    """The one way to learn whether somebody's word counts: buttons, commands and modals use it."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def judge(self, request: Request, user: str) -> Allowed | Refused | Unknown:
        """Closed by default: what cannot be looked up is no yes."""
        needed = facts_needed(request, user)
        try:
            person, channels, groups = await asyncio.gather(
                self._directory.person(user),
                _known({each: self._directory.members(each) for each in needed.channels}),
                _known({each: self._directory.group(each) for each in needed.groups}),
            )
        except DirectoryError:
            return Unknown(
                (user,),
                "Slack did not say who you are, so it cannot be checked whether you may decide. "
                "Nothing was changed; please try again in a moment.",
            )
        return may_decide(request, person, Facts(channels, groups))

    async def concerned(self, waiting: Sequence[Waiting], user: str) -> list[Waiting]:
        """Those this person may decide about; each channel and group is looked up once.

        Raises `DirectoryError` when it is not known who this is."""
        needed = [facts_needed(each, user) for each in waiting]
        channels_needed = frozenset[str]().union(*(each.channels for each in needed))
        groups_needed = frozenset[str]().union(*(each.groups for each in needed))
        person, channels, groups = await asyncio.gather(
            self._directory.person(user),
            _known({each: self._directory.members(each) for each in channels_needed}),
            _known({each: self._directory.group(each) for each in groups_needed}),
        )
        facts = Facts(channels, groups)
        return [each for each in waiting if isinstance(may_decide(each, person, facts), Allowed)]

    async def warm_up(self, request: Request) -> None:
        """Look up beforehand what a click on this request will need, so that it need not wait."""
        needed = facts_needed(request, "")
        channels, groups = await asyncio.gather(
            _known({each: self._directory.members(each) for each in needed.channels}),
            _known({each: self._directory.group(each) for each in needed.groups}),
        )
        named = frozenset(each for each in request.rule.approvers if each[:1] in "UW")
        likely = named.union(*channels.values(), *groups.values()) - {request.requester}
        await asyncio.gather(
            *(self._directory.person(each) for each in sorted(likely)[:_LIKELY]),
            return_exceptions=True,
        )


_LIKELY = 20
"""People to look up beforehand; in a large channel the rest is looked up at the click."""


async def _known(
    lookups: Mapping[str, Awaitable[frozenset[str]]],
) -> dict[str, frozenset[str]]:
    """What could be read; the rest is left out."""
    found = await asyncio.gather(*lookups.values(), return_exceptions=True)
    answers: dict[str, frozenset[str]] = {}
    for name, answer in zip(lookups, found, strict=True):
        if isinstance(answer, frozenset):
            answers[name] = answer
        elif not isinstance(answer, DirectoryError):
            raise answer
    return answers
