"""Where an approval stands, in words: one line for people, and the title of its card."""

from collections.abc import Sequence
from typing import assert_never

from bot.cards.arguments import subject
from bot.records import Approval, ApprovalStatus, Decision, Request
from bot.text import clip, code, line, user

_TITLES: dict[ApprovalStatus, str] = {
    "waiting": "⏳ Approval needed",
    "approved": "✅ Approved",
    "started": "🔄 Running",
    "done": "✅ Done",
    "failed": "❌ Failed",
    "rejected": "🚫 Rejected",
    "expired": "⌛ Expired",
    "cancelled": "🛑 Called off",
    "undeliverable": "📭 Could not be asked",
    "superseded": "🔁 To be run again",
    "in_doubt": "❓ May have run",
}
_ASKING: dict[ApprovalStatus, str] = {
    "approved": "💬 Answered",
    "started": "💬 Answered",
    "done": "💬 Answered",
    "expired": "⌛ Not answered",
}
_DECIDED: dict[ApprovalStatus, str] = {
    "started": _TITLES["approved"],
    "done": _TITLES["approved"],
}
"""Of what is nothing but a decision."""
_MOST = 10


def title(approval: Approval) -> str:
    """What a reader must know first; what is asked, the tool and the agent are foreign text."""
    about = subject(approval)
    name = f"“{clip(line(about), 110)}”" if about else approval.request.call.tool
    return _titled(approval, name, approval.request.call.agent)


def headline(approval: Approval) -> str:
    """The same as Slack mrkdwn."""
    return _titled(approval, tool(approval), code(approval.request.call.agent, 80))


def _titled(approval: Approval, name: str, asker: str) -> str:
    agreed, required = len(approval.agreed), approval.request.rule.required
    if approval.request.inquiry is not None:
        if approval.is_open:
            return f"💬 Question from {asker}"
        return f"{_ASKING.get(approval.status, _TITLES[approval.status])}: question from {asker}"
    if approval.is_open and agreed:
        return f"{_TITLES['waiting']}, {agreed} of {required}: {name}"
    if approval.status == "failed" and approval.ended_by:
        return f"🏳 Given up: {name}"
    titles = _TITLES | _DECIDED if approval.request.only_decides else _TITLES
    return f"{titles[approval.status]}: {name}"


def standing(approval: Approval) -> str:
    """What happened so far and what it means, as Slack mrkdwn."""
    if words := _answered(approval) or _decided(approval):
        return words
    match approval.status:
        case "waiting":
            return _so_far(approval)
        case "approved":
            return f"{_agreed(approval)} It is about to run."
        case "started":
            return f"{_agreed(approval)} It is running."
        case "done" | "failed":
            return _ended(approval)
        case "rejected":
            return _rejected(approval)
        case "expired":
            return "Nobody decided in time. It did not run."
        case "cancelled":
            return _called_off(approval)
        case "undeliverable":
            return "Nobody could be asked, because the card could not be posted. It did not run."
        case "superseded":
            return (
                f"It *may have run*. {user(approval.ended_by)} wants another attempt, "
                "which needs an approval of its own."
            )
        case "in_doubt":
            return (
                f"{_agreed(approval)} It was started, but the bot stopped before it "
                "heard back. It *may have run*. Please check, then say what happened."
            ).strip()
        case _:
            assert_never(approval.status)


def approvers(approval: Approval) -> str:
    """Those who approved, as mentions."""
    return _people(approval.agreed)


def _answered(approval: Approval) -> str:
    """What became of a question that was answered, or for which the time is up; else empty."""
    if approval.request.inquiry is None or approval.status not in _ASKING:
        return ""
    if approval.status == "expired":
        return "Nobody answered in time."
    return f"Answered by {approvers(approval)}."


def _decided(approval: Approval) -> str:
    """What became of what is nothing but a decision, so that nothing runs; else empty."""
    if not approval.request.only_decides:
        return ""
    match approval.status:
        case "approved" | "started" | "done" if not approval.ended_by:
            return _agreed(approval)
        case "rejected":
            return f"Rejected by {_people(_against(approval))}."
        case "expired":
            return "Nobody decided in time, so it is not approved."
        case _:
            return ""


def decides(request: Request) -> str:
    """What somebody does about it."""
    return "decides" if request.inquiry is None else "answers"


def otherwise(request: Request) -> str:
    """What it means if nobody says anything in time."""
    if request.inquiry is not None:
        return "the agent goes on without"
    return "it is not approved" if request.only_decides else "it does not run"


def cannot_approve(request: Request) -> str:
    """Why it can only be rejected: its policy wants a preview, and there is none."""
    why = code(request.preview_problem, 300) if request.preview_problem else "the tool has none"
    return f"*This cannot be approved.* Its policy wants a preview, and there is none: {why}."


def _agreed(approval: Approval) -> str:
    """Who approved, and how far it reaches; empty for a call nobody had to approve."""
    if not approval.agreed:
        return ""
    if any(each.standing for each in approval.agreed):
        return f"Covered by what {approvers(approval)} approved for this run."
    reach = {"tool": " for the rest of this run", "arguments": " whenever it is the same"}
    always = next((reach[each.always] for each in approval.agreed if each.always), "")
    edited = " with changes" if approval.call.arguments != approval.request.call.arguments else ""
    return f"Approved{edited}{always} by {approvers(approval)}."


def _so_far(approval: Approval) -> str:
    required = approval.request.rule.required
    agreed = approval.agreed
    if agreed:
        return f"{len(agreed)} of {required} approvals so far: {_people(agreed)}."
    return f"It takes {required} people." if required > 1 else ""


def _ended(approval: Approval) -> str:
    how = "It ran." if approval.status == "done" else "It ran into an error."
    if approval.ended_by:
        how = f"{user(approval.ended_by)} says that it has run."
        if approval.status == "failed":
            how = f"Given up by {user(approval.ended_by)}. It *may have run*."
    return f"{_agreed(approval)} {how}".strip()


def _rejected(approval: Approval) -> str:
    return f"Rejected by {_people(_against(approval))}. It did not run."


def _against(approval: Approval) -> list[Decision]:
    return [each for each in approval.decisions if each.verdict == "rejected"]


def _called_off(approval: Approval) -> str:
    by = f" by {user(approval.ended_by)}" if approval.ended_by else ""
    return f"Called off{by}. It did not run."


def reason(approval: Approval) -> str:
    """What the person who rejected it said; foreign text, empty without any."""
    return next(filter(None, (each.reason for each in _against(approval))), "")


def who(decision: Decision) -> str:
    """Whose word it was, and in whose place."""
    behalf = f" (for {user(decision.behalf)})" if decision.behalf else ""
    return f"{user(decision.by)}{behalf}"


def _people(decisions: Sequence[Decision]) -> str:
    names = list(dict.fromkeys(who(each) for each in decisions))
    more = len(names) - _MOST
    names = names if more <= 0 else [*names[:_MOST], f"{more} more"]
    return ", ".join(names) or "nobody"


def tool(approval: Approval) -> str:
    """The tool as inline code, or what is asked where that says more."""
    return code(subject(approval) or approval.request.call.tool, 80)
