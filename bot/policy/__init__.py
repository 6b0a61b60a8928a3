"""Who may decide about what: read from `bot.toml`, closed by default, and nothing but computed."""

from bot.policy.approvers import (
    FOREIGN,
    Allowed,
    Decidable,
    Facts,
    Lookups,
    Reason,
    Refused,
    Undecidable,
    Unknown,
    facts_needed,
    is_decidable,
    may_decide,
    stands_in,
)
from bot.policy.config import ConfigError, load_policies, parse_policies
from bot.policy.effective import effective
from bot.policy.naming import channel, named_people, who_decides
from bot.policy.policy import DEFAULT, Policies, Policy
from bot.policy.rules import names, policy_for, rule_for
from bot.policy.shortage import shortage

__all__ = [
    "DEFAULT",
    "FOREIGN",
    "Allowed",
    "ConfigError",
    "Decidable",
    "Facts",
    "Lookups",
    "Policies",
    "Policy",
    "Reason",
    "Refused",
    "Undecidable",
    "Unknown",
    "channel",
    "effective",
    "facts_needed",
    "is_decidable",
    "load_policies",
    "may_decide",
    "named_people",
    "names",
    "parse_policies",
    "policy_for",
    "rule_for",
    "shortage",
    "stands_in",
    "who_decides",
]
