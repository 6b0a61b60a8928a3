"""What the doctor finds, and what it says about it."""

from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.doctor import Finding, examine, table, would_fail
from bot.doctor.agent import check_agent
from bot.doctor.checks import unknown_variables
from bot.doctor.manifest import check_manifest, manifest_finding
from bot.doctor.model import check_models
from bot.doctor.policies import check_policies, unused_patterns
from bot.doctor.slack import check_tokens, scope_finding
from bot.doctor.store import check_store, durability_findings
from bot.errors import SettingsError
from bot.manifest import as_yaml, manifest, scopes
from bot.playground import Playground
from bot.policy import ConfigError, parse_policies
from bot.records import Owner
from bot.settings import Settings
from bot.storage import store_for
from bot.store.confirmation import AtOnce
from bot.store.durability import Verdict
from bot.testing import FakeClock
from core.models.default_models import get_default_model


@pytest.fixture
async def slack() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


def settings(slack: Playground | None = None, **more: Any) -> Settings:
    """Only what a test says counts, not the environment it runs in."""
    base: dict[str, Any] = {"config": None, "openai_api_key": None, "openai_base_url": None}
    if slack is not None:
        base["slack_bot_token"] = slack.workspace.app.bot_token
        base["slack_api_url"] = slack.url
    return Settings.load(**base | more)


def verdicts(findings: Sequence[Finding]) -> dict[str, str]:
    return {finding.name: finding.verdict for finding in findings}


# The table


def test_findings_stand_below_each_other_with_what_to_do() -> None:
    findings = [
        Finding("redis", "ok", "safe"),
        Finding("slack scopes", "fail", "missing: commands", "install it again"),
    ]
    assert table(findings).splitlines() == [
        "ok    redis         safe",
        "FAIL  slack scopes  missing: commands",
        "                    → install it again",
        "",
        "1 of 2 checks fail: signoff serve would not work.",
    ]


@pytest.mark.parametrize(
    ("verdict", "fails", "closing"),
    [
        ("ok", False, "All is well."),
        ("warn", False, "Nothing would fail; 1 to look at."),
        ("fail", True, "1 of 1 checks fail: signoff serve would not work."),
    ],
)
def test_only_a_failure_fails(verdict: Any, fails: bool, closing: str) -> None:
    findings = [Finding("x", verdict, "y")]
    assert would_fail(findings) is fails
    assert table(findings).endswith(closing)


# The environment


def test_a_misspelt_variable_is_pointed_out() -> None:
    [finding] = unknown_variables({"BOT_AGNET": "x", "BOT_PORT": "1", "PATH": "/"})
    assert (finding.verdict, finding.todo) == ("warn", "Did you mean BOT_AGENT?")


# Slack


async def test_a_working_socket_mode_app(slack: Playground) -> None:
    found = await check_tokens(settings(slack, slack_app_token=slack.workspace.app.app_token))
    assert verdicts(found)["slack bot token"] == "ok"
    assert verdicts(found)["slack socket mode"] == "ok"


async def test_a_token_slack_refuses(slack: Playground) -> None:
    slack.faults.fail("auth.test", "invalid_auth", times=None)
    [finding, _] = await check_tokens(settings(slack, slack_signing_secret="0" * 32))
    assert finding.verdict == "fail"
    assert finding.what == "Slack refuses SLACK_BOT_TOKEN: invalid_auth"
    assert finding.todo == "Copy SLACK_BOT_TOKEN again from the app's settings"


async def test_an_app_token_slack_refuses(slack: Playground) -> None:
    slack.faults.fail("apps.connections.open", "not_allowed_token_type", times=None)
    found = await check_tokens(settings(slack, slack_app_token="xapp-1-wrong"))
    assert verdicts(found)["slack socket mode"] == "fail"


