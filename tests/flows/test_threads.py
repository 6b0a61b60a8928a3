"""A thread is one conversation: in order, one run at a time, and no other thread waits for it."""

import asyncio

from bot.testing import Trial
from core import function_tool
from core.testing import ModelStep
from tests.flows.ops import Ops, deploy, look, says, wait


async def test_what_is_said_while_an_approval_waits_is_read_afterwards() -> None:
    ops = Ops([deploy("prod")], says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await mira.says("never mind, say hello", thread=asked.ts)
        kept = await trial.whisper(mira, "It goes into your request")
        assert "`/agent cancel run_" in kept.text
        assert len(ops.model.calls) == 1
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Hello to you.")
        assert ops.ran == ["prod"]
        assert ops.heard[-1] == ["deploy", "never mind, say hello"]
        assert ops.faults == []


async def test_nobody_is_said_to_be_thinking_about_what_is_only_kept() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        await trial.card()
        await mira.says("and say hello", thread=asked.ts)
        await trial.whisper(mira, "It goes into your request")
        await trial.settled()
        calls = trial.slack.calls.of("assistant.threads.setStatus")
        assert [each.arguments["status"] for each in calls] == ["is thinking…"]


async def test_nothing_is_said_to_be_running_beside_an_answer_that_is_there() -> None:
    ops = Ops([*says("I look first."), look("logs")], says("All is well."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("how are you?")
        await trial.message("All is well.")
        await trial.settled()
        calls = trial.slack.calls.of("assistant.threads.setStatus")
        assert next(reversed(calls)).arguments["status"] == ""


async def test_what_slack_is_too_slow_to_hear_of_is_not_said_to_be_running_afterwards() -> None:
    ops = Ops([look("a", "c1")], [look("b", "c2")], says("All is well."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.slow("assistant.threads.setStatus", 60)
        await trial.person("mira").asks("how are you?")
        await trial.message("All is well.")
        trial.slack.faults.clear()
        await trial.settled()
        calls = trial.slack.calls.of("assistant.threads.setStatus")
        assert [each.arguments["status"] for each in calls] == ["is thinking…", ""]


async def test_what_others_want_while_an_approval_waits_runs_under_their_own_name() -> None:
    ops = Ops([deploy("prod")], says("It is live."), [deploy("test", "call_2")])
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await jonas.asks("deploy to test as well", thread=asked.ts)
        await trial.whisper(jonas, "as a request of your own")
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        second = await trial.card("test")
        await jonas.clicks(second, "Approve")
        await trial.whisper(jonas, "You asked for this yourself")
        assert ops.ran == ["prod"]
        assert ops.heard[1] == ["deploy"]


async def test_after_a_run_was_called_off_the_conversation_goes_on() -> None:
    ops = Ops([deploy("prod")], says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await mira.types("/agent list")
        run = (await trial.whisper(mira, "run_")).shown.partition("run_")[2].partition("`")[0]
        await mira.types(f"/agent cancel run_{run}")
        await trial.message("called this off")
        await trial.settled()
        assert not trial.now(card).controls
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve", stale=True)
        await trial.slack.wait_for(lambda _: jonas.told)
        await mira.says("say hello", thread=asked.ts)
        await trial.message("Hello to you.")
        assert ops.ran == []
        assert ops.heard[-1] == ["deploy", "say hello"]
        assert ops.faults == []


async def test_two_messages_at_once_are_answered_one_after_the_other() -> None:
    ops = Ops(says("one"), [wait("x")], says("two"), says("three"))
    async with Trial(ops.agent()) as trial:
        await trial.start()
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("first")
        await trial.message("one")
        await mira.says("second", thread=asked.ts)
        await ops.waiting.wait()
        await jonas.asks("third", thread=asked.ts)
        await trial.slack.settled()
        ops.gate.set()
        await trial.message("three")
        assert ops.heard[-1] == ["first", "second", "third"]
        assert [c.input[-1].get("content") for c in ops.model.calls][-1] == "third"
        assert ops.faults == []


async def test_at_most_one_run_of_a_thread_asks_the_model_at_a_time() -> None:
    now, most = 0, 0

    async def slowly(_: object) -> list[object]:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.02)
        now -= 1
        return says(f"answer {most}")

    ops = Ops(*[ModelStep.respond(slowly)] * 8)
    async with Trial(ops.agent()) as trial:
        await trial.start()
        mira = trial.person("mira")
        asked = await mira.asks("first")
        await asyncio.gather(*(mira.asks(f"{n}", thread=asked.ts) for n in range(7)))
        await trial.slack.wait_for(lambda _: len(ops.model.calls) == 8)
        await trial.settled()
        assert most == 1
        assert sorted(ops.heard[-1]) == sorted(["first", *map(str, range(7))])
        assert ops.faults == []


async def test_a_busy_thread_holds_up_no_other_thread() -> None:
    ops = Ops([wait("x")], says("quick"), says("slow"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("take long")
        await ops.waiting.wait()
        await mira.asks("be quick")
        await trial.message("quick")
        assert not ops.gate.is_set()
        ops.gate.set()
        await trial.message("slow")


async def test_an_approved_tool_that_takes_long_holds_up_nobody() -> None:
    gate = asyncio.Event()

    @function_tool(needs_approval=True)
    async def migrate(env: str) -> str:
        """Takes long."""
        await gate.wait()
        return "migrated"

    ops = Ops([deploy_like("migrate")], says("quick"), says("slow"))
    async with Trial(ops.agent(migrate)) as trial:
        await trial.person("mira").asks("migrate")
        card = await trial.card("migrate")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.slack.wait_for(lambda _: not trial.now(card).controls)
        await trial.person("mira").asks("be quick")
        await trial.message("quick")
        gate.set()
        await trial.message("slow")


def deploy_like(name: str) -> object:
    from core.testing import function_call

    return function_call(name, {"env": "prod"}, call_id="call_1")


async def test_a_conversation_outlives_the_process() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("first")
        await trial.message("one")
        await trial.settled()
        await trial.restart()
        await trial.person("mira").asks("second", thread=asked.ts)
        await trial.message("two")
        assert ops.heard[-1] == ["first", "second"]
