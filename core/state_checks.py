"""What a state can be used for: to go on from, to take more input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.items import ToolCallItem
from core.transcript import raw_items
from core.transcript.tool_identity import qualified_name

if TYPE_CHECKING:
    from core.items import RunItem
    from core.run_state import RunState


def check_can_go_on(state: RunState[Any, Any]) -> None:
    """UserError when a state is being run, or has come to an end that cannot be gone on from."""
    if state.busy:
        what = (
            "a pending Session write is already in progress" if state.pending_write else "it runs"
        )
        raise UserError(f"This state is being run already: {what}.")
    if state.closed:
        raise UserError(
            "This run has ended and cannot be resumed: its session may lack its last items. "
            "The final output is in the state; append what the session lacks, start a new run."
        )


def check_takes_input(state: RunState[Any, Any]) -> None:
    """UserError when it is not certain that the model will be called again."""
    if state.final is not None:
        raise UserError("Cannot add input to a terminal RunState: start a new run instead.")
    if state.max_turns is not None and state.current_turn >= state.max_turns:
        raise UserError("Cannot add input: the run has no turns left.")
    if _ends_with_message(state):
        raise UserError("Cannot add input: the model's last message is about to end the run.")
    if may_end_with_tools(state):
        raise UserError("Cannot add input: a tool result may end the run before the next turn.")


def _ends_with_message(state: RunState[Any, Any]) -> bool:
    """Whether the model has said its last, and nobody has taken it for the final output yet."""
    turn = state.turn
    if turn is None or turn.over or turn.calls or state.calls.open:
        return False
    return turn.has_message or not (turn.uses_hosted_tools or turn.repeats)


def may_end_with_tools(state: RunState[Any, Any]) -> bool:
    """Whether what the open turn's tools return could be the final output."""
    turn, behavior = state.turn, state.current_agent.tool_use_behavior
    if turn is None or turn.over or turn.results_weighed or behavior == "run_llm_again":
        return False
    calls = [call for call in state.calls if call.kind != "handoff"]
    if not calls or len(calls) < len(state.calls.open):
        return False
    if not isinstance(behavior, dict):
        return True
    stops = set(behavior.get("stop_at_tool_names", ()))
    return any(_names(item) & stops for item in state.session_items[turn.start :])


def _names(item: RunItem) -> set[str | None]:
    """The names a tool call goes by."""
    if not isinstance(item, ToolCallItem):
        return set()
    namespace = raw_items.get(item.raw_item, "namespace")
    return {item.tool_name, qualified_name(item.tool_name, namespace)}
