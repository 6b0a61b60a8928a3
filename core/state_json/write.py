"""Writing a state: the format of the Agents SDK, with what it has no place for under one key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.agents.graph import AgentGraph
from core.outputs.any_value import as_json
from core.sessions.history import write_history
from core.state_json.actions import write_actions
from core.state_json.approvals import write_approvals
from core.state_json.calls import write_call, write_records
from core.state_json.context import write_context
from core.state_json.growing import growing_lists, put, usage_is_by_response
from core.state_json.guardrails import write_guardrails
from core.state_json.items import write_item
from core.state_json.versions import CURRENT_SCHEMA_VERSION
from core.transcript import raw_items
from core.usage import serialize_usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.run_state import RunState

OWN_KEY = "core"
"""The key of everything the Agents SDK does not know; it ignores it."""


def write_state(
    state: RunState[Any, Any],
    *,
    context_serializer: Callable[[Any], Mapping[str, Any]] | None = None,
    strict_context: bool = False,
    include_tracing_api_key: bool = False,
) -> dict[str, Any]:
    """The state as JSON."""
    by_responses = usage_is_by_response(state)
    document = write_head(
        state,
        usage_by_response=by_responses,
        context_serializer=context_serializer,
        strict_context=strict_context,
        include_tracing_api_key=include_tracing_api_key,
    )
    graph = AgentGraph(state.starting_agent)
    for growing in growing_lists(state, usage_by_response=by_responses):
        put(document, growing.path, [growing.write(item, graph) for item in growing.items])
    return document


def write_head(
    state: RunState[Any, Any],
    *,
    usage_by_response: bool,
    context_serializer: Callable[[Any], Mapping[str, Any]] | None = None,
    strict_context: bool = False,
    include_tracing_api_key: bool = False,
) -> dict[str, Any]:
    """The state as JSON, with its growing lists left empty."""
    graph = AgentGraph(state.starting_agent)
    graph.check()
    interruptions = [write_item(item, graph) for item in state.get_interruptions()]
    given = state.original_input
    return {
        "$schemaVersion": CURRENT_SCHEMA_VERSION,
        "current_turn": state.current_turn,
        "current_agent": graph.reference(state.current_agent),
        "original_input": given if isinstance(given, str) else [],
        "pending_input": raw_items.plain(state.staged_input),
        "model_responses": [],
        "context": _context(state, graph, context_serializer, strict=strict_context),
        "tool_use_tracker": state.get_tool_use_tracker_snapshot(),
        "max_turns": state.max_turns,
        "no_active_agent_run": True,
        **write_guardrails(state, graph),
        "conversation_id": state.conversation_id,
        "previous_response_id": state.previous_response_id,
        "auto_previous_response_id": state.auto_previous_response_id,
        "generated_prompt_cache_key": state.prompt_cache_key,
        "reasoning_item_id_policy": state.reasoning_item_id_policy,
        "nested_history_owned_session_item_refs": [],
        "generated_items": [],
        "current_step": _step(state, interruptions),
        "last_model_response": None,
        "last_processed_response": _processed(state, interruptions, graph),
        "current_turn_persisted_item_count": _saved_in_turn(state),
        "trace": _trace(state, include_tracing_api_key=include_tracing_api_key),
        **_pending_write(state),
        **({"terminal_unrecoverable": True} if state.closed else {}),
        OWN_KEY: _own(state, graph) | {"usage_by_response": usage_by_response},
    }


def _context(
    state: RunState[Any, Any],
    graph: AgentGraph,
    serializer: Callable[[Any], Mapping[str, Any]] | None,
    *,
    strict: bool,
) -> dict[str, Any]:
    """What tools see, with what was decided about calls; without the usage of single requests."""
    wrapper, calls = state.context, state.calls
    context, meta = write_context(wrapper.context, serializer, strict=strict)
    edited = {call.call_id for call in calls if call.edited is not None}
    given = wrapper.tool_input
    return {
        "usage": serialize_usage(replace(wrapper.usage, request_usage_entries=[])),
        **write_approvals(wrapper.approvals, graph, edited=edited),
        "tool_invocations": write_records(
            {call_id: calls.known[call_id] for call_id in calls.open if call_id in calls.known}
        ),
        "context": context,
        "context_meta": meta,
        **({} if given is None else {"tool_input": raw_items.plain(given)}),
    }


def _step(state: RunState[Any, Any], interruptions: list[Any]) -> dict[str, Any] | None:
    if interruptions:
        data = {
            "interruptions": interruptions,
            "response_accepted": False,
            "llm_end_hooks_started": True,
        }
        return {"type": "next_step_interruption", "data": data}
    running = state.final is None and state.current_turn > 0
    return {"type": "next_step_run_again"} if running else None


def _processed(
    state: RunState[Any, Any], interruptions: list[Any], graph: AgentGraph
) -> dict[str, Any] | None:
    if not state.calls.open:
        return None
    calls = list(state.calls)
    return {
        "new_items": [],
        "tools_used": list(state.turn.tools_used) if state.turn else [],
        **write_actions(calls),
        "interruptions": interruptions,
    }


def _saved_in_turn(state: RunState[Any, Any]) -> int:
    start = state.turn.start if state.turn else len(state.session_items)
    return max(state.items_saved - start, 0)


def _pending_write(state: RunState[Any, Any]) -> dict[str, Any]:
    """What the session does not have yet, when it is more than the order of things."""
    if state.pending_write is not None:
        return {"pending_session_write": raw_items.plain(state.pending_write.to_json())}
    if state.held_for is None:
        return {}
    waiting = [
        i for i in state.session_items[state.items_saved :] if i.type != "tool_approval_item"
    ]
    start = state.turn.start if state.turn else state.items_saved
    response = state.model_responses[-1] if state.model_responses else None
    held = {
        "session_id": state.held_for,
        "items": [item.to_input_item() for item in waiting],
        "before": None,
        "persisted_count": 0,
        "held": True,
        "current_response": {"turn": state.current_turn, "start": start},
        "response_id": None if response is None else response.response_id,
        "store": state.response_kept,
    }
    return {"pending_session_write": held}


def _trace(state: RunState[Any, Any], *, include_tracing_api_key: bool) -> dict[str, Any] | None:
    if state.trace is None:
        return None
    return state.trace.to_json(include_tracing_api_key=include_tracing_api_key)


def _own(state: RunState[Any, Any], graph: AgentGraph) -> dict[str, Any]:
    """What only this engine knows."""
    turn = state.turn
    own: dict[str, Any] = {
        "run_id": state.run_id,
        "input_checked": state.input_checked,
        "input_saved": state.input_saved,
        "items_saved": state.items_saved,
        "input_sent": state.input_sent,
        "items_sent": state.items_sent,
        "held_for": state.held_for,
        "response_kept": state.response_kept,
        "forwarded": list(state.forwarded),
        "history": write_history(state.history),
        "calls": [write_call(call, graph) for call in state.calls],
    }
    if turn is not None:
        own["turn"] = {
            "start": turn.start,
            "generated_start": turn.generated_start,
            "calls": list(turn.calls),
            "uses_hosted_tools": turn.uses_hosted_tools,
            "repeats": turn.repeats,
            "results_weighed": turn.results_weighed,
            "over": turn.over,
        }
    if state.final is not None:
        own["final"] = {"output": as_json(state.final.value)}
    return own
