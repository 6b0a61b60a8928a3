"""Runs and approvals as lists and in detail, with the ids that the commands take."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from bot.cards import blocks as b
from bot.cards.answers import note
from bot.cards.arguments import given
from bot.cards.fallback import one_line
from bot.cards.paging import Page, Turning, with_turning
from bot.cards.standing import standing, tool
from bot.cards.times import moment
from bot.policy.naming import who_decides
from bot.ports import Message
from bot.records import Approval, Run, RunStatus
from bot.text import MESSAGE, bounded, code, escape, pieces, size, user

_MOST = 20
"""Entries in one list."""
_ARGUMENTS = 200
_GLIMPSE = 30
"""Characters of arguments, and of each where the whole list would have no room for them."""
_STATUS: dict[RunStatus, str] = {
    "running": "running",
    "waiting": "*waiting for approval*",
    "done": "done",
    "failed": "*failed*",
    "cancelled": "called off",
}
_TITLES: dict[Turning, str] = {
    "status": "Going on now",
    "list": "Latest runs",
    "pending": "Waiting for a decision",
}
_NOTHING: dict[Turning, str] = {
    "status": "Nothing is going on. Mention me to ask for something.",
    "list": "Nothing has been asked of me yet.",
    "pending": "Nothing waits for a decision.",
}
Links = Mapping[str, str]
"""Id of a run or approval to the permalink of its message; those without are left out."""
_NO_LINKS: Links = {}


def run_list(
    name: Turning, page: Page[Run], links: Links = _NO_LINKS, *, command: str = "/agent"
) -> Message:
    """Runs, newest first."""
    if not page.shown:
        return with_turning(note(_NOTHING[name]), page, name, command)
    lines = [run_line(run, links) for run in page.shown]
    return with_turning(_entries(_TITLES[name], lines), page, name, command)


def pending_list(
    page: Page[Approval], links: Links = _NO_LINKS, *, command: str = "/agent"
) -> Message:
    """What waits for a decision, the one that expires first at the top."""
    if not page.shown:
        return note(_NOTHING["pending"])
    approve, reject = code(f"{command} approve ID"), code(f"{command} reject ID")
    how = f"Decide on the card, or with {approve} and {reject}."
    lines = [_pending(each, links, _ARGUMENTS) for each in page.shown]
    if sum(map(size, lines)) > MESSAGE:
        lines = [_pending(each, links, _GLIMPSE) for each in page.shown]
    return with_turning(_entries(_TITLES["pending"], lines, how), page, "pending", command)


def run_status(run: Run, approvals: Sequence[Approval] = (), links: Links = _NO_LINKS) -> Message:
    """One run in a few lines: what it does, and for whom it waits."""
    lines = [run_line(run, links), *(_approval_line(each, links) for each in approvals)]
    return _entries("Status", lines)


def run_details(run: Run, approvals: Sequence[Approval] = (), links: Links = _NO_LINKS) -> Message:
    """Everything about a run, its calls with the beginning of their arguments."""
    facts = (
        f"Agent {code(run.agent, 80)}, started {moment(run.started_at)}, "
        f"last heard of {moment(run.updated_at)}, {run.tokens:,} tokens."
    )
    ending = [f"Ended with: {code(run.note, 300)}"] if run.note else []
    calls = [
        f"{_approval_line(each, links)}\n{code(one_line(given(each).text), 300)}"
        for each in approvals
    ]
    return _entries("Run", [run_line(run, links), facts, *ending, *calls])


def approval_details(approval: Approval, links: Links = _NO_LINKS) -> tuple[Message, ...]:
    """One call with the whole of its arguments, in as many messages as they need."""
    text = given(approval).text
    first = _entries("Call", [_approval_line(approval, links)])
    parts = pieces(text, MESSAGE) if text else []
    pages = [
        Message(
            text=f"Arguments of {tool(approval)}, part {number} of {len(parts)}",
            blocks=(b.preformatted(part, title=f"Arguments, part {number} of {len(parts)}"),),
        )
        for number, part in enumerate(parts, 1)
    ]
    return (first, *pages)


def run_line(run: Run, links: Links) -> str:
    """A run by what was asked for, with its id."""
    return (
        f"{code(run.ask, 150)} {_STATUS[run.status]}, asked by {user(run.requester)} "
        f"{moment(run.started_at)}\n{_foot(run.id, links)}"
    )


def pending_on(approval: Approval) -> str:
    """For whom an open request waits."""
    request = approval.request
    until = moment(request.expires_at)
    who = who_decides(request.rule, request.place, requester=request.requester)
    return f"• {tool(approval)} waits for {who}, until {until}."


def _approval_line(approval: Approval, links: Links) -> str:
    foot = _foot(approval.request.id, links)
    words = standing(approval) or f"Waiting until {moment(approval.request.expires_at)}."
    ended = f" {moment(approval.ended_at)}" if approval.ended_at else ""
    led = f" · <{escape(approval.result)}|result>" if approval.result else ""
    return f"{tool(approval)} {words}{ended}\n{foot}{led}"


def _pending(approval: Approval, links: Links, limit: int) -> str:
    """With so many characters of arguments."""
    request = approval.request
    told = code(one_line(given(approval).text), limit) if request.call.arguments else ""
    who = who_decides(request.rule, request.place, requester=request.requester)
    until = f", until {moment(request.expires_at)}" if approval.is_open else ""
    return (
        f"{tool(approval)} {told} asked by {user(request.requester)}{until}\n"
        f"Up to {who}. {standing(approval)}\n"
        f"{_foot(request.id, links)}"
    )


def _foot(identity: str, links: Links) -> str:
    link = links.get(identity, "")
    return f"{code(identity, 60)}" + (f" · <{escape(link)}|open>" if link else "")


def _entries(title: str, entries: Sequence[str], last: str = "") -> Message:
    """As many as one message has room for."""
    sizes = accumulate(map(size, entries[:_MOST]))
    shown = [each for each, taken in zip(entries, sizes, strict=False) if taken <= MESSAGE]
    if more := len(entries) - len(shown):
        shown.append(f"… and {more} more.")
    lines = [f"*{title}*", *shown, *([last] if last else [])]
    return Message(
        text=bounded("\n".join(lines)),
        blocks=tuple(b.section(b.words(each)) for each in lines),
    )
