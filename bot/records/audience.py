"""For whom an open approval waits: as much of it as tells who may decide.

However many approvals wait, there are few audiences: one for each rule, channel and requester.
"""

import hashlib
from functools import cached_property
from typing import Self

from bot.records.approval import Approval, Request, Rule
from bot.records.base import Record
from bot.records.place import Place


class Audience(Record):
    place: Place
    """The channel, and whichever thread of it: no rule tells threads apart."""
    requester: str
    rule: Rule
    agreed: tuple[str, ...] = ()
    """Whose word is not waited for any more."""

    @cached_property
    def name(self) -> str:
        """The same for all that is equal."""
        return _digest(self.model_dump_json())

    @cached_property
    def kind(self) -> str:
        """The same for all that differ by the requester only."""
        return _digest(self.model_dump_json(exclude={"requester"}))

    @classmethod
    def asked(cls, request: Request) -> Self:
        channel = Place(channel=request.place.channel, thread="")
        return cls(place=channel, requester=request.requester, rule=request.rule)

    @classmethod
    def of(cls, approval: Approval) -> Self | None:
        """`None` when it waits for nobody. A call in doubt waits for anybody's word."""
        audience = cls.asked(approval.request)
        if approval.status == "in_doubt":
            return audience
        if approval.status != "waiting":
            return None
        return audience.model_copy(update={"agreed": tuple(sorted(approval.spoken))})


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]
