"""Judges a story: whether what happened, what is on record and what people were told agree.

Nothing here awaits, looks at a clock or asks anybody.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.records import Approval
from tests.faults.chaos.crew import GATED, REPEATABLE, closing
from tests.faults.chaos.effects import Effect
from tests.faults.chaos.story import Said, Story

Kind = Literal["doubled", "unapproved", "lost", "contradiction", "silence"]

MAY_HAVE_RUN = frozenset({"started", "done", "failed", "in_doubt", "superseded"})
ASKS = frozenset({"waiting", "in_doubt"})
OVER = MAY_HAVE_RUN - {"started"} | {"rejected", "expired", "cancelled", "undeliverable"}
DEFERRED = "I have kept your message"
RAISED = "An error occurred"
NOT_RECORDED = "could *not be recorded*"


@dataclass(frozen=True)
class Fault:
    kind: Kind
    words: str


@dataclass(frozen=True)
class Verdict:
    faults: tuple[Fault, ...]
    counts: dict[str, int]

    def count(self, kind: Kind) -> int:
        return sum(fault.kind == kind for fault in self.faults)


def judge(story: Story) -> Verdict:
    faults = (
        *_ran_twice(story),
        *_ran_unapproved(story),
        *_open_ends(story),
        *_false_records(story),
        *_false_cards(story),
        *_unanswered(story),
        *_unheard_clicks(story),
    )
    return Verdict(faults, _counts(story))


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


def _ran_twice(story: Story) -> Iterator[Fault]:
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
    owners: dict[str, set[str]] = defaultdict(set)
    for effect in story.effects:
        owners[effect.name].add(effect.run)
    return owners


def _ran_unapproved(story: Story) -> Iterator[Fault]:
    attempts = _attempts(story)
    for at, starts in _starts(story).items():
        for start in starts if starts[0].tool in GATED else ():
            if not any(_covers(approval, start) for approval in attempts[at]):
                known = [(a.status, _approvers(a)) for a in attempts[at]]
                yield Fault("unapproved", f"{start.name} by {start.approvers}, on record: {known}")


def _covers(approval: Approval, start: Effect) -> bool:
    """Whether this approval let that start happen: by enough people, in time, and before it."""
    request = approval.request
    people = set(_approvers(approval)) - {request.requester}
    return (
        approval.status in MAY_HAVE_RUN
        and set(start.approvers) == set(_approvers(approval))
        and len(people) >= request.rule.required
        and not any(each.verdict == "rejected" for each in approval.decisions)
        and all(each.at < min(request.expires_at, start.at) for each in approval.decisions)
    )


def _approvers(approval: Approval) -> list[str]:
    return [each.by for each in approval.decisions if each.verdict == "approved"]


def _open_ends(story: Story) -> Iterator[Fault]:
    for approval in story.approvals:
        if approval.status in ASKS and not any(c.live for c in _cards(story, approval)):
            yield Fault("lost", f"{_name(approval)} is {approval.status} and nobody is asked")
        elif approval.status not in OVER | ASKS:
            yield Fault("lost", f"{_name(approval)} is still {approval.status}")
    for run in story.runs:
        if run.status == "failed":
            yield Fault("lost", f"{run.id} ({run.ask}) failed: {run.note}")
        if not run.is_over and not _waits_for_somebody(story, run.id):
            yield Fault("lost", f"{run.id} ({run.ask}) is still {run.status}")
    for call in story.calls:
        if call.status not in ("done", "failed"):
            yield Fault("lost", f"{call.call} of {call.run} is {call.status}")
    for words in story.left:
        yield Fault("lost", words)


def _waits_for_somebody(story: Story, run: str) -> bool:
    return any(
        a.request.call.run == run and a.status in ASKS and c.live
        for a in story.approvals
        for c in _cards(story, a)
    )


def _false_records(story: Story) -> Iterator[Fault]:
    """The journal against the traces."""
    starts = _starts(story)
    nonces = {effect.nonce for effect in story.effects if effect.what == "end"}
    for approval in story.approvals:
        call = approval.request.call
        ran = starts[call.run, call.call_id]
        by_itself = not approval.ended_by
        if approval.status in ("done", "failed") and by_itself and not ran:
            yield Fault("lost", f"{_name(approval)} is {approval.status} and never began")
        told = approval.outcome[-12:] in nonces or approval.outcome.startswith(RAISED)
        if approval.status == "done" and by_itself and not told:
            yield Fault("contradiction", f"{_name(approval)} never said {approval.outcome!r}")
        if approval.status == "rejected" and not _said_no(approval):
            yield Fault("contradiction", f"{_name(approval)} is rejected by nobody")
        if any(each.at >= approval.request.expires_at for each in approval.decisions):
            yield Fault("contradiction", f"{_name(approval)} was decided after its time")


def _said_no(approval: Approval) -> bool:
    return any(each.verdict == "rejected" for each in approval.decisions)


def _false_cards(story: Story) -> Iterator[Fault]:
    """The journal against what Slack shows. What was over before it could be shown has no card."""
    for approval in story.approvals:
        cards = _cards(story, approval)
        if not cards and (approval.decisions or approval.card is not None):
            yield Fault("silence", f"{_name(approval)} ({approval.status}) has no card")
        for card in cards:
            if (card.version, card.status) != (approval.version, approval.status):
                shown = f"{card.status} ({card.version})"
                real = f"{approval.status} ({approval.version})"
                yield Fault("contradiction", f"a card of {_name(approval)} shows {shown}: {real}")


def _cards(story: Story, approval: Approval) -> list[object]:
    return [card for card in story.cards if card.approval == approval.request.id]


def _unanswered(story: Story) -> Iterator[Fault]:
    heard = {run.asked_ts: run for run in story.runs}
    for said in story.said:
        if not said.taken:
            continue
        run = heard.get(said.ts)
        called_off = run is not None and run.status == "cancelled"
        if not called_off and not _is_answered(story, said):
            yield Fault("silence", f"{said.job} has no answer ({run.status if run else 'no run'})")


def _is_answered(story: Story, said: Said) -> bool:
    wanted = (closing(said.job), NOT_RECORDED)
    return any(
        words.thread == said.thread and any(each in words.text for each in wanted)
        for words in story.words
    )


def _unheard_clicks(story: Story) -> Iterator[Fault]:
    """A click either counts, and the card says so, or whoever clicked is told."""
    threads = {a.request.id: a.request.place.thread for a in story.approvals}
    clicks = Counter((c.by, threads.get(c.approval, c.thread)) for c in story.clicks if c.taken)
    answers: Counter[tuple[str, str]] = Counter()
    for approval in story.approvals:
        thread = approval.request.place.thread
        answers.update((each.by, thread) for each in approval.decisions)
        answers.update([(approval.ended_by, thread)] if approval.ended_by else [])
    for words in story.words:
        if words.only_to and DEFERRED not in words.text:
            answers[words.only_to, words.thread] += 1
    for (person, thread), number in clicks.items():
        if number > answers[person, thread]:
            missing = number - answers[person, thread]
            yield Fault("silence", f"{missing} of {number} clicks of {person} in {thread}")


def _name(approval: Approval) -> str:
    call = approval.request.call
    return f"{call.call_id} ({call.tool}, attempt {call.attempt}, {call.run})"


def _counts(story: Story) -> dict[str, int]:
    ends = {(e.run, e.call) for e in story.effects if e.what == "end"}
    doubted = [a for a in story.approvals if _was_in_doubt(a)]
    cards = Counter(card.approval for card in story.cards)
    return {
        "jobs": len(story.said),
        "runs": len(story.runs),
        "approvals": len(story.approvals),
        "approved": sum(bool(_approvers(a)) for a in story.approvals),
        "starts": sum(e.what == "start" for e in story.effects),
        "clicks": len(story.clicks),
        "in_doubt": len(doubted),
        "in_doubt_had_ended": sum(_at(a) in ends for a in doubted),
        "second_cards": sum(number - 1 for number in cards.values()),
    }


def _was_in_doubt(approval: Approval) -> bool:
    settled = bool(approval.ended_by) and approval.status in ("done", "failed", "superseded")
    return settled or approval.status == "in_doubt"


def _at(approval: Approval) -> tuple[str, str]:
    return approval.request.call.run, approval.request.call.call_id