async def test_slack_that_cannot_be_reached() -> None:
    unreachable = settings(
        slack_bot_token="xoxb-1", slack_signing_secret="s", slack_api_url="http://127.0.0.1:1/"
    )
    [token, http] = await check_tokens(unreachable)
    assert token.what.startswith("Slack cannot be reached")
    assert http.what.startswith("SLACK_SIGNING_SECRET does not look like one")


async def test_missing_tokens_are_named() -> None:
    with pytest.raises(SettingsError, match="SLACK_BOT_TOKEN"):
        await check_tokens(Settings.load(slack_bot_token=None))


def test_missing_scopes_are_named() -> None:
    granted = ",".join(scope for scope in scopes() if scope != "commands")
    finding = scope_finding(granted)
    assert (finding.verdict, finding.what) == ("fail", "missing: commands")


def test_more_scopes_than_needed_are_fine() -> None:
    assert scope_finding(", ".join([*scopes(), "files:read"])).verdict == "ok"


def test_unknown_scopes_are_not_taken_for_missing() -> None:
    assert scope_finding(None).verdict == "warn"


# The manifest


@pytest.mark.parametrize("more", [{}, {"slack_app_token": "xapp-1", "command": "/ops"}])
def test_a_manifest_that_is_kept_is_compared_with_what_is_needed(more: dict[str, Any]) -> None:
    configured = settings(**more)
    url = None if configured.mode == "socket" else "https://bot.example.org"
    kept = as_yaml(manifest(command=configured.command, url=url))
    assert manifest_finding(configured, kept).verdict == "ok"
    old = kept.replace("      - users:read\n", "").replace(configured.command, "/else")
    finding = manifest_finding(configured, old)
    assert (finding.verdict, finding.what) == (
        "warn",
        f"manifest.yml lacks users:read, command: {configured.command}",
    )


def test_a_manifest_for_the_other_mode_is_pointed_out() -> None:
    finding = manifest_finding(
        settings(slack_app_token="xapp-1"), as_yaml(manifest(url="https://a"))
    )
    assert finding.what == "manifest.yml lacks socket_mode_enabled: true"


async def test_without_a_manifest_it_is_said_where_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [finding] = await check_manifest(settings())
    assert finding.verdict == "ok"
    assert finding.what.startswith("signoff manifest prints it: ")


# The model


