"""Judges a story: whether what happened, what is on record and what people were told agree.

Nothing here awaits, looks at a clock or asks anybody.
"""

from collections import Counter
from collections.abc import Iterator

from bot.records import Approval
from tests.faults.chaos.deeds import false_records, ran_twice, ran_unapproved
from tests.faults.chaos.story import Story
from tests.faults.chaos.telling import false_cards, unanswered, unheard_clicks
from tests.faults.chaos.verdict import ASKS, OVER, Fault, Verdict, approvers, cards_of, name_of


def judge(story: Story) -> Verdict:
    faults = (
        *ran_twice(story),
        *ran_unapproved(story),
        *_open_ends(story),
        *false_records(story),
        *false_cards(story),
        *unanswered(story),
        *unheard_clicks(story),
    )
    return Verdict(faults, _counts(story))


def _open_ends(story: Story) -> Iterator[Fault]:
    for approval in story.approvals:
        if approval.status in ASKS and not any(c.live for c in cards_of(story, approval)):
            yield Fault("lost", f"{name_of(approval)} is {approval.status} and nobody is asked")
        elif approval.status not in OVER | ASKS:
            yield Fault("lost", f"{name_of(approval)} is still {approval.status}")
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
        for c in cards_of(story, a)
    )


def _counts(story: Story) -> dict[str, int]:
    ends = {(e.run, e.call) for e in story.effects if e.what == "end"}
    doubted = [a for a in story.approvals if _was_in_doubt(a)]
    cards = Counter(card.approval for card in story.cards)
    return {
        "jobs": len(story.said),
        "runs": len(story.runs),
        "approvals": len(story.approvals),
        "approved": sum(bool(approvers(a)) for a in story.approvals),
        "starts": sum(e.what == "start" for e in story.effects),
        "clicks": len(story.clicks),
        "in_doubt": len(doubted),
        "in_doubt_had_ended": sum(_at(a) in ends for a in doubted),
        "gone": sum(each.gone for each in (*story.said, *story.clicks)),
        "second_cards": sum(number - 1 for number in cards.values()),
    }


def _was_in_doubt(approval: Approval) -> bool:
    settled = bool(approval.ended_by) and approval.status in ("done", "failed", "superseded")
    return settled or approval.status == "in_doubt"


def _at(approval: Approval) -> tuple[str, str]:
    return approval.request.call.run, approval.request.call.call_id
