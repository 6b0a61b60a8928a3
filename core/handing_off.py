"""Handing over: the next agent is found, told, and given what it is to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core import raw_items
from core.exceptions import ModelBehaviorError
from core.handoffs import HandoffInputData
from core.item_text import ItemHelpers
from core.items import HandoffOutputItem, RunItem, ToolCallOutputItem
from core.maybe_await import settled
from core.model_call import tools_of
from core.stream_events import AgentUpdatedStreamEvent
from core.turn import Turn

if TYPE_CHECKING:
    from core.agent import Agent
    from core.handoffs import Handoff
    from core.live import LiveRun
    from core.steps import HandOff

IGNORED = "Multiple handoffs detected, ignoring this one."


async def hand_off(step: HandOff, run: LiveRun) -> None:
    """Let another agent go on; only the first of several handoffs counts."""
    source = run.agent
    way = (await tools_of(run)).handoff(step.call.name)
    if way is None:
        raise ModelBehaviorError(f"Handoff {step.call.name} not found in agent {source.name}")
    items: list[RunItem] = []
    for call in step.ignored:
        raw = ItemHelpers.tool_call_output_item(call.raw_item, IGNORED)
        items.append(ToolCallOutputItem(agent=source, raw_item=raw, output=IGNORED))
    target: Agent[Any] = await way.on_invoke_handoff(
        run.context, raw_items.get(step.call.raw_item, "arguments")
    )
    message = way.get_transfer_message(target)
    items.append(
        HandoffOutputItem(
            agent=source,
            raw_item=ItemHelpers.tool_call_output_item(step.call.raw_item, message),
            source_agent=source,
            target_agent=target,
        )
    )
    run.record(items)
    for call in [step.call, *step.ignored]:
        run.state.calls.answer(call)
    await run.hooks.on_handoff(run.context, source, target)
    if target.hooks is not None:
        await target.hooks.on_handoff(run.context, target, source)
    await _filter(way, run)
    run.state.current_agent = target
    run.state.turn = None
    run.toolbox = None
    run.agent_started = False
    run.emit(AgentUpdatedStreamEvent(new_agent=target))


async def _filter(way: Handoff[Any, Any], run: LiveRun) -> None:
    """Rewrite what the model is shown; the record of the run stays as it is."""
    change = way.input_filter or run.config.handoff_input_filter
    if change is None:
        return
    state = run.state
    turn = state.turn or Turn(start=0, generated_start=0)
    given = state.original_input
    data = HandoffInputData(
        input_history=given if isinstance(given, str) else tuple(given),
        pre_handoff_items=tuple(state.generated_items[: turn.generated_start]),
        new_items=tuple(state.generated_items[turn.generated_start :]),
        run_context=run.context,
    )
    changed = await settled(change(data))
    shown = changed.new_items if changed.input_items is None else changed.input_items
    history = changed.input_history
    state.original_input = history if isinstance(history, str) else list(history)
    state.generated_items = [*changed.pre_handoff_items, *shown]
