"""What somebody may look up: what goes on where they can read, and what concerns themselves."""

import asyncio
from collections.abc import Iterable, Sequence

from bot.policy import Allowed
from bot.ports import Directory, DirectoryError
from bot.records import Approval, Run
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
        concerned = await asyncio.gather(
            *(
                self._concerns(each, user, at_hand=each.request.place.channel in known)
                for each in approvals
            )
        )
        return [each for each, yes in zip(approvals, concerned, strict=True) if yes]

    async def _concerns(self, approval: Approval, user: str, *, at_hand: bool) -> bool:
        request = approval.request
        if at_hand or request.requester == user:
            return True
        return isinstance(await self._authority.judge(request, user), Allowed)

    async def _readable(self, channels: Iterable[str], user: str, here: str) -> set[str]:
        others = sorted(set(channels) - {here})
        members = await asyncio.gather(*(self._is_member(user, each) for each in others))
        return {here, *(c for c, yes in zip(others, members, strict=True) if yes)}

    async def _is_member(self, user: str, channel: str) -> bool:
        try:
            return user in await self._directory.members(channel)
        except DirectoryError:
            return False
