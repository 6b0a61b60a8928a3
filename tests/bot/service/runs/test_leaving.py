"""What a run leaves that is broken off between the end of a call and the checkpoint after it."""

from typing import Any

import pytest

from bot.ports import Change
from bot.service.runs.leaving import left_in
from bot.service.runs.remains import unasked
from bot.store import memory_store
from bot.testing import FakeClock
from core import RunConfig, Runner, RunState
from tests.bot.store.rig import a_place, a_run
from tests.flows.ops import Ops, look


class Died(Exception):
    pass


async def at_the_first_checkpoint(ops: Ops, run: str) -> RunState[Any, Any]:
    """The model has called its tools, and none has begun."""
    kept: list[str] = []

    async def checkpoint(state: RunState[Any, Any]) -> None:
        if state.calls:
            kept.append(state.to_string())
            raise Died

    agent = ops.agent()
    with pytest.raises(Died):
        await Runner.run(agent, "go on", run_config=RunConfig(run_id=run, checkpoint=checkpoint))
    return await RunState.from_string(agent, kept[0])


@pytest.mark.parametrize(
    ("failed", "learned"),
    [(False, "seen logs"), (True, "This was started and reported an error: seen logs")],
)
async def test_what_the_journal_knows_of_a_call_nobody_was_asked_about_is_told(
    failed: bool, learned: str
) -> None:
    run = a_run(a_place(), run="run1")
    state = await at_the_first_checkpoint(Ops([look("logs"), look("more", "call_2")]), run.id)
    first = next(iter(unasked(state, {})))
    async with memory_store(FakeClock()) as store, store.threads.hold(run.place) as hold:
        assert hold is not None
        await hold.save(Change(run=run))
        await hold.begin(first, gated=False)
        await hold.finish(first, "seen logs", failed=failed)
        state.input_saved = True
        items = await left_in(hold, state, {}, "It was called off.")
    outputs = {each["call_id"]: each["output"] for each in items if "output" in each}
    assert outputs["call_look"] == learned
    assert "not known" in outputs["call_2"]
