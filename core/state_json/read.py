"""Reading a state: every version of the format, tolerant of what it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.agents.graph import AgentGraph
from core.exceptions import AgentsException
from core.model_calls.reading import with_message
from core.model_calls.turn import FinalOutput, Turn
from core.run_state import RunState
from core.sessions.history import read_history
from core.sessions.pending_write import read_pending_write
from core.state_json.approvals import read_approvals
from core.state_json.calls import (
    find_calls,
    nested_agent,
    read_call,
    read_records,
    records_in_input,
)
from core.state_json.context import read_context
from core.state_json.guardrails import read_guardrails
from core.state_json.items import read_items
from core.state_json.malformed import MalformedStateError
from core.state_json.responses import first_of_last, read_input, read_response
from core.state_json.shape import ADVICE, check_shape
from core.state_json.write import OWN_KEY
from core.tools.mcp_binding import MCPBinding
from core.tracing.trace_state import TraceState
from core.transcript import raw_items
from core.usage import by_response, deserialize_usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.agent import Agent
    from core.items import RunItem
    from core.run_context import RunContextWrapper
    from core.tool_calls.calls import Call

BY_AGENT_SINCE = (1, 15)
"""From this version on decisions on function tools are filed by agent and bound to the call."""


def read_state(
    agent: Agent[Any],
    document: Any,
    *,
    context_override: Mapping[str, Any] | RunContextWrapper[Any] | None = None,
    context_deserializer: Callable[[Mapping[str, Any]], Any] | None = None,
    strict_context: bool = False,
) -> RunState[Any, Any]:
    """The state of a document; UserError when it is not one."""
    version = check_shape(document)
    try:
        context = read_context(
            document.get("context") or {},
            context_override,
            context_deserializer,
            strict=strict_context,
        )
        return _Reader(agent, document, version).read(context)
    except AgentsException:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise MalformedStateError(f"The run state is malformed: {type(error).__name__}") from error


PLAIN_IDENTITIES_SINCE = (1, 21)
"""Before this version the names of agents that share one depended on their hooks."""


CALL_ITEMS = frozenset({"tool_call_item", "handoff_call_item", "mcp_approval_request_item"})


CLOSED_SINCE = (1, 20)
"""From this version on states that cannot be resumed say so."""


class _Reader:
    """Reads one document; every method reads one part."""

    def __init__(
        self, agent: Agent[Any], document: Mapping[str, Any], version: tuple[int, int]
    ) -> None:
        self.root = agent
        self.document = document
        self.version = version
        self.own: Mapping[str, Any] = document.get(OWN_KEY) or {}
        self.graph = AgentGraph(agent)
        self.graph.check(by_hooks=version < PLAIN_IDENTITIES_SINCE)

    def read(self, context: RunContextWrapper[Any]) -> RunState[Any, Any]:
        """The whole state."""
        document = self.document
        state: RunState[Any, Any] = RunState(
            context,
            read_input(document.get("original_input")),
            self.root,
            document.get("max_turns"),
            conversation_id=document.get("conversation_id"),
            previous_response_id=document.get("previous_response_id"),
            auto_previous_response_id=bool(document.get("auto_previous_response_id")),
        )
        state.current_agent = self._current_agent()
        state.current_turn = int(document.get("current_turn") or 0)
        state.model_responses = [read_response(r) for r in document.get("model_responses") or []]
        self._items(state)
        self._context(state)
        self._settings(state)
        read_guardrails(document, state, self.graph)
        self._calls(state)
        self._position(state)
        return state

    def _current_agent(self) -> Agent[Any]:
        agent = self.graph.find(self.document.get("current_agent"))
        if agent is None:
            raise MalformedStateError(
                "Run state agent not found in agent map: the agent in current_agent cannot be "
                "reached from the one that was given. Give the agent the run was started with."
            )
        return agent

    def _is_closed(self) -> bool:
        marker = self.document.get("terminal_unrecoverable", False)
        if not isinstance(marker, bool) or (marker and self.version < CLOSED_SINCE):
            raise MalformedStateError(
                "Run state terminal marker is invalid: terminal_unrecoverable is true or absent, "
                f"and there is none before version 1.{CLOSED_SINCE[1]}. {ADVICE}"
            )
        return marker

    def _items(self, state: RunState[Any, Any]) -> None:
        generated = self._item_list("generated_items", state)
        record = self._item_list("session_items", state) if "session_items" in self.document else []
        state.session_items = record or list(generated)
        state.generated_items = [i for i in generated if i.type != "tool_approval_item"]

    def _item_list(self, name: str, state: RunState[Any, Any]) -> list[RunItem]:
        return read_items(self.document.get(name), self.graph, state.current_agent)

    def _context(self, state: RunState[Any, Any]) -> None:
        stored = self.document.get("context") or {}
        wrapper = state.context
        wrapper.usage = deserialize_usage(stored.get("usage") or {})
        if self.own.get("usage_by_response"):
            wrapper.usage.request_usage_entries = by_response(state.model_responses)
        wrapper.approvals = read_approvals(
            stored, self.graph, state.current_agent, bound=self.version >= BY_AGENT_SINCE
        )
        wrapper.tool_input = stored.get("tool_input")
        state.run_id = self.own.get("run_id") or state.run_id
        wrapper.run_id = state.run_id

    def _settings(self, state: RunState[Any, Any]) -> None:
        document = self.document
        state.staged_input = list(document.get("pending_input") or [])
        state.set_tool_use_tracker_snapshot(document.get("tool_use_tracker"))
        state.reasoning_item_id_policy = document.get("reasoning_item_id_policy")
        state.prompt_cache_key = document.get("generated_prompt_cache_key")
        state.trace = TraceState.from_json(document.get("trace"))

    def _calls(self, state: RunState[Any, Any]) -> None:
        known = read_records((self.document.get("context") or {}).get("tool_invocations"))
        if self.version < BY_AGENT_SINCE and isinstance(state.original_input, list):
            known = records_in_input(state.original_input) | known
        bindings = self._processed().get("mcp_tool_bindings") or {}
        for call in self._open_calls(state):
            state.calls.ask(call)
            call.binding = MCPBinding.from_json(bindings.get(call.call_id))
            record = known.get(call.call_id)
            if record is not None and record.executed and not record.completed:
                call.started = True
            nested = self._nested(call)
            if nested is not None:
                call.nested = nested
        state.calls.known = {**known, **state.calls.known}
        state.calls.earlier = tuple(state.session_items)

    def _open_calls(self, state: RunState[Any, Any]) -> list[Call]:
        if "calls" not in self.own:
            step = self.document.get("current_step") or {}
            if step.get("type") != "next_step_interruption":
                return []
            return find_calls(self.document, state.session_items, state.current_agent)
        start = (self.own.get("turn") or {}).get("start", 0)
        raws = {
            raw_items.call_id_of(item.raw_item): item.raw_item
            for item in state.session_items[start:]
            if item.type in CALL_ITEMS
        }
        found = [
            read_call(d, raws[d["call_id"]], self.graph, state.current_agent)
            for d in self.own["calls"]
        ]
        return [call for call in found if call is not None]

    def _processed(self) -> Mapping[str, Any]:
        return self.document.get("last_processed_response") or {}

    def _nested(self, call: Call) -> RunState[Any, Any] | None:
        for entry in self._processed().get("functions") or []:
            stored = entry.get("agent_run_state")
            if stored and (entry.get("tool_call") or {}).get("call_id") == call.call_id:
                agent = nested_agent(call)
                return None if agent is None else read_state(agent, stored)
        return None

    def _position(self, state: RunState[Any, Any]) -> None:
        own, record = self.own, state.session_items
        begun = state.current_turn > 0
        state.input_checked = bool(own.get("input_checked", begun))
        state.input_saved = bool(own.get("input_saved", begun))
        state.input_sent = bool(own.get("input_sent", begun))
        state.items_sent = int(own.get("items_sent", len(state.generated_items)))
        state.history = read_history(own.get("history"))
        state.forwarded = [n for n in own.get("forwarded", ()) if n < len(record)]
        for index in state.forwarded:
            record[index].mark_occurrence()
        turn = own.get("turn")
        if turn is not None:
            known = Turn(
                start=turn["start"],
                generated_start=turn["generated_start"],
                calls=tuple(turn["calls"]),
                uses_hosted_tools=bool(turn.get("uses_hosted_tools")),
                repeats=bool(turn.get("repeats")),
                results_weighed=turn["results_weighed"],
                over=turn["over"],
            )
            state.turn = with_message(known, record[known.start :])
        elif state.calls.open:
            first = first_of_last(record, state.model_responses)
            start = first_of_last(state.generated_items, state.model_responses)
            state.turn = Turn(start=first, generated_start=start, calls=tuple(state.calls.open))
        start = state.turn.start if state.turn else len(record)
        saved = start + int(self.document.get("current_turn_persisted_item_count") or 0)
        state.items_saved = int(own.get("items_saved", min(saved, len(record))))
        state.closed = self._is_closed()
        state.response_kept = own.get("response_kept")
        waiting = self.document.get("pending_session_write")
        state.pending_write = read_pending_write(waiting, len(record))
        if waiting and waiting.get("held"):
            state.held_for = waiting.get("session_id")
        if own.get("final") is not None:
            state.final = FinalOutput(own["final"]["output"], checked=True)
