"""The way in: `Runner.run`, `Runner.run_streamed`, `Runner.run_sync`.

A plain run is a streamed one with nobody listening; a resumed one is a run that brings its state.
The engine behind it is loaded with the first run: agents are defined without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.lazy_names import lazy_names
from core.run_config import (
    DEFAULT_MAX_TURNS,
    CallModelData,
    CallModelInputFilter,
    ModelInputData,
    RunConfig,
    RunOptions,
)

if TYPE_CHECKING:
    from core.agent import Agent
    from core.agent_runner import AgentRunner
    from core.items import TResponseInputItem
    from core.lifecycle import RunHooks
    from core.memory.session import Session
    from core.result import RunResult, RunResultStreaming
    from core.run_error_handlers import RunErrorHandlers
    from core.run_state import RunState
else:
    __getattr__, __dir__ = lazy_names(__name__, {"core.agent_runner": "AgentRunner"})

__all__ = [
    "DEFAULT_MAX_TURNS",
    "AgentRunner",
    "CallModelData",
    "CallModelInputFilter",
    "ModelInputData",
    "RunConfig",
    "RunOptions",
    "Runner",
    "get_default_agent_runner",
    "set_default_agent_runner",
]


class Runner:
    """Runs agents."""

    @classmethod
    async def run(
        cls,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        *,
        context: Any = None,
        max_turns: int | None = DEFAULT_MAX_TURNS,
        hooks: RunHooks[Any] | None = None,
        run_config: RunConfig | dict[str, Any] | None = None,
        error_handlers: RunErrorHandlers[Any] | None = None,
        previous_response_id: str | None = None,
        auto_previous_response_id: bool = False,
        conversation_id: str | None = None,
        session: Session | None = None,
    ) -> RunResult:
        """Run an agent, or go on from a state, until it is over or waits for people.

        `input` is a text, a list of items of the Responses API, or a state; then the agent is the
        one its run was started with, `context` replaces that of the state unless it is None, and
        `max_turns`, counted in calls of the model (None: no limit), can only raise its limit.
        Raises what stands in `core.exceptions`, and whatever models, guardrails and hooks raise:
        `state_of(error)` is the state to go on from.
        """
        return await get_default_agent_runner().run(
            starting_agent,
            input,
            context=context,
            max_turns=max_turns,
            hooks=hooks,
            run_config=run_config,
            error_handlers=error_handlers,
            previous_response_id=previous_response_id,
            auto_previous_response_id=auto_previous_response_id,
            conversation_id=conversation_id,
            session=session,
        )

    @classmethod
    def run_sync(
        cls,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        *,
        context: Any = None,
        max_turns: int | None = DEFAULT_MAX_TURNS,
        hooks: RunHooks[Any] | None = None,
        run_config: RunConfig | dict[str, Any] | None = None,
        error_handlers: RunErrorHandlers[Any] | None = None,
        previous_response_id: str | None = None,
        auto_previous_response_id: bool = False,
        conversation_id: str | None = None,
        session: Session | None = None,
    ) -> RunResult:
        """The same for programs without an event loop; RuntimeError where one runs already."""
        return get_default_agent_runner().run_sync(
            starting_agent,
            input,
            context=context,
            max_turns=max_turns,
            hooks=hooks,
            run_config=run_config,
            error_handlers=error_handlers,
            previous_response_id=previous_response_id,
            auto_previous_response_id=auto_previous_response_id,
            conversation_id=conversation_id,
            session=session,
        )

    @classmethod
    def run_streamed(
        cls,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        context: Any = None,
        max_turns: int | None = DEFAULT_MAX_TURNS,
        hooks: RunHooks[Any] | None = None,
        run_config: RunConfig | dict[str, Any] | None = None,
        previous_response_id: str | None = None,
        auto_previous_response_id: bool = False,
        conversation_id: str | None = None,
        session: Session | None = None,
        *,
        error_handlers: RunErrorHandlers[Any] | None = None,
    ) -> RunResultStreaming:
        """The same in the background: returns at once, from within a running event loop. What
        would be raised comes out of `stream_events` of the result."""
        return get_default_agent_runner().run_streamed(
            starting_agent,
            input,
            context=context,
            max_turns=max_turns,
            hooks=hooks,
            run_config=run_config,
            error_handlers=error_handlers,
            previous_response_id=previous_response_id,
            auto_previous_response_id=auto_previous_response_id,
            conversation_id=conversation_id,
            session=session,
        )


class _Default:
    runner: AgentRunner | None = None


def get_default_agent_runner() -> AgentRunner:
    """The runner behind `Runner`."""
    if _Default.runner is None:
        from core.agent_runner import AgentRunner

        _Default.runner = AgentRunner()
    return _Default.runner


def set_default_agent_runner(runner: AgentRunner | None) -> None:
    """Put another runner behind `Runner`; None puts the usual one back."""
    _Default.runner = runner
