"""`bot.toml`: what it may say, and how it is refused."""

from pathlib import Path

import pytest

from bot.errors import CannotStart
from bot.policy import (
    ConfigError,
    Policies,
    Policy,
    load_policies,
    parse_policies,
    rule_for,
)

EVERYTHING = """
[[policy]]                                   # the first policy that matches decides
tools = ["deploy", "restart_*"]
when = { env = "prod" }
approvers = ["U0123ABCD", "S0SRE", "channel"]
required = 2
requester_may_approve = false
expires_after = "4h"
remind_after = "30m"
escalate_after = "1h"
escalate_to = ["C0ONCALL"]
route_to = "C0APPROVALS"
always = false
"""


def refusal(text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        parse_policies(text)
    return str(refused.value)


def test_every_key_of_a_policy_is_read() -> None:
    (policy,) = parse_policies(EVERYTHING).policies
    assert policy == Policy(
        name="policy 1",
        tools=("deploy", "restart_*"),
        when=(("env", "prod"),),
        approvers=("U0123ABCD", "S0SRE", "channel"),
        required=2,
        expires_after=4 * 3600,
        remind_after=1800,
        escalate_after=3600,
        escalate_to=("C0ONCALL",),
        route_to="C0APPROVALS",
    )


def test_an_empty_file_is_valid() -> None:
    assert parse_policies("").policies == ()


def test_a_policy_needs_nothing_but_tools() -> None:
    (policy,) = parse_policies('[[policy]]\ntools = ["*"]').policies
    assert (policy.approvers, policy.required, policy.requester_may_approve) == (
        ("channel",),
        1,
        False,
    )
    assert (policy.expires_after, policy.remind_after, policy.always) == (86_400, None, "")


def test_the_version_follows_what_is_said_and_not_how() -> None:
    said = parse_policies('[[policy]]\ntools = ["a"]\nrequired = 1')
    same = parse_policies('# a comment\n[[policy]]\n\ntools=["a"]\n')
    other = parse_policies('[[policy]]\ntools = ["b"]')
    assert said.version == same.version != other.version


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("30s", 30), ("30m", 1800), ("4h", 14_400), ("2d", 172_800), ("1.5h", 5400), ("1 h", 3600)],
)
def test_a_duration_is_a_number_and_a_unit(written: str, seconds: float) -> None:
    (policy,) = parse_policies(f'[[policy]]\ntools=["a"]\nexpires_after="{written}"').policies
    assert policy.expires_after == seconds


@pytest.mark.parametrize(
    "written", ['"soon"', '"4"', "4", '"-1h"', '"0s"', '"400d"', '"1w"', '"\u0661h"']
)
def test_any_other_duration_is_refused_with_an_example(written: str) -> None:
    fault = refusal(f'[[policy]]\ntools = ["a"]\nexpires_after = {written}')
    assert fault.startswith("bot.toml, line 3: policy 1: expires_after: ")
    assert '"30m"' in fault or "366d" in fault


@pytest.mark.parametrize(
    ("approver", "hint"),
    [
        ("@kim", "Copy member ID"),
        ("kim", "user id (U…)"),
        ("kim@example.com", "Copy member ID"),
        ("#ops", '"channel"'),
        ("C0OPS", '"channel"'),
        ("<@U12|kim>", "'U12'"),
        ("<!subteam^S12|@sre>", "'S12'"),
        ("", "blank; write a user id (U…)"),
        ("  ", "blank; write a user id (U…)"),
        ("*", "user id (U…)"),
        ("u12", "user id (U…)"),
    ],
)
def test_an_approver_who_is_no_id_is_refused_with_a_hint(approver: str, hint: str) -> None:
    fault = refusal(f'[[policy]]\ntools = ["a"]\napprovers = ["U1", "{approver}"]')
    assert fault.startswith(f"bot.toml, line 3: policy 1: approvers: {approver!r} is ")
    assert hint in fault


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('route_to = "#ops"', "route_to: '#ops' is a name, not an id"),
        ('route_to = "U1"', "route_to: 'U1' is a name, not an id"),
        ('escalate_to = ["@kim"]', "escalate_to: '@kim' is a name, not an id"),
        ('aprovers = ["U1"]', "unknown key 'aprovers'; did you mean approvers?"),
        ("zzz = 1", "unknown key 'zzz'; known are tools, when"),
        ('name = "mine"', "unknown key 'name'"),
        ("approvers = []", "approvers: this list is empty"),
        ('approvers = "U1"', "approvers must be a list"),
        ("approvers = [1]", "approvers must be text in quotes"),
        ("required = 0", "required must be at least 1"),
        ('required = "2"', "required must be a whole number"),
        ("required = true", "required must be a whole number"),
        ('always = "yes"', 'always: write true, false, or "arguments"'),
        ('route_to = ""', "route_to: '' is blank; write a channel id"),
        ('when = { "" = "prod" }', "when: '' is blank or has spaces around it"),
        ('when = "prod"', "when must be a table"),
        ('when = { env = ["a"] }', "when must be text in quotes"),
    ],
)
def test_a_wrong_key_is_named_with_its_line_and_what_to_do(line: str, fault: str) -> None:
    assert f"bot.toml, line 3: policy 1: {fault}" in refusal(f'[[policy]]\ntools = ["a"]\n{line}')


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('approvers = ["U1"]\nrequired = 2', "names only 1"),
        ('approvers = ["U1", "U1"]\nrequired = 2', "names only 1"),
        ('approvers = ["requester"]\nrequester_may_approve = false', "drop one"),
        ('escalate_after = "1h"', "write both or neither"),
        ('escalate_to = ["U1"]', "write both or neither"),
        ('remind_after = "24h"', "remind_after is not before expires_after"),
        ('expires_after = "1h"\nescalate_after = "2h"\nescalate_to = ["U1"]', "never happen"),
    ],
)
def test_a_policy_that_contradicts_itself_is_refused(lines: str, fault: str) -> None:
    text = f'[[policy]]\ntools = ["a"]\n{lines}'
    assert refusal(text).startswith("bot.toml, line 1: policy 1: ")
    assert fault in refusal(text)


