"""A team's own tests: the fixture of the kit, used as the README tells."""

import pytest

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
