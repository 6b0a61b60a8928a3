"""A team's own tests: the fixture of the kit, used as the README tells."""

import re
from pathlib import Path

import pytest

from bot.policy import parse_policies

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
pytest_plugins = ["pytester"]

TEAM_TESTS = '''
import pytest

from bot.testing.plugin import OpenTrial
from core import Agent, function_tool
from core.testing import ScriptedModel, assistant_message, function_call

POLICIES = """
[[policy]]
tools = ["restart"]
approvers = ["U0JONAS"]
"""


@function_tool(needs_approval=True)
def restart(service: str) -> str:
    """Restart a service."""
    return f"{service} was restarted"


def agent() -> Agent:
    asks = function_call("restart", {"service": "payments"}, call_id="1")
    model = ScriptedModel([[asks], [assistant_message("Restarted.")]])
    return Agent(name="Ops", model=model, tools=[restart])


@pytest.mark.asyncio
async def test_somebody_else_signs_off(open_trial: OpenTrial) -> None:
    trial = await open_trial(agent(), policies=POLICIES)
    await trial.person("mira").asks("restart payments")
    await trial.person("jonas").clicks(await trial.card("payments"), "Approve")
    await trial.message("Restarted.")


@pytest.mark.asyncio
async def test_every_trial_is_a_workspace_of_its_own(open_trial: OpenTrial) -> None:
    first, second = await open_trial(agent()), await open_trial(agent())
    await first.person("mira").asks("restart payments")
    await first.card("payments")
    await second.settled()
    assert not any(message.bot_id for message in second.slack.messages)
'''


def test_the_tests_of_a_team_pass(pytester: pytest.Pytester) -> None:
    pytester.makeconftest('pytest_plugins = ["bot.testing.plugin"]')
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    pytester.makepyfile(test_team=TEAM_TESTS)
    result = pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=2)


def printed(language: str) -> list[str]:
    """What the README shows in this language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_agent_and_the_test_of_the_readme_work_as_they_are_printed(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeconftest('pytest_plugins = ["bot.testing.plugin"]')
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    for text in printed("python"):
        name = text.splitlines()[0].removeprefix("# ")
        pytester.path.joinpath(name).write_text(text, "utf-8")
    result = pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1)


def test_the_policies_of_the_readme_can_be_read() -> None:
    [text] = printed("toml")
    [policy] = parse_policies(text).policies
    assert policy.approvers == ("U0123ABCD", "S0SRE", "channel")
