"""Where runs were asked for and where cards are, as links for people."""

import asyncio
from collections.abc import Sequence

from bot.ports import Messenger
from bot.records import Approval, MessageRef, Run

_KEPT = 2_000


class Links:
    """Remembers them: a link to a message never changes."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._known: dict[MessageRef, str] = {}

    async def to(
        self, runs: Sequence[Run], approvals: Sequence[Approval], *, reader: str
    ) -> dict[str, str]:
        """By the id of the run or approval; left out where Slack gives none, and where this reader
        could not follow it: into somebody else's direct messages."""
        asked = [
            (r.id, r.requester, MessageRef(channel=r.place.channel, ts=r.asked_ts)) for r in runs
        ]
        asked += [(a.request.id, a.request.requester, a.card) for a in approvals if a.card]
        refs = {each: ref for each, by, ref in asked if by == reader or not ref.is_direct}
        links = await asyncio.gather(*map(self._look_up, refs.values()))
        return {each: link for each, link in zip(refs, links, strict=True) if link}

    async def _look_up(self, ref: MessageRef) -> str:
        if known := self._known.get(ref):
            return known
        link = await self._messenger.permalink(ref)
        if link:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[ref] = link
        return link
