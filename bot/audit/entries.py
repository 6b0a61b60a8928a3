"""What is written down about each change: one function for each kind of it.

Rule: what stands in the audit is decided here. The journal calls these functions where it makes the
change, so that no way into it can leave the audit out.
"""

from datetime import UTC, datetime
from typing import Literal

from bot.audit.hiding import hide
from bot.records import (
    Answered,
    Approval,
    Asked,
    AuditEntry,
    Call,
    Decision,
    Delegation,
    Happening,
    Nudged,
    Remark,
    Request,
    Run,
    Viewed,
    Withdrawn,
)

_REMARKS: dict[type[Remark], Happening] = {
    Viewed: "viewed",
    Asked: "asked",
    Answered: "answered",
    Withdrawn: "withdrawn",
}

_OVER: frozenset[Happening] = frozenset(
    {"rejected", "done", "failed", "settled", "expired", "cancelled", "undeliverable"}
)


def run_started(run: Run) -> AuditEntry:
    return _of_run(run, "run_started", run.started_at, by=run.requester)


def run_ended(run: Run, *, by: str = "") -> AuditEntry:
    """`by`: who called it off."""
    return _of_run(run, "run_ended", run.updated_at, by=by, detail=run.status)


def requested(request: Request) -> AuditEntry:
    """Somebody is asked; `by` is whoever the agent works for."""
    entry = of_request(request, "requested", request.asked_at, by=request.requester)
    given = hide(request.call.arguments, request.hidden)
    return entry.model_copy(update={"arguments": _clean(given)})


def decided(request: Request, decision: Decision) -> AuditEntry:
    """A word that counts."""
    what: Happening = "edited" if decision.arguments else decision.verdict
    entry = of_request(request, what, decision.at, by=decision.by, detail=_said(decision))
    changes = {
        "behalf": decision.behalf,
        "digest": decision.digest or request.call.digest,
        "arguments": _clean(hide(decision.arguments, request.hidden)),
    }
    return entry.model_copy(update=changes)


def remarked(request: Request, remark: Remark, *, once: str = "") -> AuditEntry:
    detail = ""
    match remark:
        case Asked(text=text) | Answered(text=text):
            detail = text
        case Withdrawn(why=why):
            detail = why
        case Nudged(to=to):
            detail = ", ".join(to)
        case Viewed():
            pass
    what = remark.what if isinstance(remark, Nudged) else _REMARKS[type(remark)]
    entry = of_request(request, what, remark.at, by=remark.by, detail=detail, once=once)
    return (
        entry.model_copy(update={"digest": remark.digest}) if isinstance(remark, Viewed) else entry
    )


def ended(
    request: Request,
    what: Literal["expired", "undeliverable", "cancelled", "settled"],
    at: float,
    *,
    by: str = "",
    behalf: str = "",
    detail: str = "",
) -> AuditEntry:
    """Nobody has to decide any more."""
    entry = of_request(request, what, at, by=by, detail=detail, once=what)
    return entry.model_copy(update={"behalf": behalf})


def called(
    call: Call,
    what: Literal["started", "in_doubt", "done", "failed"],
    at: float,
    *,
    request: Request | None,
) -> AuditEntry:
    """The call itself; without a request, nobody had to be asked."""
    once = f"{call.key}:{what}:{milliseconds(at)}"
    if request is not None:
        entry = of_request(request, what, at, once=once)
        return entry.model_copy(update={"digest": call.digest})
    return AuditEntry(
        id=once,
        at=milliseconds(at),
        what=what,
        run=call.run,
        call=call.key,
        agent=_clean(call.agent),
        tool=_clean(call.tool),
        digest=call.digest,
    )


def refused(approval: Approval, by: str, at: float, *, reason: str) -> AuditEntry:
    """Somebody's word did not count. `reason` is one of our own codes."""
    once = f"refused:{by}:{reason}:{milliseconds(at)}"
    entry = of_request(approval.request, "refused", at, by=by, detail=reason, once=once)
    return entry.model_copy(update={"digest": approval.call.digest})


def kept_running(run: Run, by: str, at: float, *, reason: str) -> AuditEntry:
    """Somebody could not call a run off."""
    entry = _of_run(run, "refused", at, by=by, detail=reason)
    return entry.model_copy(update={"id": f"{entry.id}:{by}:{entry.at}"})


def delegated(delegation: Delegation) -> AuditEntry:
    """From now on somebody decides for somebody else."""
    return AuditEntry(
        id=f"delegated:{delegation.id}",
        at=milliseconds(delegation.since),
        what="delegated",
        by=delegation.by,
        detail=f"to {delegation.to} until {utc(delegation.until)}",
    )


def undelegated(delegation: Delegation, at: float, *, why: str) -> AuditEntry:
    """They do not any more. `why` is one of our own words."""
    return AuditEntry(
        id=f"undelegated:{delegation.id}",
        at=milliseconds(at),
        what="undelegated",
        by=delegation.by,
        detail=f"to {delegation.to}: {why}",
    )


def policies(version: str, said: str, at: float) -> AuditEntry:
    """Other policies are in force than before; `said` is all of them as JSON."""
    moment = milliseconds(at)
    return AuditEntry(
        id=f"policies:{version}:{moment}",
        at=moment,
        what="policies",
        policies=version,
        arguments=_clean(said),
    )


def turn(entry: AuditEntry) -> Literal["opens", "closes", ""]:
    """Whether a call begins or ends to be somebody's concern with this; what is written about one
    that is not over must be kept."""
    if entry.what in ("requested", "started", "in_doubt"):
        return "opens"
    if entry.what in _OVER:
        return "closes"
    return ""


def of_request(
    request: Request, what: Happening, at: float, *, by: str = "", detail: str = "", once: str = ""
) -> AuditEntry:
    """About a request; `once` tells apart what can happen to it several times."""
    call, moment = request.call, milliseconds(at)
    return AuditEntry(
        id=f"{request.id}:{once or f'{what}:{by}:{moment}'}",
        at=moment,
        what=what,
        by=by,
        run=call.run,
        approval=request.id,
        call=call.key,
        agent=_clean(call.agent),
        tool=_clean(call.tool),
        digest=call.digest,
        rule=request.rule.name,
        policies=request.rule.version,
        channel=request.place.channel,
        thread=request.place.thread,
        detail=_clean(detail),
    )


def utc(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _of_run(run: Run, what: Happening, at: float, *, by: str, detail: str = "") -> AuditEntry:
    return AuditEntry(
        id=f"{run.id}:{what}",
        at=milliseconds(at),
        what=what,
        by=by,
        run=run.id,
        agent=_clean(run.agent),
        channel=run.place.channel,
        thread=run.place.thread,
        detail=detail,
    )


def _said(decision: Decision) -> str:
    """What a person said with their word, and how far it reaches."""
    reach = f"always in this run ({decision.always})" if decision.always else ""
    standing = "follows from an earlier word" if decision.standing else ""
    answer = f"answer: {decision.answer}" if decision.answer else ""
    return "; ".join(filter(None, (decision.reason, answer, reach, standing)))


def _clean(text: str) -> str:
    """Text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()
