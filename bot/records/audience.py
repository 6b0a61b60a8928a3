"""As much of an open approval as it takes to tell for whom it waits."""

from typing import Self

from bot.records.approval import Approval, Request, Rule
from bot.records.base import Record
from bot.records.place import Place


class Waiting(Record):
    id: str
    """Of the approval."""
    place: Place
    call: str
    """`Call.key`."""
    requester: str
    rule: Rule
    expires_at: float
    agreed: tuple[str, ...] = ()
    """Whose word it does not wait for any more."""

    @classmethod
    def asked(cls, request: Request) -> Self:
        return cls(
            id=request.id,
            place=request.place,
            call=request.call.key,
            requester=request.requester,
            rule=request.rule,
            expires_at=request.expires_at,
        )

    @classmethod
    def of(cls, approval: Approval) -> Self | None:
        """`None` when it waits for nobody. A call in doubt waits for anybody's word."""
        waiting = cls.asked(approval.request)
        if approval.status == "in_doubt":
            return waiting
        if approval.status != "waiting":
            return None
        return waiting.model_copy(update={"agreed": tuple(sorted(approval.spoken))})
