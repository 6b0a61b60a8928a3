"""What somebody may look up: what goes on where they can read, and what concerns themselves."""

import asyncio
from collections.abc import Collection, Iterable, Sequence

from bot.ports import Directory, DirectoryError
from bot.records import Approval, Audience, Run
from bot.service.authority import Authority


class Sight:
    """Closed by default: a channel whose members cannot be read is one they are not in."""

    def __init__(self, directory: Directory, authority: Authority) -> None:
        self._directory = directory
        self._authority = authority

    async def runs(self, runs: Sequence[Run], user: str, *, here: str) -> list[Run]:
        """A run is for those who can read its thread, and for whoever asked for it. `here` is the
        channel the person is in just now."""
        known = await self._readable({run.place.channel for run in runs}, user, here)
        return [run for run in runs if run.place.channel in known or run.requester == user]

    async def approvals(
        self, approvals: Sequence[Approval], user: str, *, here: str
    ) -> list[Approval]:
        """Also for those who may decide, wherever they are. Raises `NotRecorded`."""
        known = await self._readable({a.request.place.channel for a in approvals}, user, here)
        audiences = {a.request.id: Audience.asked(a.request) for a in approvals}
        theirs = {
            *(each for each in audiences.values() if each.place.channel in known),
            *(each for each in audiences.values() if each.requester == user),
        }
        others = set(audiences.values()) - theirs
        if others:
            theirs |= await self._decided_by(user, others)
        return [each for each in approvals if audiences[each.request.id] in theirs]

    async def _decided_by(self, user: str, audiences: Collection[Audience]) -> set[Audience]:
        try:
            return {each.audience for each in await self._authority.concerned(audiences, user)}
        except DirectoryError:
            return set()

    async def _readable(self, channels: Iterable[str], user: str, here: str) -> set[str]:
        others = sorted(set(channels) - {here})
        members = await asyncio.gather(*(self._is_member(user, each) for each in others))
        return {here, *(c for c, yes in zip(others, members, strict=True) if yes)}

    async def _is_member(self, user: str, channel: str) -> bool:
        try:
            return user in await self._directory.members(channel)
        except DirectoryError:
            return False
