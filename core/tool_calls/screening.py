"""Finding out which calls need a person, before any of them runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from core.agent import is_enabled
from core.concurrency.tasks import run_all
from core.exceptions import ModelBehaviorError
from core.tool_calls.batch import Batch
from core.tool_calls.guards import check_tool_input
from core.tool_calls.kinds import KINDS
from core.tools.failure import ends_the_run

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.turns.live import LiveRun


async def screen(calls: list[Call], run: LiveRun) -> None:
    """Look at all calls at once. Where somebody has decided already nobody is asked."""
    run.context.approvals.expire(time.time())
    toolbox = await run.tools()
    asked: list[tuple[Call, Any]] = []
    for call in calls:
        if run.state.verdict(call) is not None:
            call.needs_approval = True
        elif toolbox.tool_for(call) is None:
            call.needs_approval = False  # Nobody has to be asked about what cannot run.
        else:
            asked.append((call, toolbox.tool_of(call)))
    await run_all([_check_enabled(call, tool, run) for call, tool in asked])
    await run_all([_screen(call, tool, run) for call, tool in asked])
    execution = run.config.tool_execution
    if execution is not None and execution.pre_approval_tool_input_guardrails:
        await _turn_away([(call, tool) for call, tool in asked if call.needs_approval], run)


async def _check_enabled(call: Call, tool: Any, run: LiveRun) -> None:
    """A tool may have been switched off since the model was told of it."""
    if not await is_enabled(getattr(tool, "is_enabled", True), run.context, call.agent):
        raise ModelBehaviorError(
            f"Tool {call.name} is currently disabled for agent {call.agent.name}."
        )


async def _screen(call: Call, tool: Any, run: LiveRun) -> None:
    call.effect = getattr(tool, "effect", call.effect)
    with ends_the_run(call.name):
        call.needs_approval = await KINDS[call.kind].needs_approval(tool, call, run)


async def _turn_away(waiting: list[tuple[Call, Any]], run: LiveRun) -> None:
    """Nobody is asked about a call that a guardrail does not let pass anyway."""
    batch = Batch(run)
    for call, tool in waiting:
        rejected = await check_tool_input(tool, call, run.context_of(call), run)
        if rejected is not None:
            batch.add(call, KINDS[call.kind].refusal(call, rejected))
