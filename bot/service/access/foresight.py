"""Looks people up when something is asked for: clicks need not wait for that later, and whoever
asked learns at once when nobody could approve it."""

import asyncio
import logging

from bot import cards
from bot.policy import shortage
from bot.policy.reference import is_person
from bot.ports import Directory, DirectoryError, Messenger, NotDelivered, Once
from bot.records import Request
from bot.service.access.authority import Authority

log = logging.getLogger(__name__)

_LIKELY = 20
"""People to look up beforehand; in a large channel the rest is looked up at the click."""
_NOBODY = frozenset({"user_not_found", "user_not_visible"})


class Foresight:
    def __init__(self, authority: Authority, directory: Directory, messenger: Messenger) -> None:
        self._authority = authority
        self._directory = directory
        self._messenger = messenger

    async def look(self, request: Request) -> None:
        facts = await self._authority.facts(request)
        named = frozenset(filter(is_person, request.rule.approvers))
        likely = named.union(*facts.channels.values(), *facts.groups.values()) - {request.requester}
        looked_up = sorted(likely)[:_LIKELY]
        fit = await asyncio.gather(*map(self._may_be_fit, looked_up))
        unfit = [each for each, yes in zip(looked_up, fit, strict=True) if not yes]
        if words := shortage(request, facts, unfit):
            await self._warn(request, words)

    async def _may_be_fit(self, person: str) -> bool:
        try:
            return (await self._directory.person(person)).kind == "member"
        except DirectoryError as error:
            return str(error) not in _NOBODY

    async def _warn(self, request: Request, words: str) -> None:
        log.warning("nobody can approve %s: %s", request.call.tool, words)
        once = Once(f"shortage {request.id}")
        try:
            await self._messenger.post(request.place, cards.note(f"⚠️ {words}"), once=once)
        except NotDelivered as error:
            log.warning("that nobody can approve it was not told: %s", error.code)