def test_a_policy_without_tools_is_refused() -> None:
    assert "tools is missing" in refusal('[[policy]]\napprovers = ["U1"]')
    assert "tools: this list is empty" in refusal("[[policy]]\ntools = []")


@pytest.mark.parametrize("glob", ["", " ", " deploy"])
def test_a_glob_that_matches_nothing_is_refused(glob: str) -> None:
    fault = refusal(f'# mine\n[[policy]]\ntools = ["deploy", "{glob}"]')
    assert fault.startswith(f"bot.toml, line 3: policy 1: tools: {glob!r} is blank or has spaces")


def test_every_fault_is_told_at_once_with_its_own_line() -> None:
    text = '[[policy]]\ntools = "a"\n\n[[policy]]\ntools = ["a"]\napprovers = ["@kim"]\nx = 1\n'
    assert [fault.split(":")[0] for fault in refusal(text).splitlines()] == [
        "bot.toml, line 2",
        "bot.toml, line 6",
        "bot.toml, line 7",
    ]


def test_a_missing_key_is_not_looked_for_in_the_next_policy() -> None:
    text = '[[policy]]\nrequired = 1\n[[policy]]\ntools = ["a"]'
    assert refusal(text).startswith("bot.toml, line 1: policy 1: tools is missing")


def test_a_key_is_found_in_a_table_of_its_own() -> None:
    assert "line 4: policy 1: when" in refusal('[[policy]]\ntools = ["a"]\n\n[policy.when]\na = []')


@pytest.mark.parametrize("text", ['[policy]\ntools = ["a"]', "policy = 3", "policy = [3]"])
def test_anything_but_policy_tables_is_refused(text: str) -> None:
    assert "line 1: a policy is a table; write [[policy]]" in refusal(text)


def test_an_unknown_table_is_refused() -> None:
    assert refusal("\n[limits]\na = 1").startswith("bot.toml, line 2: unknown key 'limits'")


def test_broken_toml_is_refused_with_its_line() -> None:
    fault = refusal('[[policy]]\ntools = ["a"')
    assert fault.startswith("bot.toml: this is not valid TOML: ")
    assert "line 2" in fault or "end of document" in fault


def test_a_file_is_named_in_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[policy]]\ntools = ["a"]\nx = 1')
    with pytest.raises(CannotStart, match=r"mine\.toml, line 3"):
        load_policies(file)
    file.write_bytes(b"\xff")
    with pytest.raises(CannotStart, match=r"mine\.toml: not UTF-8"):
        load_policies(file)
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text(EVERYTHING, encoding)
        assert load_policies(file) == parse_policies(EVERYTHING)


@pytest.mark.parametrize(
    ("written", "scope"), [("true", "tool"), ("false", ""), ('"arguments"', "arguments")]
)
def test_always_is_offered_as_widely_as_it_says(written: str, scope: str) -> None:
    (policy,) = parse_policies(f'[[policy]]\ntools = ["a"]\nalways = {written}').policies
    assert policy.always == scope
    rule, _ = rule_for(Policies.of(policy), "a", {})
    assert rule.always == scope


@pytest.mark.parametrize(("written", "may"), [("", False), ("in_shared_channels = true", True)])
def test_cards_stand_in_shared_channels_only_where_that_is_said(written: str, may: bool) -> None:
    rule, _ = rule_for(parse_policies(f'[[policy]]\ntools = ["a"]\n{written}'), "a", {})
    assert rule.reach.in_shared_channels is may


def test_a_preview_can_be_demanded() -> None:
    policies = parse_policies('[[policy]]\ntools = ["a"]\nneeds_preview = true')
    rule, _ = rule_for(policies, "a", {})
    assert rule.needs_preview
