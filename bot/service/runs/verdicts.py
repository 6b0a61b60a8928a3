"""Brings what is on record about approvals into the engine's state before a run goes on.

Rule: what the engine and the model learn of each standing is decided here, and nothing else is
done here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.ports import Settled
from bot.records import Approval
from bot.service.runs.fitting import fits
from bot.service.runs.requests import record_of
from core import RunState, ToolApprovalItem
from core.schemas.arguments import parse

GIVEN_UP = (
    "Nobody knows whether this ran: the process stopped in the middle of it, and a person decided "
    "to leave it at that. Do not try it again by yourself."
)
NOBODY_KNOWS = "Whether it has run is not known. Do not try it again by yourself."
CONFIRMED = "A person checked: this did run."
UNFIT = "It was approved and not run: its arguments do not fit the tool as it is now."
BY_HAND: Mapping[Settled, str] = {"": "", "done": CONFIRMED, "failed": GIVEN_UP}
"""What the model reads in place of an output nobody has."""


class Verdicts:
    """Knows what the state has heard of, so that nothing is brought in twice."""

    def __init__(self) -> None:
        self._heard: set[tuple[str, int, str]] = set()
        self.unfit: list[Approval] = []
        """Approved calls that cannot run, in the order in which they were brought in."""

    def bring_in(self, state: RunState[Any, Any], approvals: Mapping[str, Approval]) -> bool:
        """Decide or settle every pending call of the state that is decided or settled on record;
        whether there was one."""
        news = False
        for item, approval in _on_record(state, approvals):
            as_it_stands = approval.request.id, approval.version, item.reason
            if as_it_stands not in self._heard:
                self._heard.add(as_it_stands)
                news |= self._take(state, item, approval)
        return news

    def _take(self, state: RunState[Any, Any], item: ToolApprovalItem, approval: Approval) -> bool:
        if item.reason == "outcome_unknown":
            return _settle(state, item, approval)
        if approval.status == "approved" and not fits(item, approval.call.arguments):
            state.reject(item, rejection_message=UNFIT)
            self.unfit.append(approval)
            return True
        return _decide(state, item, approval)


def asks_about_known(state: RunState[Any, Any], approvals: Mapping[str, Approval]) -> bool:
    """Whether it waits for something that people have been asked before."""
    return any(True for _ in _on_record(state, approvals))


def _on_record(
    state: RunState[Any, Any], approvals: Mapping[str, Approval]
) -> Iterator[tuple[ToolApprovalItem, Approval]]:
    for item in state.get_interruptions():
        approval = approvals.get(record_of(state.call_of(item)).key)
        if approval is not None:
            yield item, approval


def answer_undecidable(state: RunState[Any, Any], item: ToolApprovalItem, words: str) -> None:
    """Answer a call that nobody could ever decide on, for the reason given."""
    if item.reason == "outcome_unknown":
        state.settle(item, output=f"{words} {NOBODY_KNOWS}")
    else:
        state.reject(item, rejection_message=f"{words} It was not run.")


def _decide(state: RunState[Any, Any], item: ToolApprovalItem, approval: Approval) -> bool:
    match approval.status:
        case "waiting":
            return False
        case "approved" | "started" | "in_doubt" | "done" | "failed" | "superseded":
            # Whether it still has to run is the journal's to say, when the tool is about to start.
            state.approve(item, arguments=_edited(approval))
        case "rejected" | "expired" | "cancelled" | "undeliverable":
            state.reject(item, rejection_message=why_not(approval) or None)
    return True


def _edited(approval: Approval) -> dict[str, Any] | None:
    """The arguments a person put in the place of the agent's."""
    edited = approval.call.arguments
    return None if edited == approval.request.call.arguments else parse(edited)


def _settle(state: RunState[Any, Any], item: ToolApprovalItem, approval: Approval) -> bool:
    match approval.status:
        case "done" if approval.ended_by:
            state.settle(item, output=CONFIRMED)
        case "failed" if approval.ended_by:
            state.settle(item, output=GIVEN_UP)
        case "superseded":
            state.run_again(item)
        case _:
            # The journal has what it answered, and is asked before it would run again.
            return False
    return True


def why_not(approval: Approval) -> str:
    """What the model reads in place of an output: each kind of no is a different thing.

    Empty for the engine's own words about a plain rejection."""
    match approval.status:
        case "rejected":
            reason = next((d.reason for d in approval.decisions if d.verdict == "rejected"), "")
            return f"A person rejected this. Reason: {reason}" if reason else ""
        case "expired":
            return f"Nobody answered within {_span(approval)}; it was not run. This is not a no."
        case "undeliverable":
            return "The request for approval could not be delivered to anybody; it was not run."
        case _:
            return "This was cancelled before anybody decided; it was not run."


def _span(approval: Approval) -> str:
    seconds = round(approval.request.expires_at - approval.request.asked_at)
    if seconds < 120:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes / 60:g} h" if minutes < 60 * 48 else f"{minutes / 60 / 24:g} days"
