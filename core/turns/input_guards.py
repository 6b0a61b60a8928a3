"""The input guardrails of a run: before the first turn, or beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from core.concurrency.tasks import cancel_all, run_all, seen
from core.exceptions import InputGuardrailTripwireTriggered
from core.tracing.create import guardrail_span

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from core.guardrail import InputGuardrail, InputGuardrailResult
    from core.turns.live import LiveRun


class Watch:
    """Guardrails at work beside the first turn."""

    def __init__(self, guardrails: list[InputGuardrail[Any]], run: LiveRun) -> None:
        self.alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done as soon as one of them fails, while the others are still being stopped."""
        self.task = asyncio.create_task(_check(guardrails, run, self.alarm))


async def check_input(run: LiveRun) -> None:
    """Run the guardrails that come first, and start those that run beside the first turn."""
    guardrails = [*run.agent.input_guardrails, *(run.config.input_guardrails or [])]
    await _check([g for g in guardrails if not g.run_in_parallel], run)
    beside = [g for g in guardrails if g.run_in_parallel]
    if beside:
        run.watch = Watch(beside, run)
    run.state.input_checked = True


async def under_guard(work: Coroutine[Any, Any, None], run: LiveRun) -> None:
    """Do the work while guardrails still check the input; the first failure stops both."""
    watch = run.watch
    if watch is None:
        await work
        return
    task = asyncio.ensure_future(_unless_refused_at_once(work, watch))
    try:
        first = {task, watch.task, watch.alarm}
        await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        if watch.alarm.done():
            await cancel_all([task])
            await watch.task
        await task
    finally:
        await cancel_all([task])
        seen(task)


async def _unless_refused_at_once(work: Coroutine[Any, Any, None], watch: Watch) -> None:
    """A guardrail that has nothing to wait for saves the request to the model."""
    try:
        if not watch.task.done():
            await asyncio.sleep(0)
        if not watch.alarm.done():
            await work
    finally:
        work.close()


async def await_guard(run: LiveRun) -> None:
    """The first turn is over: wait for what the guardrails say."""
    watch, run.watch = run.watch, None
    if watch is not None:
        await watch.task


async def stop_guard(run: LiveRun) -> None:
    """The run is over, whatever the guardrails would say."""
    if run.watch is not None:
        await cancel_all([run.watch.task])


async def _check(
    guardrails: list[InputGuardrail[Any]], run: LiveRun, alarm: asyncio.Future[None] | None = None
) -> None:
    # The whole input is checked, with the history before it.
    agent, context, given = run.agent, run.context, run.state.original_input
    checks = [(g.get_name(), g.run(agent, given, context)) for g in guardrails]
    await run_all([_alarmed(_one(name, check, run), alarm) for name, check in checks])


async def _alarmed(check: Coroutine[Any, Any, None], alarm: asyncio.Future[None] | None) -> None:
    try:
        await check
    except Exception:
        if alarm is not None and not alarm.done():
            alarm.set_result(None)
        raise


async def _one(name: str, check: Coroutine[Any, Any, InputGuardrailResult], run: LiveRun) -> None:
    with guardrail_span(name) as span:
        result = await check
        span.span_data.triggered = result.output.tripwire_triggered
    run.state.input_guardrail_results.append(result)
    if result.output.tripwire_triggered:
        raise InputGuardrailTripwireTriggered(result)
