"""Too few people who could approve something: said before anybody waits in vain."""

from collections.abc import Collection

from bot.policy.approvers import Facts
from bot.policy.reference import CHANNEL, REQUESTER, is_group, is_person
from bot.policy.unreadable import FOREVER
from bot.records import Request


def shortage(request: Request, facts: Facts, unfit: Collection[str] = ()) -> str:
    """Why too few people could approve this as things stand, as Slack mrkdwn; empty when there are
    enough, or when that cannot be told. `unfit`: people who never may, whoever names them."""
    rule, place = request.rule, request.place
    people = {each for each in rule.approvers if is_person(each)}
    reasons = [f"`{each}` may not approve anything" for each in sorted(people & set(unfit))]
    for group in filter(is_group, rule.approvers):
        members = facts.groups.get(group)
        if members is None and facts.failed.get(group) not in FOREVER:
            return ""
        if members is None:
            reasons.append(FOREVER[facts.failed[group]].format(group))
        elif not members:
            reasons.append(f"the user group `{group}` has nobody in it")
        people |= members or frozenset()
    if CHANNEL in rule.approvers and not place.is_direct:
        if place.channel not in facts.channels:
            return ""
        people |= facts.channels[place.channel]
    if REQUESTER in rule.approvers:
        people.add(request.requester)
    elif not rule.requester_may_approve:
        people.discard(request.requester)
    left = len(people - set(unfit))
    if left >= rule.required:
        return ""
    reasons.append(f"it takes {rule.required}, and {left or 'nobody'} could")
    why = "; ".join(reasons)
    return (
        f"As things stand this cannot be approved: {why}. Whoever runs me can correct `bot.toml`;"
        " until somebody rejects it or its time is over it waits, and then it does not run."
    )
