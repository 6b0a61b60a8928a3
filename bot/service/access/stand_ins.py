"""Who decides just now for those whom a request calls: by name, or as members of a group."""

import asyncio
from collections.abc import Collection

from bot.policy import named_people
from bot.policy.reference import is_group
from bot.ports import Directory, DirectoryError
from bot.records import Approval, Delegation
from bot.service.access.delegates import Delegates


class StandIns:
    def __init__(self, delegates: Delegates, directory: Directory) -> None:
        self._delegates = delegates
        self._directory = directory

    async def of(self, approval: Approval) -> list[Delegation]:
        """Oldest first; nobody who is called anyway, who asked for it, or whose say is not waited
        for any more. A group that cannot be read counts as empty. Raises `NotRecorded`."""
        if not approval.is_open or not (in_force := await self._delegates.in_force()):
            return []
        called = await self._called(approval)
        silent = called - approval.spoken
        others = {approval.request.requester, *called}
        return [each for each in in_force if each.by in silent and each.to not in others]

    async def in_place_of(self, people: Collection[str], approval: Approval) -> list[str]:
        """Whoever decides for one of these: as above, and also when it is over, for whoever was to
        decide by then. Raises `NotRecorded`."""
        known = await (self.of(approval) if approval.is_open else self._delegates.in_force())
        asked_by = approval.request.requester
        return [each.to for each in known if each.by in people and each.to != asked_by]

    async def _called(self, approval: Approval) -> set[str]:
        request = approval.request
        named = named_people(request.rule, request.requester)
        groups = [each for each in request.rule.approvers if is_group(each)]
        members = await asyncio.gather(*map(self._members, groups))
        return {*named, *frozenset[str]().union(*members)} - {request.requester}

    async def _members(self, group: str) -> frozenset[str]:
        try:
            return await self._directory.group(group)
        except DirectoryError:
            return frozenset()
