"""Workers come and go while runs are under way: nothing is lost, nothing is done twice."""

import asyncio

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, look, says, wait

LONG = "a line of the output. " * 60 + "The last line."


async def test_a_process_that_ends_hands_its_run_over_at_the_next_step() -> None:
    ops = Ops([wait("x")], [look("y")], says("All done."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("take long")
        await ops.waiting.wait()
        process = trial.processes.pop()
        ending = asyncio.create_task(process.stop())
        await process.services.closing.wait()
        ops.gate.set()
        await ending
        assert (ops.ran, len(ops.model.calls)) == (["wait x"], 1)
        await trial.start()
        await trial.message("All done.")
        assert ops.ran == ["wait x", "look y"]
        assert ops.faults == []


async def test_what_came_in_while_a_process_ended_is_worked_on_by_the_next() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("first")
        await trial.message("one")
        await trial.settled()
        trial.processes[0].services.closing.set()
        await mira.says("second", thread=asked.ts)
        await trial.slack.settled()
        assert len(ops.model.calls) == 1
        await trial.restart()
        await trial.message("two")


async def late_result(trial: Trial, ops: Ops, gate: asyncio.Event) -> None:
    """A worker is silent for too long while a tool runs; another takes over; the tool ends."""
    await trial.answered()
    await trial.start()
    trial.go_silent()
    await trial.pick_up()
    card = await trial.card("may have run", button="Mark as done")
    gate.set()
    await trial.message("All done.")
    await trial.settled()
    assert not trial.now(card).controls
    outputs = [
        item["output"]
        for item in ops.model.last_call.input
        if item.get("type") == "function_call_output"
    ]
    assert outputs == [LONG]


async def test_a_late_result_settles_the_doubt_and_the_model_reads_all_of_it() -> None:
    gate, running = asyncio.Event(), asyncio.Event()
    runs: list[str] = []

    @function_tool(needs_approval=True)
    async def restart(service: str) -> str:
        """Restart a service."""
        runs.append(service)
        running.set()
        await gate.wait()
        return LONG

    ops = Ops([function_call("restart", {"service": "a"}, call_id="c1")], says("All done."))
    async with Trial(ops.agent(restart)) as trial:
        await trial.person("mira").asks("restart")
        await trial.person("jonas").clicks(await trial.card(), "Approve")
        await running.wait()
        await late_result(trial, ops, gate)
        assert runs == ["a"]


async def test_a_late_result_settles_the_doubt_about_a_call_that_needed_no_approval() -> None:
    gate, running = asyncio.Event(), asyncio.Event()
    runs: list[str] = []

    @function_tool(effect="at_most_once")
    async def restart(service: str) -> str:
        """Restart a service."""
        runs.append(service)
        running.set()
        await gate.wait()
        return LONG

    ops = Ops([function_call("restart", {"service": "a"}, call_id="c1")], says("All done."))
    async with Trial(ops.agent(restart)) as trial:
        await trial.person("mira").asks("restart")
        await running.wait()
        await late_result(trial, ops, gate)
        assert runs == ["a"]


async def test_a_worker_that_was_silent_for_too_long_writes_nothing_more() -> None:
    ops = Ops([wait("x")], says("from the first"), says("from the second"))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("take long")
        await ops.waiting.wait()
        await trial.start()
        trial.go_silent()
        ops.gate.set()
        await trial.pick_up()
        await trial.message("from the")
        await trial.settled()
        answers = [m.shown for m in trial.slack.messages if "from the" in m.shown]
        assert len(answers) == 1
        assert ops.faults == []
