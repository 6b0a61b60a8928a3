"""Conversations the provider keeps: which runs have one, and what cannot be had with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError

if TYPE_CHECKING:
    from core.agent import Agent
    from core.memory.session import Session
    from core.run_config import RunConfig
    from core.run_state import RunState


def chains_responses(state: RunState[Any, Any]) -> bool:
    """Whether each request goes on from the response before it."""
    chained = state.auto_previous_response_id or state.previous_response_id is not None
    return chained and state.conversation_id is None


def server_managed(state: RunState[Any, Any]) -> bool:
    """Whether the provider keeps the conversation."""
    return state.conversation_id is not None or chains_responses(state)


def check_conversation(
    state: RunState[Any, Any], config: RunConfig, session: Session | None
) -> None:
    """Where the provider keeps the conversation nobody else can, and nothing can be taken back."""
    if not server_managed(state):
        return
    if session is not None:
        raise UserError(
            "Session persistence cannot be combined with conversation_id, "
            "previous_response_id, or auto_previous_response_id."
        )
    check_output_guardrails(state.current_agent, state, config)


def check_output_guardrails(
    agent: Agent[Any], state: RunState[Any, Any], config: RunConfig
) -> None:
    """UserError where an output could be blocked that the provider has kept already."""
    if server_managed(state) and (agent.output_guardrails or config.output_guardrails):
        raise UserError(
            "Output guardrails cannot be combined with server-managed conversation history: "
            "the provider has an output before it can be blocked."
        )
