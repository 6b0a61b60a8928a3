"""Runs and approvals as text for a terminal, with the ids the commands take."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from bot.audit import Link
from bot.records import Approval, Run

MOST = 50
"""Rows of what is listed however old it is."""
_WIDEST = 60


def run_list(runs: Sequence[Run], waiting: Sequence[Approval], older: Sequence[Run] = ()) -> str:
    """The latest runs, `older` ones that are not over, then what waits for somebody."""
    lines = [_run(run) for run in runs] or ["Nothing has been asked yet."]
    lines += _section("Older, and not over:", [*map(_run, older)], "are the latest")
    lines += _section("Waiting for a decision:", [*map(_approval, waiting)], "expire first")
    return "\n".join(lines)


def _section(title: str, rows: Sequence[str], which: str) -> list[str]:
    more = [f"… and more; these {MOST} {which}"] if len(rows) > MOST else []
    return ["", title, *rows[:MOST], *more] if rows else []


def run_details(run: Run, approvals: Sequence[Approval], steps: Iterable[Link] = ()) -> str:
    """One run with everything that was decided about it, and what happened in it."""
    lines = [
        _run(run),
        f"  in {run.place.channel}, thread {run.place.thread}, asked for by {run.requester}",
        f"  agent {run.agent}, {run.tokens} tokens, last heard of {_moment(run.updated_at)}",
    ]
    lines += [f"  {run.note}"] if run.note else []
    for approval in approvals:
        lines += ["", *approval_details(approval)]
    if happened := audit_lines(steps):
        lines += ["", "What happened:", happened]
    return "\n".join(lines)


def audit_lines(links: Iterable[Link]) -> str:
    """One line an entry: its number in the chain, when, what, of which call, by whom."""
    return "\n".join(map(_step, links))


def _step(link: Link) -> str:
    entry = link.entry
    about = " ".join(filter(None, [entry.tool, entry.digest[:12], entry.approval or entry.run]))
    by = f"by {entry.by}" if entry.by else ""
    by += f" for {entry.behalf}" if entry.behalf else ""
    told = [f"{link.seq:>6}", _moment(entry.at / 1000), entry.what, about, by, _line(entry.detail)]
    return "  ".join(filter(None, told))


def approval_details(approval: Approval) -> list[str]:
    """A call, what it was to be run with, and whose word counted."""
    request = approval.request
    arguments = request.call.arguments if not request.hidden else "(some arguments are hidden)"
    lines = [_approval(approval), f"  {request.call.tool} {arguments}"]
    for decision in approval.decisions:
        reason = f": {_line(decision.reason)}" if decision.reason else ""
        lines.append(f"  {decision.verdict} by {decision.by} {_moment(decision.at)}{reason}")
    lines += [f"  ended by {approval.ended_by}"] if approval.ended_by else []
    lines += [f"  outcome: {_line(approval.outcome)}"] if approval.outcome else []
    return lines


def _run(run: Run) -> str:
    return f"{run.id}  {run.status:<9}  {_moment(run.started_at)}  {_line(run.ask)}"


def _approval(approval: Approval) -> str:
    request = approval.request
    ends = f", until {_moment(request.expires_at)}" if approval.is_open else ""
    return f"{request.id}  {approval.status}{ends}  {request.call.tool} for {request.requester}"


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _line(text: str) -> str:
    """On one line, without anything a terminal would obey."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(clean.split())
    return line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…"
