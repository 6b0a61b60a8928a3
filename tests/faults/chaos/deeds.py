"""Whether the tools did what is on record and nothing else: never twice, never without a yes."""

from collections import defaultdict
from collections.abc import Iterator

from bot.records import Approval
from tests.faults.chaos.crew import GATED, PURE, REPEATABLE
from tests.faults.chaos.effects import Effect
from tests.faults.chaos.story import Story
from tests.faults.chaos.verdict import MAY_HAVE_RUN, Fault, approvers, name_of

RAISED = "An error occurred"
"""How the output of a tool begins that raised an error."""


def ran_twice(story: Story) -> Iterator[Fault]:
    attempts = _attempts(story)
    for at, starts in _starts(story).items():
        allowed = sum(a.status in MAY_HAVE_RUN for a in attempts[at])
        if starts[0].tool not in GATED:
            allowed = 1 + sum(a.status in MAY_HAVE_RUN for a in attempts[at][1:])
        if starts[0].tool not in REPEATABLE and len(starts) > allowed:
            yield Fault("doubled", f"{starts[0].name} ran {len(starts)} times, approved {allowed}")
    for name, runs in _owners(story).items():
        if len(runs) > 1:
            yield Fault("doubled", f"{name} ran in {len(runs)} runs")
    for effect in story.effects:
        if effect.key != f"{effect.run}:{effect.call}":
            yield Fault("contradiction", f"{effect.name} was given the key {effect.key}")


def _owners(story: Story) -> dict[str, set[str]]:
    """The runs that made a call. One that looked at something, and was forgotten by a failover
    before anything it did was on record, is none: its message is taken up once more."""
    known, owners = {run.id for run in story.runs}, defaultdict[str, set[str]](set)
    for effect in story.effects:
        if effect.run in known or effect.tool not in PURE:
            owners[effect.name].add(effect.run)
    return owners


def ran_unapproved(story: Story) -> Iterator[Fault]:
    attempts = _attempts(story)
    for at, starts in _starts(story).items():
        for start in starts if starts[0].tool in GATED else ():
            if not any(_covers(approval, start) for approval in attempts[at]):
                known = [(a.status, approvers(a)) for a in attempts[at]]
                yield Fault("unapproved", f"{start.name} by {start.approvers}, on record: {known}")


def _covers(approval: Approval, start: Effect) -> bool:
    """Whether this approval let that start happen: by enough people, in time, and before it."""
    request = approval.request
    people = set(approvers(approval)) - {request.requester}
    return (
        approval.status in MAY_HAVE_RUN
        and set(start.approvers) == set(approvers(approval))
        and len(people) >= request.rule.required
        and not any(each.verdict == "rejected" for each in approval.decisions)
        and all(each.at < min(request.expires_at, start.at) for each in approval.decisions)
    )


def false_records(story: Story) -> Iterator[Fault]:
    """The journal against the traces."""
    starts = _starts(story)
    nonces = {effect.nonce for effect in story.effects if effect.what == "end"}
    for approval in story.approvals:
        call = approval.request.call
        ran = starts[call.run, call.call_id]
        by_itself = not approval.ended_by
        if approval.status in ("done", "failed") and by_itself and not ran:
            yield Fault("lost", f"{name_of(approval)} is {approval.status} and never began")
        told = approval.outcome[-12:] in nonces or approval.outcome.startswith(RAISED)
        if approval.status == "done" and by_itself and not told:
            yield Fault("contradiction", f"{name_of(approval)} never said {approval.outcome!r}")
        if approval.status == "rejected" and not _said_no(approval):
            yield Fault("contradiction", f"{name_of(approval)} is rejected by nobody")
        if any(each.at >= approval.request.expires_at for each in approval.decisions):
            yield Fault("contradiction", f"{name_of(approval)} was decided after its time")


def _said_no(approval: Approval) -> bool:
    return any(each.verdict == "rejected" for each in approval.decisions)


def _attempts(story: Story) -> dict[tuple[str, str], list[Approval]]:
    """Approvals by run and call, first attempt first."""
    found: dict[tuple[str, str], list[Approval]] = defaultdict(list)
    for each in sorted(story.approvals, key=lambda a: a.request.call.attempt):
        found[each.request.call.run, each.request.call.call_id].append(each)
    return found


def _starts(story: Story) -> dict[tuple[str, str], list[Effect]]:
    found: dict[tuple[str, str], list[Effect]] = defaultdict(list)
    for effect in story.effects:
        if effect.what == "start":
            found[effect.run, effect.call].append(effect)
    return found