@pytest.fixture
async def provider() -> AsyncIterator[TestServer]:
    async def models(request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Bearer good":
            return web.json_response({}, status=401)
        return web.json_response({"data": [{"id": "small"}, {"id": "large"}]})

    app = web.Application()
    app.router.add_get("/v1/models", models)
    async with TestServer(app) as server:
        yield server


@pytest.mark.parametrize(
    ("key", "model", "verdict", "what"),
    [
        ("good", "small", "ok", "the provider answers; model small"),
        ("good", "tiny", "warn", "the provider does not list BOT_MODEL=tiny"),
        (
            "good",
            None,
            "warn",
            f"BOT_MODEL is not set, and the provider does not list {get_default_model()}",
        ),
        ("bad", "small", "fail", "the provider refuses OPENAI_API_KEY (HTTP 401)"),
    ],
)
async def test_the_provider_is_asked_for_the_model(
    provider: TestServer, key: str, model: str | None, verdict: str, what: str
) -> None:
    url = str(provider.make_url("/v1"))
    asked = settings(openai_api_key=key, openai_base_url=url, model=model)
    [finding] = await check_models(asked)
    assert (finding.verdict, finding.what) == (verdict, what)


async def test_a_server_that_lists_nothing_is_only_worth_a_look(provider: TestServer) -> None:
    url = str(provider.make_url("/elsewhere"))
    [finding] = await check_models(settings(openai_base_url=url, model="m"))
    assert finding.verdict == "warn"


async def test_a_provider_that_cannot_be_reached() -> None:
    [finding] = await check_models(settings(openai_base_url="http://127.0.0.1:1/", model="m"))
    assert finding.what.startswith("the model's provider cannot be reached")
    assert finding.verdict == "fail"


async def test_without_a_model_the_example_is_scripted() -> None:
    [finding] = await check_models(settings())
    assert finding.verdict == "warn"
    assert finding.what.endswith("the example agent uses its scripted one")
    [finding] = await check_models(settings(agent="my_agents:agent"))
    assert finding.what.endswith("the agent has to bring its own")


# Policies


def policy_file(folder: Path, text: str) -> Path:
    path = folder / "bot.toml"
    path.write_text(text)
    return path


async def test_without_a_file_the_default_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [finding] = await check_policies(settings())
    assert finding.what.startswith("no bot.toml")


async def test_a_broken_file_cannot_be_used(tmp_path: Path) -> None:
    path = policy_file(tmp_path, "[[policy]]\ntool = 'x'\n")
    with pytest.raises(ConfigError):
        await check_policies(settings(config=path))


@pytest.mark.parametrize(
    ("approver", "problem"),
    [
        ("U0JONAS", None),
        ("U0GUS", "U0GUS may not approve: a guest"),
        ("U0OLAF", "U0OLAF may not approve: a deactivated"),
        ("U0NOBODY", "Slack does not know U0NOBODY (user_not_found)"),
        ("S0NOTHING", "Slack does not know S0NOTHING (no_such_subteam)"),
    ],
)
async def test_approvers_are_looked_up(
    slack: Playground, tmp_path: Path, approver: str, problem: str | None
) -> None:
    text = f'[[policy]]\ntools = ["restart_*"]\napprovers = ["{approver}"]\n'
    [_, *found] = await check_policies(settings(slack, config=policy_file(tmp_path, text)))
    assert [finding.what for finding in found] == ([problem] if problem else [])


async def test_a_channel_the_bot_is_not_in_cannot_get_a_card(
    slack: Playground, tmp_path: Path
) -> None:
    text = '[[policy]]\ntools = ["restart_*"]\nroute_to = "C0GENERAL"\n'
    [_, finding] = await check_policies(settings(slack, config=policy_file(tmp_path, text)))
    assert finding.verdict == "fail"
    assert finding.what == "the bot is not in C0GENERAL; invite it there"


async def test_ids_are_not_checked_without_a_token(tmp_path: Path) -> None:
    path = policy_file(tmp_path, '[[policy]]\ntools = ["restart_*"]\napprovers = ["U1"]\n')
    [_, finding] = await check_policies(settings(config=path, slack_bot_token=None))
    assert finding.what == "ids not checked: SLACK_BOT_TOKEN is not set"


async def test_an_agent_that_does_not_import_leaves_the_policies_to_be_read(
    tmp_path: Path,
) -> None:
    path = policy_file(tmp_path, '[[policy]]\ntools = ["restart_*"]\n')
    found = await check_policies(settings(config=path, agent="nowhere:x", slack_bot_token=None))
    assert [finding.verdict for finding in found] == ["ok", "warn"]


async def test_a_refused_token_leaves_ids_unchecked(slack: Playground, tmp_path: Path) -> None:
    slack.faults.fail("auth.test", "invalid_auth", times=None)
    path = policy_file(tmp_path, '[[policy]]\ntools = ["restart_*"]\napprovers = ["U0JONAS"]\n')
    [_, finding] = await check_policies(settings(slack, config=path))
    assert finding.what == "ids not checked: Slack says invalid_auth"


def test_a_pattern_that_matches_no_tool_may_be_a_misspelling() -> None:
    policies = parse_policies('[[policy]]\ntools = ["restart_*", "depoly"]\n')
    [finding] = unused_patterns(policies, ["restart_service", "deploy"])
    assert finding.what == "policy 1: depoly matches none of the agent's tools"


# Redis


async def test_the_embedded_server_keeps_what_it_confirms(tmp_path: Path) -> None:
    [finding] = await check_store(settings(redis_url=None, data_dir=tmp_path))
    assert finding.verdict == "ok"
    assert "appendfsync is always" in finding.what


async def test_a_redis_that_is_not_there(tmp_path: Path) -> None:
    [finding] = await check_store(settings(redis_url="redis://127.0.0.1:1"))
    assert (finding.verdict, finding.todo) == ("fail", "Start it, or correct REDIS_URL")


async def test_keys_that_do_not_open_what_is_stored_are_found_and_change_nothing(
    tmp_path: Path,
) -> None:
    old, new = (f"{name}:{b64encode(name.encode() * 32).decode()}" for name in "ab")

    def with_keys(keys: str | None) -> Settings:
        return settings(redis_url=None, data_dir=tmp_path, encryption_keys=keys)

    async with store_for(with_keys(old), FakeClock()):
        pass
    for keys, why in ((None, "no key is given"), (new, "its encryption key is not given")):
        [_, finding] = await check_store(with_keys(keys))
        assert (finding.name, finding.verdict) == ("encryption", "fail")
        assert why in finding.what
    for keys in (f"{new},{old}", old):
        [_, finding] = await check_store(with_keys(keys))
        assert finding.verdict == "ok"


async def test_whose_store_it_is(slack: Playground, tmp_path: Path) -> None:
    ours = settings(slack, redis_url=None, data_dir=tmp_path)
    [*_, finding] = await check_store(ours)
    assert (finding.name, finding.verdict) == ("redis owner", "ok")
    async with store_for(ours, FakeClock()) as store:
        await store.take_over(Owner(team="T1", app="A1", user="U1"))
    [*_, finding] = await check_store(ours)
    assert (finding.name, finding.verdict) == ("redis owner", "fail")
    assert "another bot (app A1, user U1, in T1)" in finding.what
    assert "remove the key `owner`" in finding.todo


def test_every_risk_is_a_line() -> None:
    verdict = Verdict("risky", ("appendonly is off", "runs may vanish"), AtOnce())
    found = durability_findings(verdict, "redis://a")
    assert [finding.verdict for finding in found] == ["warn", "warn"]


# The agent


async def test_the_example_agent_is_ready(tmp_path: Path) -> None:
    [finding] = await check_agent(settings(agent=None, data_dir=tmp_path))
    assert finding.what == (
        "Ops: free list_services, service_status;"
        " with approval restart_service, scale_service, delete_service"
    )


ILL_EQUIPPED = """
from core import Agent, function_tool

def bare_function(): pass

@function_tool
def look() -> str: return ""

bare = Agent(name="A", tools=[bare_function])
twice = Agent(name="A", tools=[look, look])
"""


async def test_an_agent_without_a_model_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "modelless.py").write_text("from core import Agent\nagent = Agent(name='A')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    [_, finding] = await check_agent(settings(agent="modelless:agent"))
    assert (finding.verdict, finding.what[:16]) == ("fail", "OPENAI_API_KEY: ")


async def test_what_is_no_tool_and_what_is_named_twice_is_pointed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ill_equipped.py").write_text(ILL_EQUIPPED)
    monkeypatch.syspath_prepend(str(tmp_path))
    [finding] = await check_agent(settings(agent="ill_equipped:bare", openai_api_key="k"))
    assert finding.verdict == "fail"
    assert finding.what.startswith("A: <function bare_function at ")
    [_, finding] = await check_agent(settings(agent="ill_equipped:twice", openai_api_key="k"))
    assert (finding.verdict, finding.what) == ("warn", "A has 2 tools named look")


async def test_a_check_that_breaks_is_a_finding_and_keeps_none_from_being_made(
    slack: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = await examine(settings(slack, agent="nowhere:agent", data_dir=tmp_path))
    assert [f.name for f in found if f.verdict == "fail"] == ["slack", "agent"]
    assert {"redis", "model", "policies"} <= set(verdicts(found))
