"""Approvals and the calls they are for: every change is one atomic step, the first one counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.records import Approval, Copy, Decision, MessageRef, Notice, Remark, Request, Withdrawn

Settled = Literal["", "done", "failed"]
"""How a call ended by a person's word; empty when it ended by itself."""


@dataclass(frozen=True)
class Begun:
    """Whether a call may start."""

    verdict: Literal["go", "done", "in_doubt", "refused", "called_off"]
    """`called_off`: somebody has called its run off, so it need not start."""
    output: str = ""
    """With `done`: what it answered the first time."""
    settled: Settled = ""
    """With `done`: by a person's word, nobody knows what it answered."""


@dataclass(frozen=True)
class Ended:
    """What became of a call that has come to its end."""

    output: str
    failed: bool


@dataclass(frozen=True)
class Ruling:
    """What a decision led to."""

    approval: Approval
    """As it stands now."""
    outcome: Literal["settled", "counted", "repeated", "late", "changed"]
    """`settled`: this decision ended it. `counted`: more people are needed. `repeated`: this person
    had decided already. `late`: it was over before, or its time had run out. `changed`: it is about
    other arguments than those in force, because somebody edited them."""


class Approvals(Protocol):
    """Every change is told to the audit in the same step, by way of the outbox."""

    async def find(self, approval: str) -> Approval | None:
        """By its opaque id. Raises `NotRecorded`."""
        ...

    async def glance(self, approval: str) -> Approval | None:
        """What one look finds; None also when it would have to be searched for, or when the look
        failed."""
        ...

    async def decide(self, request: Request, decision: Decision) -> Ruling:
        """Record one person's word; its card goes into the outbox, and a settled approval into the
        thread's inbox, in the same step. One rejection settles. A decision at or after the deadline
        is late. With `Decision.arguments` the call is bound to their digest from now on, and
        approvals of the former arguments count no more.

        Raises `NotRecorded`."""
        ...

    async def remark(
        self, request: Request, remark: Remark, *, once: str, notices: Sequence[Notice] = ()
    ) -> Approval:
        """Put a remark on record, however it stands, and its notices into the outbox in the same
        step; a second one with this `once` is left out. Raises `NotRecorded`."""
        ...

    async def withdraw(self, approval: Approval, remark: Withdrawn) -> Approval:
        """Take back somebody's approval of a call that has not started: it waits again, and the
        card goes into the outbox in the same step. Raises `NotRecorded`."""
        ...

    async def expire(self, request: Request, now: float) -> Approval:
        """End it as expired if it is still open and its time has run out; inbox and outbox learn it
        in the same step."""
        ...

    async def posted(self, request: Request, card: MessageRef, *, stray: bool = False) -> Approval:
        """Remember where its card is; the first one stays. `stray`: that there may be another one.
        Does not change the version: people see nothing new."""
        ...

    async def mislaid(self, request: Request) -> Approval:
        """Forget where its card was, which somebody has deleted."""
        ...

    async def copied(self, request: Request, copy: Copy) -> Approval:
        """Remember one more message that follows it; the first one for each `Copy.to` stays."""
        ...

    async def led_to(self, request: Request, result: str) -> Approval:
        """Remember the link to what the agent said next; the first one stays. Does not change the
        version."""
        ...

    async def undeliverable(self, request: Request) -> Approval:
        """Nobody can see its card: end it if it is open. The inbox learns it as `Lapsed`."""
        ...

    async def settle(
        self,
        request: Request,
        *,
        status: Literal["done", "failed", "superseded"],
        by: str,
        behalf: str = "",
    ) -> Ruling:
        """A person says what became of a call in doubt: it happened (`done`), it is given up
        (`failed`), or another attempt takes its place (`superseded`). The first word counts; inbox
        (as `Decided`) and outbox learn it in the same step.

        `late` when it was not in doubt (any more)."""
        ...

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        """Open approvals whose time has run out, or about which people should have been told."""
        ...
