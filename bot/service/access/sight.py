"""What somebody may look up: what goes on where they can read, and what concerns themselves."""

import asyncio
from collections.abc import Collection, Iterable, Sequence

from bot.ports import Directory, DirectoryError
from bot.records import Approval, Audience, Onlookers, Place, Run
from bot.service.access.authority import Authority


class Sight:
    """Closed by default: a channel whose members cannot be read is one they are not in, and direct
    messages are the requester's alone."""

    def __init__(self, directory: Directory, authority: Authority) -> None:
        self._directory = directory
        self._authority = authority

    async def runs(self, runs: Sequence[Run], user: str, *, here: str) -> list[Run]:
        theirs = await self.onlookers(set(map(Onlookers.of, runs)), user, here=here)
        return [run for run in runs if Onlookers.of(run) in theirs]

    async def onlookers(
        self, onlookers: Collection[Onlookers], user: str, *, here: str
    ) -> set[Onlookers]:
        """A run is for those who can read its thread, and for whoever asked for it. `here` is the
        channel the person is in just now."""
        known = await self._readable({each.channel for each in onlookers}, user, here)
        return {each for each in onlookers if each.channel in known or each.requester == user}

    async def approvals(
        self, approvals: Sequence[Approval], user: str, *, here: str
    ) -> list[Approval]:
        """Also for those who may decide, wherever they are. Raises `NotRecorded`."""
        asked = {a.request.id: Audience.asked(a.request) for a in approvals}
        theirs = await self.audiences(set(asked.values()), user, here=here)
        return [each for each in approvals if asked[each.request.id] in theirs]

    async def audiences(
        self, audiences: Collection[Audience], user: str, *, here: str
    ) -> set[Audience]:
        """Those whose approvals somebody may look up. Raises `NotRecorded`."""
        known = await self._readable({each.place.channel for each in audiences}, user, here)
        theirs = {e for e in audiences if e.place.channel in known or e.requester == user}
        others = set(audiences) - theirs
        return theirs | await self._decided_by(user, others) if others else theirs

    async def _decided_by(self, user: str, audiences: Collection[Audience]) -> set[Audience]:
        """Whoever has said their word may still look at what else it takes."""
        try:
            return {each.audience for each in await self._authority.ever_concerned(audiences, user)}
        except DirectoryError:
            return set()

    async def _readable(self, channels: Iterable[str], user: str, here: str) -> set[str]:
        others = sorted(set(channels) - {here})
        members = await asyncio.gather(*(self._is_member(user, each) for each in others))
        return {here, *(c for c, yes in zip(others, members, strict=True) if yes)}

    async def _is_member(self, user: str, channel: str) -> bool:
        if Place(channel=channel, thread="").is_direct:
            return False
        try:
            return user in await self._directory.members(channel)
        except DirectoryError:
            return False
