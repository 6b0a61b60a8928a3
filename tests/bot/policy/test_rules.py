"""Which policy a call falls under."""

import pytest

from bot.policy import DEFAULT, effective, parse_policies, policy_for, rule_for

POLICIES = parse_policies(
    """
    [[policy]]
    tools = ["deploy", "restart_*"]
    when = { env = "prod*" }
    approvers = ["S0SRE"]
    required = 2
    expires_after = "1h"

    [[policy]]
    tools = ["deploy"]
    requester_may_approve = true

    [[policy]]
    tools = ["scale"]
    when = { count = 5, force = true }
    """
)


@pytest.mark.parametrize(
    ("tool", "arguments", "name"),
    [
        ("deploy", {"env": "prod"}, "policy 1"),
        ("deploy", {"env": "production"}, "policy 1"),
        ("restart_db", {"env": "prod"}, "policy 1"),
        ("restart_db", {"env": "staging"}, "default"),
        ("restart_db", {}, "default"),
        ("restart", {"env": "prod"}, "default"),
        ("deploy", {"env": "PROD"}, "policy 2"),
        ("deploy", {"env": None}, "policy 2"),
        ("Deploy", {"env": "prod"}, "default"),
        ("scale", {"count": 5, "force": True}, "policy 3"),
        ("scale", {"count": "5", "force": "true"}, "policy 3"),
        ("scale", {"count": 5, "force": 1}, "default"),
        ("scale", {"count": 5}, "default"),
    ],
)
def test_the_first_policy_that_matches_decides(
    tool: str, arguments: dict[str, object], name: str
) -> None:
    assert policy_for(POLICIES, tool, arguments).name == name


def test_a_glob_matches_the_text_of_a_list() -> None:
    policies = parse_policies('[[policy]]\ntools = ["*"]\nwhen = { hosts = "*db-1*" }')
    assert policy_for(policies, "t", {"hosts": ["web-1", "db-1"]}).name == "policy 1"
    assert policy_for(policies, "t", {"hosts": ["web-1"]}) == DEFAULT


def test_a_glob_matches_text_over_several_lines() -> None:
    policies = parse_policies('[[policy]]\ntools = ["*"]\nwhen = { sql = "*DROP*" }')
    assert policy_for(policies, "t", {"sql": "SELECT 1;\nDROP x;\n"}).name == "policy 1"


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"count": 5, "force": True},
        {"count": 5.0, "force": 1},
        {"count": "5", "force": "yes"},
        {"count": "05", "force": "on", "more": "x"},
    ],
)
def test_a_condition_is_about_what_the_tool_gets_however_it_is_written(
    given: dict[str, object],
) -> None:
    number = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5}
    schema = {"properties": {"count": number, "force": {"type": "boolean", "default": True}}}
    assert policy_for(POLICIES, "scale", effective(given, schema)).name == "policy 3"


def test_what_no_tool_could_read_stays_as_it_is() -> None:
    schema = {"properties": {"count": {"type": "integer"}, "name": {"type": "string"}}}
    odd = {"count": "many", "name": 5, "other": 5.5}
    assert effective(odd, schema) == odd
    assert effective({"any": "05"}, {"properties": {"any": {"anyOf": [True]}}}) == {"any": "05"}


def test_a_number_with_a_point_in_the_file_is_the_same_number() -> None:
    policies = parse_policies('[[policy]]\ntools = ["*"]\nwhen = { ratio = 2.0 }')
    assert policy_for(policies, "t", {"ratio": 2}).name == "policy 1"
    assert policy_for(policies, "t", {"ratio": 2.0}).name == "policy 1"


def test_the_rule_keeps_who_decides_and_the_version_of_the_file() -> None:
    rule, lifetime = rule_for(POLICIES, "deploy", {"env": "prod"})
    assert (rule.name, rule.approvers, rule.required) == ("policy 1", ("S0SRE",), 2)
    assert rule.version == POLICIES.version
    assert lifetime == 3600


def test_without_a_policy_the_channel_decides_but_not_the_requester_for_a_day() -> None:
    rule, lifetime = rule_for(parse_policies(""), "anything", {})
    assert (rule.name, rule.approvers, rule.required) == ("default", ("channel",), 1)
    assert not rule.requester_may_approve
    assert lifetime == 24 * 3600
