"""Who decides, in words: as Slack mrkdwn in which ids show up as names."""

from bot.policy.reference import CHANNEL, REQUESTER, is_channel, is_group, is_person
from bot.records import Place, Rule

_MOST = 8


def who_decides(rule: Rule, place: Place, *, requester: str = "", call_groups: bool = True) -> str:
    """`<@U1>, full members of <#C1> (but not whoever asked)`.

    A mention of a person or a group can notify them. Where the requester's id is given they are
    mentioned, and left out where they may not decide. With `call_groups` off, groups are given by
    their ids, which notify nobody."""
    parts = _few([f"<@{each}>" for each in _people(rule, requester)])
    groups = [each for each in rule.approvers if is_group(each)]
    parts += _few([f"<!subteam^{each}>" if call_groups else f"the group {each}" for each in groups])
    own_word = requester_may(rule)
    if CHANNEL in rule.approvers and not place.is_direct:
        parts.append(f"full members of {channel(place.channel)}")
    if REQUESTER in rule.approvers or (CHANNEL in rule.approvers and place.is_direct and own_word):
        parts.append(f"<@{requester}>" if requester else "whoever asked")
    several = groups or (CHANNEL in rule.approvers and not place.is_direct)
    return _either(parts) + (" (but not whoever asked)" if several and not own_word else "")


def named_people(rule: Rule, requester: str) -> list[str]:
    """Approvers named by id, as far as they may decide about what this person asked for."""
    return _people(rule, requester)[:_MOST]


def requester_may(rule: Rule) -> bool:
    """Whether the requester may decide as well."""
    return rule.requester_may_approve or REQUESTER in rule.approvers


def channel(identity: str) -> str:
    """A channel by its name; this never notifies anybody."""
    return f"<#{identity}>" if is_channel(identity) else "this conversation"


def destination(identity: str) -> str:
    """A person or a channel something is sent to."""
    return f"<@{identity}>" if is_person(identity) else channel(identity)


def _people(rule: Rule, requester: str) -> list[str]:
    named = [each for each in rule.approvers if is_person(each)]
    return [each for each in named if each != requester or requester_may(rule)]


def _few(names: list[str]) -> list[str]:
    more = len(names) - _MOST
    return names if more <= 0 else [*names[:_MOST], f"{more} more"]


def _either(parts: list[str]) -> str:
    """`a, b or c`; `nobody` without any."""
    if not parts:
        return "nobody"
    *others, last = parts
    return f"{', '.join(others)} or {last}" if others else last
