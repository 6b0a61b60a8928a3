"""Where a card goes, and whether it is still wanted. Decisions only."""

from bot.records import Approval, Place


def home(approval: Approval) -> Place:
    """Where the policy sends the card."""
    elsewhere = approval.request.rule.reach.route_to
    return Place(channel=elsewhere, thread="") if elsewhere else approval.request.place


def needs_a_card(approval: Approval) -> bool:
    """Whether people have to see it: it asks something, or somebody has decided on a card whose
    place was not recorded."""
    return approval.is_open or approval.status == "in_doubt" or bool(approval.decisions)
