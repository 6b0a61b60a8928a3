"""Handing over: the next agent is found, told, and given what it is to see."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.exceptions import UserError
from core.handoffs import HandoffInputData, nest_handoff_history
from core.handoffs.history import _get_nested_history_owned_items
from core.items import HandoffOutputItem, ToolCallOutputItem
from core.logger import logger
from core.model_calls.turn import Turn
from core.sessions.conversations import check_output_guardrails, server_managed
from core.stream_events import AgentUpdatedStreamEvent
from core.tracing.create import handoff_span
from core.transcript import raw_items
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from core.agent import Agent
    from core.handoffs import Handoff
    from core.steps import HandOff
    from core.tool_calls.calls import Call
    from core.turns.live import LiveRun

IGNORED = "Multiple handoffs detected, ignoring this one."


async def hand_off(step: HandOff, run: LiveRun) -> None:
    """Let another agent go on; only the first of several handoffs counts."""
    source = run.agent
    way = (await run.tools()).handoff_of(step.call)
    expected = None if way.agent_ref is None else way.agent_ref()
    if expected is not None:
        run.claims.check(expected)
    target = await _target(way, step, run)
    check_output_guardrails(target, run.state, run.config)
    run.record([*(_ignored(call) for call in step.ignored), _done(way, step.call, target)])
    for call in [step.call, *step.ignored]:
        run.state.calls.answer(call)
    await run.hooks.hands_over(run.context, source, target)
    await _filter(way, run)
    run.state.current_agent = target
    run.state.turn = None
    run.toolbox = None
    run.agent_started = False
    run.emit(AgentUpdatedStreamEvent(new_agent=target))


async def _target(way: Handoff[Any, Any], step: HandOff, run: LiveRun) -> Agent[Any]:
    """The agent that goes on; its span says so, and who else was asked for."""
    with handoff_span(from_agent=run.agent.name) as span:
        arguments = raw_items.get(step.call.raw_item, "arguments")
        target: Agent[Any] = await way.on_invoke_handoff(run.context, arguments)
        span.span_data.to_agent = target.name
        if step.ignored:
            toolbox = await run.tools()
            ways = [(call, toolbox.handoff(call.name)) for call in (step.call, *step.ignored)]
            asked = [call.name if way is None else way.agent_name for call, way in ways]
            data = {"requested_agents": asked}
            span.set_error({"message": "Multiple handoffs requested", "data": data})
    return target


def _ignored(call: Call) -> ToolCallOutputItem:
    raw = ItemHelpers.tool_call_output_item(call.raw_item, IGNORED)
    return ToolCallOutputItem(agent=call.agent, raw_item=raw, output=IGNORED)


def _done(way: Handoff[Any, Any], call: Call, target: Agent[Any]) -> HandoffOutputItem:
    message = way.get_transfer_message(target)
    return HandoffOutputItem(
        agent=call.agent,
        raw_item=ItemHelpers.tool_call_output_item(call.raw_item, message),
        source_agent=call.agent,
        target_agent=target,
    )


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
