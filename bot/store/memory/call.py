"""A call in the journal in memory: the rules of at most once."""

from dataclasses import dataclass, field
from typing import Self

from bot.ports import Begun
from bot.records import Approval, ApprovalStatus, Call, Decision, Remark, Request
from bot.store.outcome import outcome


@dataclass
class JournalCall:
    run: str
    digest: str
    """Of the arguments in force."""
    status: ApprovalStatus | None = None
    """`None`: an ungated call that has not begun."""
    approval: Approval | None = None
    fence: int = 0
    """Of the holder who started it."""
    output: str = ""
    remarked: set[str] = field(default_factory=set)
    """Remarks that are there already, by their key."""

    @classmethod
    def opened(cls, request: Request) -> Self:
        call = request.call
        return cls(
            run=call.run, digest=call.digest, status="waiting", approval=Approval(request=request)
        )

    def ask(self, request: Request) -> None:
        """Put a call before people that began without an approval; it stands as it stood."""
        if self.approval is None and self.status is not None:
            self.approval = Approval(request=request, status=self.status)

    @property
    def id(self) -> str:
        return self.approval.request.id if self.approval is not None else ""

    def move(self, status: ApprovalStatus, *, ended_by: str = "", ended_at: float = 0.0) -> None:
        self.status = status
        told = outcome(self.output, self.approval)
        self._change(status=status, ended_by=ended_by, ended_at=ended_at, outcome=told)

    def _change(self, **fields: object) -> None:
        if self.approval is not None:
            version = self.approval.version + 1
            self.approval = self.approval.model_copy(update={**fields, "version": version})

    def has_decided(self, *people: str) -> bool:
        """Whether any of them has had their say about the arguments in force."""
        assert self.approval is not None
        return any(
            not each.voices.isdisjoint(people)
            and (each.verdict == "rejected" or each in self.approval.agreed)
            for each in self.approval.decisions
        )

    def decide(self, decision: Decision, required: int, now: float) -> bool:
        """Count one more word; whether it settled the approval."""
        assert self.approval is not None
        if decision.arguments:
            self.digest = decision.digest
        self._change(decisions=(*self.approval.decisions, decision))
        if decision.verdict == "rejected":
            self.status = "rejected"
            self.approval = self.approval.model_copy(update={"ended_at": now})
        elif len(self.approval.agreed) >= required:
            self.status = "approved"
        self.approval = self.approval.model_copy(update={"status": self.status})
        return self.status != "waiting"

    def remark(self, remark: Remark) -> None:
        assert self.approval is not None
        self._change(remarks=(*self.approval.remarks, remark))

    def withdraw(self, person: str) -> None:
        """Take back this person's approval; it waits again."""
        assert self.approval is not None
        self.status = "waiting"
        left = self.approval.without(person)
        self.digest = left.call.digest
        self._change(status="waiting", decisions=left.decisions)

    def begin(self, call: Call, fence: int, *, gated: bool, called_off: bool = False) -> Begun:
        if call.digest != self.digest or (gated and self.approval is None):
            return Begun("refused")
        match self.status:
            case "done" | "failed" as status:
                by_hand = self.approval is not None and self.approval.ended_by
                return Begun("done", self.output, settled=status if by_hand else "")
            case "approved" | None:
                return Begun("called_off") if called_off else self._start(fence)
            case "started" | "in_doubt" if call.effect != "at_most_once":
                return Begun("called_off") if called_off else self._start(fence)
            case "started":
                self.move("in_doubt")
                return Begun("in_doubt")
            case "in_doubt" | "superseded":
                return Begun("in_doubt")
            case _:
                return Begun("refused")

    def _start(self, fence: int) -> Begun:
        self.fence = fence
        self.move("started")
        return Begun("go")

    def finish(self, fence: int, output: str, *, failed: bool, now: float) -> bool:
        """Whether it was this holder's to finish."""
        if self.fence != fence or self.status not in ("started", "in_doubt", "done", "failed"):
            return False
        if self.status in ("started", "in_doubt"):
            self.output = output
            self.move("failed" if failed else "done", ended_at=now)
        return True
