"""An approval that holds for the rest of a run, as far as the policy and the click go."""

import asyncio

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says

ALWAYS = '[[policy]]\ntools = ["deploy"]\napprovers = ["channel"]\nalways = true'
SAME = '[[policy]]\ntools = ["deploy"]\napprovers = ["channel"]\nalways = "arguments"'
PROD_APART = (
    '[[policy]]\ntools = ["deploy"]\nwhen = { env = "prod" }\napprovers = ["channel"]\n' + ALWAYS
)


async def test_later_calls_of_the_tool_run_without_asking_and_are_on_record() -> None:
    ops = Ops([deploy("one", "a")], [deploy("two", "b")], says("Both."))
    async with Trial(ops.agent(), policies=ALWAYS) as trial:
        await trial.person("mira").asks("deploy both")
        card = await trial.card("one")
        await trial.person("jonas").clicks(card, "Always in this run")
        await trial.message("Both.")
        await trial.settled()
        assert ops.ran == ["one", "two"]
        assert "for the rest of this run by <@U0JONAS>" in trial.now(card).shown
        second = await trial.message("Covered by what <@U0JONAS> approved for this run")
        assert 'env: "two"' in second.shown
        assert not second.controls


async def test_it_is_offered_only_where_the_policy_says_so() -> None:
    ops = Ops([deploy("one", "a")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("one")
        assert not [each for each in card.buttons if each.startswith("Always")]


async def test_it_ends_with_the_run() -> None:
    ops = Ops([deploy("one", "a")], says("One."), [deploy("two", "b")])
    async with Trial(ops.agent(), policies=ALWAYS) as trial:
        asked = await trial.person("mira").asks("deploy one")
        card = await trial.card("one")
        await trial.person("jonas").clicks(card, "Always in this run")
        await trial.message("One.")
        await trial.person("mira").asks("deploy two", thread=asked.ts)
        await trial.card("two")
        assert ops.ran == ["one"]


async def test_calls_under_another_rule_are_asked_for() -> None:
    ops = Ops([deploy("one", "a")], [deploy("prod", "b")])
    async with Trial(ops.agent(), policies=PROD_APART) as trial:
        await trial.person("mira").asks("deploy both")
        card = await trial.card("one")
        await trial.person("jonas").clicks(card, "Always in this run")
        await trial.card("prod")
        assert ops.ran == ["one"]


async def test_where_only_the_same_arguments_are_covered_others_are_asked_for() -> None:
    ops = Ops([deploy("one", "a")], [deploy("one", "b")], [deploy("two", "c")])
    async with Trial(ops.agent(), policies=SAME) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("one")
        await trial.person("jonas").clicks(card, "Always with these arguments")
        await trial.card("two")
        assert ops.ran == ["one", "one"]


async def test_it_survives_a_restart() -> None:
    ops = Ops([deploy("one", "a")], [deploy("two", "b"), deploy("three", "c")], says("All."))
    async with Trial(ops.agent(), policies=ALWAYS) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("one")
        await trial.restart()
        await trial.person("jonas").clicks(card, "Always in this run")
        await trial.message("All.")
        assert sorted(ops.ran) == ["one", "three", "two"]
        assert ops.faults == []


async def test_a_word_given_earlier_does_not_count_where_nobody_can_say_if_it_still_does() -> None:
    begun, gate = asyncio.Event(), asyncio.Event()

    @function_tool(effect="pure")
    async def ponder() -> None:
        begun.set()
        await gate.wait()

    step = [function_call("ponder", {}, call_id="p")]
    ops = Ops([deploy("one", "a")], step, [deploy("two", "b")])
    async with Trial(ops.agent(ponder), policies=ALWAYS) as trial:
        await trial.person("mira").asks("deploy both")
        card = await trial.card("one")
        await trial.person("jonas").clicks(card, "Always in this run")
        await begun.wait()
        await trial.crash()
        for method in ("users.info", "conversations.members"):
            trial.slack.faults.fail(method, "internal_error", times=None)
        gate.set()
        await trial.start()
        await trial.pick_up()
        await trial.card("Slack could not be asked")
        assert ops.ran == ["one"]
