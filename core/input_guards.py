"""The input guardrails of a run: before the first turn, or beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from core.exceptions import InputGuardrailTripwireTriggered
from core.tasks import cancel_all, run_all, seen
from core.tracing.create import guardrail_span

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from core.guardrail import InputGuardrail, InputGuardrailResult
    from core.live import LiveRun


async def check_input(run: LiveRun) -> None:
    """Run the guardrails that come first, and start those that run beside the first turn."""
    guardrails = [*run.agent.input_guardrails, *(run.config.input_guardrails or [])]
    await _check([g for g in guardrails if not g.run_in_parallel], run)
    beside = [g for g in guardrails if g.run_in_parallel]
    if beside:
        run.guard = asyncio.create_task(_check(beside, run))
    run.state.input_checked = True


async def under_guard(work: Coroutine[Any, Any, None], run: LiveRun) -> None:
    """Do the work while guardrails still check the input; the first failure stops both."""
    guard = run.guard
    if guard is None:
        await work
        return
    task = asyncio.ensure_future(_when_not_refused_at_once(work, guard))
    try:
        await asyncio.wait({task, guard}, return_when=asyncio.FIRST_COMPLETED)
        if guard.done() and guard.exception() is not None:
            guard.result()
        await task
    finally:
        await cancel_all([task])
        seen(task)


async def _when_not_refused_at_once(
    work: Coroutine[Any, Any, None], guard: asyncio.Task[None]
) -> None:
    """A guardrail that has nothing to wait for saves the request to the model."""
    try:
        if not guard.done():
            await asyncio.sleep(0)
        if not guard.done() or guard.exception() is None:
            await work
    finally:
        work.close()


async def await_guard(run: LiveRun) -> None:
    """The first turn is over: wait for what the guardrails say."""
    guard, run.guard = run.guard, None
    if guard is not None:
        await guard


async def _check(guardrails: list[InputGuardrail[Any]], run: LiveRun) -> None:
    agent, context, given = run.agent, run.context, run.guarded_input
    checks = [(g.get_name(), g.run(agent, given, context)) for g in guardrails]
    await run_all([_one(name, check, run) for name, check in checks])


async def _one(name: str, check: Coroutine[Any, Any, InputGuardrailResult], run: LiveRun) -> None:
    with guardrail_span(name) as span:
        result = await check
        span.span_data.triggered = result.output.tripwire_triggered
    run.state.input_guardrail_results.append(result)
    if result.output.tripwire_triggered:
        raise InputGuardrailTripwireTriggered(result)
