"""Which policy a call falls under: the first that matches, or else the narrow default."""

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase

from bot.policy.policy import DEFAULT, Policies, Policy
from bot.records import Reach, Rule


def policy_for(policies: Policies, tool: str, arguments: Mapping[str, object]) -> Policy:
    """The policy in force for this call, with its deadlines and where its card goes."""
    return next((each for each in policies.policies if _covers(each, tool, arguments)), DEFAULT)


def rule_for(policies: Policies, tool: str, arguments: Mapping[str, object]) -> tuple[Rule, float]:
    """Who decides about this call, as it is kept with the request, and for how many seconds."""
    policy = policy_for(policies, tool, arguments)
    rule = Rule(
        name=policy.name,
        approvers=policy.approvers,
        required=policy.required,
        requester_may_approve=policy.requester_may_approve,
        always=policy.always,
        needs_preview=policy.needs_preview,
        reach=Reach(
            remind_after=policy.remind_after,
            escalate_after=policy.escalate_after,
            escalate_to=policy.escalate_to,
            route_to=policy.route_to or "",
            in_shared_channels=policy.in_shared_channels,
        ),
        version=policies.version,
    )
    return rule, policy.expires_after


def names(policy: Policy, tool: str) -> bool:
    """Whether it is meant for this tool, and not just for whatever there is. One for everything
    says who approves, and not who is to answer a question."""
    return any(glob != "*" and fnmatchcase(tool, glob) for glob in policy.tools)


def _covers(policy: Policy, tool: str, arguments: Mapping[str, object]) -> bool:
    return any(fnmatchcase(tool, glob) for glob in policy.tools) and all(
        name in arguments and fnmatchcase(text_of(arguments[name]), glob)
        for name, glob in policy.when
    )


def text_of(value: object) -> str:
    """A string as it is, everything else as JSON: `true`, `5`, `["a", "b"]`; 5.0 is `5`."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
