"""Handing over: the next agent is found, told, and given what it is to see."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core import raw_items
from core.conversations import check_output_guardrails, server_managed
from core.exceptions import ModelBehaviorError, UserError
from core.handoffs import HandoffInputData, nest_handoff_history
from core.handoffs.history import _get_nested_history_owned_items
from core.item_text import ItemHelpers
from core.items import HandoffOutputItem, RunItem, ToolCallOutputItem
from core.logger import logger
from core.maybe_await import settled
from core.model_call import tools_of
from core.stream_events import AgentUpdatedStreamEvent
from core.tracing.create import handoff_span
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
        raise ModelBehaviorError(f"Tool {step.call.name} not found in agent {source.name}")
    if (expected := way.agent_ref() if way.agent_ref is not None else None) is not None:
        run.claims.check(expected)
    items: list[RunItem] = []
    for call in step.ignored:
        raw = ItemHelpers.tool_call_output_item(call.raw_item, IGNORED)
        items.append(ToolCallOutputItem(agent=source, raw_item=raw, output=IGNORED))
    with handoff_span(from_agent=source.name) as span:
        target: Agent[Any] = await way.on_invoke_handoff(
            run.context, raw_items.get(step.call.raw_item, "arguments")
        )
        span.span_data.to_agent = target.name
        if step.ignored:
            asked = [await _asked(call.name, run) for call in (step.call, *step.ignored)]
            data = {"requested_agents": asked}
            span.set_error({"message": "Multiple handoffs requested", "data": data})
    check_output_guardrails(target, run.state, run.config)
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
    await run.hooks.hands_over(run.context, source, target)
    await _filter(way, run)
    run.state.current_agent = target
    run.state.turn = None
    run.toolbox = None
    run.agent_started = False
    run.emit(AgentUpdatedStreamEvent(new_agent=target))


async def _asked(name: str, run: LiveRun) -> str:
    way = (await tools_of(run)).handoff(name)
    return name if way is None else way.agent_name


async def _filter(way: Handoff[Any, Any], run: LiveRun) -> None:
    """Rewrite what the model is shown; the record of the run stays as it is."""
    change = _change(way, run)
    if change is None:
        return
    state = run.state
    turn = state.turn or Turn(start=0, generated_start=0)
    given = state.original_input
    new = state.generated_items[turn.generated_start :]
    for item in new:
        item.mark_occurrence()
    data = HandoffInputData(
        input_history=given if isinstance(given, str) else tuple(given),
        pre_handoff_items=tuple(state.generated_items[: turn.generated_start]),
        new_items=tuple(new),
        run_context=run.context,
    )
    changed = await settled(change(data))
    if not isinstance(changed, HandoffInputData):
        raise UserError("A handoff input filter must return HandoffInputData.")
    shown = changed.new_items if changed.input_items is None else changed.input_items
    history = changed.input_history
    state.original_input = history if isinstance(history, str) else list(history)
    state.history = None
    state.generated_items = [*changed.pre_handoff_items, *shown]
    if "_forwarded" in changed.__dict__:
        _note_forwarded(changed, run)


def _change(way: Handoff[Any, Any], run: LiveRun) -> Any:
    """What rewrites the past for the next agent; the handoff's own way counts most."""
    state, config = run.state, run.config
    own = way.input_filter
    change = config.handoff_input_filter if own is None else own
    if change is not None and not callable(change):
        raise UserError(f"A handoff input filter must be callable, got {change!r}")
    nest = way.nest_handoff_history
    nested = change is None and (config.nest_handoff_history if nest is None else nest)
    if server_managed(state):
        if change is not None:
            raise UserError(
                "Server-managed conversations do not support handoff input filters: "
                "the provider has the history already."
            )
        if nested:
            logger.warning("Server-managed conversations do not support nest_handoff_history.")
        return None
    if nested:
        return partial(nest_handoff_history, history_mapper=config.handoff_history_mapper)
    return change


def _note_forwarded(changed: HandoffInputData, run: LiveRun) -> None:
    """Remember which items of the record stand in the input now, so that none is told twice."""
    kept = {item.occurrence for item in changed.new_items}
    forwarded = {f.occurrence for f in _get_nested_history_owned_items(changed)} & kept
    record = enumerate(run.state.session_items)
    run.state.forwarded = [n for n, item in record if item.occurrence in forwarded]
