"""A run that is under way is called off: nothing more of it starts, what runs ends in order."""

import asyncio
from dataclasses import replace

from bot.testing import Teammate, Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, look, says, wait


async def call_off(trial: Trial, person: Teammate) -> None:
    await person.types("/agent list")
    run = (await trial.whisper(person, "run_")).shown.partition("run_")[2].partition("`")[0]
    await person.types(f"/agent cancel run_{run}")
    await trial.whisper(person, "is being called off")


async def test_a_running_run_ends_at_its_next_step() -> None:
    ops = Ops([wait("x")], [look("y")], says("never said"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("take long")
        await ops.waiting.wait()
        await call_off(trial, mira)
        ops.gate.set()
        await trial.message("called this off")
        await trial.settled()
        assert ops.ran == ["wait x"]
        assert len(ops.model.calls) == 1
        assert trial.slack.messages[-1].shown.count("never said") == 0


async def test_a_call_that_has_not_started_does_not_start() -> None:
    ran: list[str] = []
    begun, gate = asyncio.Event(), asyncio.Event()

    async def screen(ctx: object, arguments: object, call_id: object) -> bool:
        begun.set()
        await gate.wait()
        return False

    @function_tool(needs_approval=screen)
    async def restart(service: str) -> str:
        """Restart a service."""
        ran.append(service)
        return "restarted"

    ops = Ops([function_call("restart", {"service": "a"}, call_id="c1")], says("never said"))
    async with Trial(ops.agent(restart)) as trial:
        mira = trial.person("mira")
        await mira.asks("restart")
        await begun.wait()
        await call_off(trial, mira)
        gate.set()
        await trial.message("called this off")
        await trial.settled()
        assert ran == []


async def test_what_comes_after_a_run_that_was_called_off_is_a_run_of_its_own() -> None:
    ops = Ops([wait("x")], says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("take long")
        await ops.waiting.wait()
        await call_off(trial, mira)
        ops.gate.set()
        await trial.message("called this off")
        await mira.says("say hello", thread=asked.ts)
        await trial.message("Hello to you.")
        assert ops.heard[-1] == ["take long", "say hello"]
        assert ops.faults == []


async def test_an_approved_call_beside_it_is_let_end() -> None:
    ops = Ops([deploy("prod"), wait("x")], says("never said"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("both")
        await ops.waiting.wait()
        ops.gate.set()
        card = await trial.card()
        await trial.settled()
        await call_off(trial, mira)
        await trial.message("called this off")
        await trial.settled()
        assert not trial.now(card).controls
        assert ops.ran == ["wait x"]


async def test_the_stop_button_of_a_thread_calls_the_run_off() -> None:
    ops = Ops([wait("x")], [look("y")], says("never said"))
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("take long")
        await ops.waiting.wait()
        await jonas.person.stops("C0OPS", asked.ts)
        await trial.whisper(jonas, "Only <@U0MIRA>, who asked for it, can call off")
        await mira.person.stops("C0OPS", asked.ts)
        await trial.whisper(mira, "is being called off")
        ops.gate.set()
        await trial.message("<@U0MIRA> called this off")
        await trial.settled()
        assert ops.ran == ["wait x"]
        await mira.person.stops("C0OPS", asked.ts)
        await trial.whisper(mira, "nothing to stop")


async def test_slack_shows_a_stop_button_while_work_takes_long() -> None:
    ops = Ops([wait("x")], says("Done."), says("Hello."))
    async with Trial(ops.agent()) as trial:
        mira, sessions = trial.person("mira"), trial.slack.workspace.sessions
        asked = await mira.asks("take long")
        await trial.slack.wait_for(lambda _: sessions.of("C0OPS", asked.ts).status == "processing")
        assert sessions.of("C0OPS", asked.ts).title == "take long"
        ops.gate.set()
        await trial.message("Done.")
        await trial.settled()
        assert sessions.of("C0OPS", asked.ts).status == "active"
        other = await mira.asks("hello")
        await trial.message("Hello.")
        await trial.settled()
        assert sessions.of("C0OPS", other.ts).status == ""


async def test_a_stop_button_that_was_left_there_goes_when_it_is_pressed() -> None:
    async with Trial(Ops(says("Hello.")).agent()) as trial:
        mira, sessions = trial.person("mira"), trial.slack.workspace.sessions
        asked = await mira.asks("hello")
        await trial.message("Hello.")
        await trial.settled()
        left = replace(sessions.of("C0OPS", asked.ts), status="processing")
        sessions.put(left)
        await mira.person.stops("C0OPS", asked.ts)
        await trial.whisper(mira, "nothing to stop")
        assert sessions.of("C0OPS", asked.ts).status == "active"


async def test_the_stop_button_ends_what_waits_for_people() -> None:
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await mira.person.stops("C0OPS", asked.ts)
        await trial.message("<@U0MIRA> called this off")
        await trial.settled()
        assert "Called off" in trial.now(card).shown
        assert trial.now(card).controls == ()
