"""What the oracle says about a story, and how it names what it speaks of."""

from dataclasses import dataclass
from typing import Literal, get_args

from bot.records import Approval
from tests.faults.chaos.story import Card, Story

Kind = Literal["lost", "doubled", "unapproved", "contradiction", "silence", "stray"]
"""`stray`: a second card of a call, which does not show how it stands."""
KINDS: tuple[Kind, ...] = get_args(Kind)

ASKS = frozenset({"waiting", "in_doubt"})
"""Where a person has to say something."""
MAY_HAVE_RUN = frozenset({"started", "done", "failed", "in_doubt", "superseded"})
OVER = MAY_HAVE_RUN - {"started"} | {"rejected", "expired", "cancelled", "undeliverable"}


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


def cards_of(story: Story, approval: Approval) -> list[Card]:
    return [card for card in story.cards if card.approval == approval.request.id]


def approvers(approval: Approval) -> list[str]:
    return [each.by for each in approval.decisions if each.verdict == "approved"]


def name_of(approval: Approval) -> str:
    call = approval.request.call
    return f"{call.call_id} ({call.tool}, attempt {call.attempt}, {call.run})"
