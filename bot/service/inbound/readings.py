"""Who has read the whole of a call, and who is being shown it just now.

Slack may show it long before it says so, and whoever has read it may click already.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.ports import Approvals, Clock
from bot.records import Approval, Viewed

PATIENCE = 20.0
"""Seconds a click waits for Slack to say that something was shown."""


class Readings:
    def __init__(self, approvals: Approvals, clock: Clock) -> None:
        self._approvals = approvals
        self._clock = clock
        self._under_way: dict[asyncio.Event, tuple[str, str]] = {}

    @contextmanager
    def under_way(self, approval: str, user: str) -> Iterator[None]:
        """This person is shown it as long as the context lasts."""
        over = asyncio.Event()
        self._under_way[over] = (approval, user)
        try:
            yield
        finally:
            del self._under_way[over]
            over.set()

    def is_shown(self, approval: str, user: str) -> bool:
        """Whether this person is being shown it just now."""
        return (approval, user) in self._under_way.values()

    async def finished(self, approval: str, user: str) -> bool:
        """Wait until they are not any more; False when that takes too long."""
        theirs = [over for over, what in self._under_way.items() if what == (approval, user)]
        try:
            async with asyncio.timeout(PATIENCE):
                for over in theirs:
                    await over.wait()
        except TimeoutError:
            return False
        return True

    async def was_read(self, standing: Approval, user: str) -> None:
        """Put on record that somebody was shown all of it. Raises `NotRecorded`."""
        digest = standing.call.digest
        viewed = Viewed(by=user, at=self._clock.now(), digest=digest)
        await self._approvals.remark(standing.request, viewed, once=f"viewed:{user}:{digest}")
