"""Where a card can stand, and whether it is still wanted. Decisions only."""

from bot.records import Approval, Place


def places(approval: Approval) -> tuple[Place, ...]:
    """Where the policy sends it, and at last the thread, for when that takes nothing."""
    thread, elsewhere = approval.request.place, approval.request.rule.reach.route_to
    if elsewhere in ("", thread.channel):
        return (thread,)
    return (Place(channel=elsewhere, thread=""), thread)


def is_for_ours_alone(approval: Approval) -> bool:
    """Whether no other organisation may read its card. A question holds no more than an answer."""
    request = approval.request
    return request.inquiry is None and not request.rule.reach.in_shared_channels


def asks(approval: Approval) -> bool:
    """Whether it waits for people."""
    return approval.is_open or approval.status == "in_doubt"


def needs_a_card(approval: Approval) -> bool:
    """Whether people have to see it: it asks something, or somebody has decided on a card whose
    place was not recorded."""
    return asks(approval) or bool(approval.decisions)
