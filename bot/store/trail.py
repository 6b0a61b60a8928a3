"""What the audit learns of a change, as notices that are written in the same step.

Nothing here awaits.
"""

from collections.abc import Iterator
from typing import Literal

from bot.audit import entries
from bot.ports import Change
from bot.records import AuditDue, AuditEntry, Call, Decision, Remark, Request, Run

Ending = Literal["expired", "undeliverable", "done", "failed", "superseded"]


def of_change(change: Change, before: Run | None) -> Iterator[AuditDue]:
    """A holder's change, but for the calls that fall with it."""
    run = change.run
    if run is not None:
        known = before if before is not None and before.id == run.id else None
        if known is None:
            yield _due(entries.run_started(run))
        if run.is_over and not (known is not None and known.is_over):
            yield _due(entries.run_ended(run, by=change.by))
    for request in change.requests:
        yield _due(entries.requested(request))


def of_cancelled(request: Request, by: str, now: float) -> AuditDue:
    return _due(entries.ended(request, "cancelled", now, by=by))


def of_decision(request: Request, decision: Decision) -> AuditDue:
    return _due(entries.decided(request, decision))


def of_remark(request: Request, remark: Remark, *, once: str = "") -> AuditDue:
    return _due(entries.remarked(request, remark, once=once))


def of_ending(
    request: Request, status: Ending, now: float, *, by: str, behalf: str = ""
) -> AuditDue:
    """Without a decision: nobody came in time, or a person settled a doubt."""
    if status in ("expired", "undeliverable"):
        return _due(entries.ended(request, status, now))
    return _due(entries.ended(request, "settled", now, by=by, behalf=behalf, detail=status))


def of_call(
    call: Call,
    what: Literal["started", "in_doubt", "done", "failed"],
    now: float,
    request: Request | None,
) -> AuditDue:
    return _due(entries.called(call, what, now, request=request))


def _due(entry: AuditEntry) -> AuditDue:
    return AuditDue(entry=entry)
