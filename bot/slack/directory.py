"""Who people are, asked of Slack."""

import copy
import time
from collections.abc import Awaitable, Callable
from typing import Self, TypeVar

from bot.ports import DirectoryError, NotDelivered
from bot.records import Person
from bot.slack.channels import reaches_outside
from bot.slack.fresh import Fresh
from bot.slack.identity import Identity
from bot.slack.people import read_person
from bot.slack.web_api import WebApi

V = TypeVar("V")

MOST_PAGES = 50
PAGE = 999
"""Members Slack names at once, at most."""


class SlackDirectory:
    """The `Directory` port on Slack's Web API."""

    def __init__(
        self,
        api: WebApi,
        home: Identity,
        *,
        ttl: float = 30.0,
        page: int = PAGE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Answers are kept for `ttl` seconds, 60 at most; members are read `page` at a time."""
        self._api = api
        self._page = page
        self._home = home
        ttl = min(ttl, 60.0)
        self.oldest = ttl
        """Seconds."""
        self._people: Fresh[Person] = Fresh(ttl=ttl, clock=clock)
        self._channels: Fresh[frozenset[str]] = Fresh(ttl=ttl, clock=clock)
        self._shared: Fresh[bool] = Fresh(ttl=ttl, clock=clock)
        self._groups: Fresh[frozenset[str]] = Fresh(ttl=ttl, clock=clock)

    def within(self, seconds: float) -> Self:
        other = copy.copy(self)
        other.oldest = seconds
        return other

    async def person(self, user: str) -> Person:
        return await _checked(self._people.get(user, self._fetch_person, within=self.oldest))

    async def members(self, channel: str) -> frozenset[str]:
        found = self._channels.get(channel, self._fetch_members, within=self.oldest)
        return await _checked(found)

    async def is_shared(self, channel: str) -> bool:
        return await _checked(self._shared.get(channel, self._fetch_shared, within=self.oldest))

    async def group(self, group: str) -> frozenset[str]:
        return await _checked(self._groups.get(group, self._fetch_group, within=self.oldest))

    async def _fetch_person(self, user: str) -> Person:
        answer = await self._api.ask("users.info", user=user)
        return read_person(answer["user"], team=self._home.team, enterprise=self._home.enterprise)

    async def _fetch_members(self, channel: str) -> frozenset[str]:
        members: set[str] = set()
        number = 0
        async for page in self._api.pages(
            "conversations.members", channel=channel, limit=self._page
        ):
            number += 1
            if number > MOST_PAGES:
                raise DirectoryError("too_many_members")
            members.update(page["members"])
        return frozenset(members)

    async def _fetch_shared(self, channel: str) -> bool:
        return reaches_outside(
            (await self._api.ask("conversations.info", channel=channel))["channel"]
        )

    async def _fetch_group(self, group: str) -> frozenset[str]:
        answer = await self._api.ask(
            "usergroups.users.list", usergroup=group, team_id=self._home.team
        )
        return frozenset(answer["users"])


async def _checked(answer: Awaitable[V]) -> V:
    """Whatever went wrong, it could not be checked."""
    try:
        return await answer
    except NotDelivered as error:
        raise DirectoryError(error.code, permanent=error.permanent) from error
    except (KeyError, TypeError, ValueError) as error:
        raise DirectoryError("unreadable_answer", permanent=True) from error
